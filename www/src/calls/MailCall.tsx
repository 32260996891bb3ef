import { useId, useRef, useState } from 'react';
import type { MailPart } from '../chat-types';
import { MailSheet } from './MailSheet';

interface MailCallProps {
  part: MailPart;
  isOpen: boolean;
  busy: boolean;
  /** The decision was sent, and nobody can tell what became of it. */
  isUnknown: boolean;
  onDecide: (approvalId: string, approved: boolean, reason?: string) => void;
}

export function MailCall({ part, isOpen, busy, isUnknown, onDecide }: MailCallProps) {
  const card = useRef<HTMLFieldSetElement>(null);
  const title = useId();
  const waits = part.state === 'approval-requested' && isOpen;
  const { heading, tag, tone } = describe(part, { isOpen, busy, isUnknown });
  const why =
    part.state === 'output-error' ? part.errorText : part.approval?.approved === false && part.approval.reason;
  return (
    <fieldset ref={card} className={`card ${waits ? 'waits' : ''}`} aria-labelledby={title} tabIndex={-1}>
      <div className="card-head">
        <h3 id={title}>{heading}</h3>
        {tag && <span className={`tag ${tone ?? ''}`}>{tag}</span>}
      </div>
      <MailSheet mail={part.input ?? {}} isFolded={isDecided(part)} />
      {why && (
        <p className="why">
          <span>{part.state === 'output-error' ? 'What happened' : 'Reason'}</span> {why}
        </p>
      )}
      {waits && (
        <Decision
          busy={busy}
          onDecide={(approved, reason) => {
            onDecide(part.approval.id, approved, reason);
            card.current?.focus({ preventScroll: true }); // the pressed button goes away
          }}
        />
      )}
    </fieldset>
  );
}

interface DecisionProps {
  busy: boolean;
  onDecide: (approved: boolean, reason?: string) => void;
}

function Decision({ busy, onDecide }: DecisionProps) {
  const [reason, setReason] = useState('');
  return (
    <form
      className="decision"
      onSubmit={(event) => {
        event.preventDefault();
        onDecide(false, reason.trim() || undefined); // Enter in the reason field too: a reason belongs to a refusal
      }}
    >
      <input
        value={reason}
        disabled={busy}
        placeholder="Reason, if you deny (optional)"
        aria-label="Reason for denying (optional)"
        onChange={(event) => setReason(event.target.value)}
      />
      <button type="submit" className="deny" data-kind="deny" disabled={busy}>
        Deny
      </button>
      <button type="button" className="primary" data-kind="primary" disabled={busy} onClick={() => onDecide(true)}>
        Allow
      </button>
    </form>
  );
}

interface Circumstances {
  isOpen: boolean;
  busy: boolean;
  isUnknown: boolean;
}

function describe(
  part: MailPart,
  { isOpen, busy, isUnknown }: Circumstances,
): { heading: string; tag?: string; tone?: string } {
  switch (part.state) {
    case 'input-streaming':
    case 'input-available':
      return { heading: 'Writing an e-mail…' };
    case 'approval-requested':
      return isOpen ? { heading: 'Send this e-mail?' } : { heading: 'E-mail', tag: 'Not decided, not sent' };
    case 'approval-responded':
      if (!busy) {
        const said = part.approval.approved ? 'Allowed' : 'Denied';
        return { heading: 'E-mail', tag: `${said}, ${isUnknown ? 'outcome unknown' : 'not confirmed'}` };
      }
      return part.approval.approved
        ? { heading: 'E-mail', tag: 'Allowed, sending' }
        : { heading: 'E-mail', tag: 'Denied' };
    case 'output-denied':
      return { heading: 'E-mail', tag: 'Not sent', tone: 'bad' };
    case 'output-available':
      return { heading: 'E-mail', tag: 'Allowed and sent', tone: 'good' };
    case 'output-error':
      return { heading: 'E-mail', tag: 'Failed', tone: 'bad' };
  }
}

function isDecided({ state }: MailPart): boolean {
  return state === 'output-denied' || state === 'output-available' || state === 'output-error';
}
