import { type ReactNode, useId, useRef } from 'react';
import { useWords } from '../words/use-words';

export interface CardOption<Answer> {
  key: string;
  label: string;
  description?: string;
  answer: Answer;
}

interface OptionCardProps<Answer> {
  title: string;
  /** What was picked, undefined while nothing was. */
  picked: string | undefined;
  waits: boolean;
  busy: boolean;
  options: CardOption<Answer>[];
  onPick: (answer: Answer) => void;
  children?: ReactNode;
}

/** A question with a button for each answer. */
export function OptionCard<Answer>({ title, picked, waits, busy, options, onPick, children }: OptionCardProps<Answer>) {
  const say = useWords();
  const card = useRef<HTMLFieldSetElement>(null);
  const heading = useId();
  return (
    <fieldset ref={card} className={`card ${waits ? 'waits' : ''}`} aria-labelledby={heading} tabIndex={-1}>
      <div className="card-head">
        <h3 id={heading}>{title}</h3>
        {picked !== undefined && <span className="tag good">{say('Answered')}</span>}
        {picked === undefined && !waits && <span className="tag">{say('Not answered')}</span>}
      </div>
      {children}
      {picked !== undefined && <p className="picked">{picked}</p>}
      {waits && (
        <div className="options">
          {options.map(({ key, label, description, answer }) => (
            <button
              key={key}
              type="button"
              className="option"
              disabled={busy}
              onClick={() => {
                onPick(answer);
                card.current?.focus({ preventScroll: true }); // the pressed button goes away
              }}
            >
              <b>{label}</b>
              {description && <span>{description}</span>}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
