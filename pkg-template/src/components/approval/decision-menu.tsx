import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocale } from '../locale/locale-provider.js';

/** One of the rarer answers. */
export interface MenuEntry {
  readonly label: string;
  choose(): void;
}

/** The "⋯" menu. Escape closes it and nothing else; the focus goes back to where it came from. */
export function DecisionMenu({ entries }: { entries: readonly MenuEntry[] }): ReactNode {
  const { approval } = useLocale().texts;
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    itemsOf(list.current)[0]?.focus();
    const closeOutside = ({ target }: Event) => {
      if (!list.current?.contains(target as Node) && !opener.current?.contains(target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = itemsOf(list.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setIsOpen(false);
    else if (next !== undefined) items.at(next % items.length)?.focus();
    if (event.key === 'Escape' || next !== undefined) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <span className="countersign-menu">
      <button
        ref={opener}
        type="button"
        data-kind="quiet"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={approval.more}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {isOpen && (
        <div ref={list} id={id} role="menu" aria-label={approval.more} tabIndex={-1} onKeyDown={move}>
          {entries.map(({ label, choose }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              data-kind="quiet"
              tabIndex={-1}
              onClick={() => {
                setIsOpen(false);
                choose();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
