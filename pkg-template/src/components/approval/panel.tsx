import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocale } from '../locale/locale-provider.js';

/** What a {@link Panel} needs. */
export interface PanelProps {
  /** What it is about, for those who do not see it. */
  label: string;
  /** What the button says that gives the answer. */
  action: string;
  kind: 'primary' | 'deny';
  /** The answer cannot be given as it is. */
  isIncomplete?: boolean;
  isInert: boolean;
  submit(): void;
  back(): void;
  children?: ReactNode;
}

/**
 * Where one of the rarer answers is completed. Enter in a field gives no answer:
 * only the button does. Escape goes back, and does nothing else.
 */
export function Panel({ label, action, kind, isIncomplete, isInert, submit, back, children }: PanelProps): ReactNode {
  const { approval } = useLocale().texts;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('textarea, input, select, button')?.focus();
  }, []);
  const leave = (event: KeyboardEvent) => {
    // While a method of input composes, Escape is its own.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    back();
  };
  return (
    <form
      ref={form}
      className="countersign-panel"
      aria-label={label}
      onKeyDown={leave}
      // Enter in a one-line field would submit: nothing is answered that way.
      onSubmit={(event: FormEvent) => event.preventDefault()}
      noValidate
    >
      {children}
      <div className="countersign-actions">
        <button type="button" data-kind="quiet" onClick={back}>
          {approval.back}
        </button>
        <button
          type="button"
          data-kind={kind}
          aria-disabled={isInert || isIncomplete === true}
          onClick={() => {
            if (isIncomplete !== true && !isInert) submit();
          }}
        >
          {action}
        </button>
      </div>
    </form>
  );
}
