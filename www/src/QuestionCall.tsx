import { useId, useRef } from 'react';
import type { Option, QuestionPart } from './chat-types';

interface QuestionCallProps {
  part: QuestionPart;
  isOpen: boolean;
  busy: boolean;
  onAnswer: (option: Option) => void;
}

export function QuestionCall({ part, isOpen, busy, onAnswer }: QuestionCallProps) {
  const card = useRef<HTMLFieldSetElement>(null);
  const title = useId();
  if (part.state === 'input-streaming') return <p className="drafting">Writing a question…</p>;
  if (!part.input) return null;
  const { question, options } = part.input;
  const picked = part.state === 'output-available' ? part.output : undefined;
  const waits = part.state === 'input-available' && isOpen;
  return (
    <fieldset ref={card} className={`card ${waits ? 'waits' : ''}`} aria-labelledby={title} tabIndex={-1}>
      <div className="card-head">
        <h3 id={title}>{question}</h3>
        {picked && <span className="tag good">Answered</span>}
        {!picked && !waits && <span className="tag">Not answered</span>}
      </div>
      {picked && <p className="picked">{picked.label}</p>}
      {waits && (
        <div className="options">
          {options.map((option) => (
            <button
              key={option.id}
              type="button"
              className="option"
              disabled={busy}
              onClick={() => {
                onAnswer(option);
                card.current?.focus({ preventScroll: true }); // the pressed button goes away
              }}
            >
              <b>{option.label}</b>
              <span>{option.description}</span>
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
