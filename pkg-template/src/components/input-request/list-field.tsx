import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FormField } from '../../index.js';
import { filled } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import type { ControlProps } from './field-view.js';

/** Texts, one below the other. */
export function ListField({
  answer,
  isDisabled,
  edit,
  attributes,
}: ControlProps<Extract<FormField, { kind: 'list' }>>): ReactNode {
  const { tag, texts } = useLocale();
  const entries = answer.entries ?? [];
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [begun, setBegun] = useState<number>();
  const number = (place: number) => ({ number: new Intl.NumberFormat(tag).format(place + 1) });
  // Where an entry is begun, the writer goes on there.
  useEffect(() => {
    if (begun !== undefined) list.current?.querySelectorAll('input')[begun]?.focus();
  }, [begun]);
  return (
    <div className="countersign-entries">
      <ul ref={list}>
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place
          <li key={place}>
            <input
              type="text"
              autoComplete="off"
              dir="auto"
              aria-label={filled(texts.form.entry, number(place))}
              aria-invalid={attributes['aria-invalid']}
              value={entry}
              disabled={isDisabled}
              onChange={({ target }) =>
                edit({ entries: entries.map((other, at) => (at === place ? target.value : other)) })
              }
            />
            <button
              type="button"
              data-kind="quiet"
              aria-label={filled(texts.form.removeEntry, number(place))}
              disabled={isDisabled}
              onClick={() => {
                edit({ entries: entries.filter((_, at) => at !== place) });
                // The pressed button goes away.
                add.current?.focus();
              }}
            >
              <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        ref={add}
        type="button"
        disabled={isDisabled}
        onClick={() => {
          edit({ entries: [...entries, ''] });
          setBegun(entries.length);
        }}
      >
        {texts.form.addEntry}
      </button>
    </div>
  );
}
