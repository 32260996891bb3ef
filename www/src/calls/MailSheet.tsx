import type { Mail } from '../chat-types';

/** The mail as its reader would see it, and whole while it is being decided on; later its text folds away. */
export function MailSheet({ mail, isFolded = false }: { mail: Partial<Mail>; isFolded?: boolean }) {
  const body = (
    <p className="body" dir="auto">
      {mail.body}
    </p>
  );
  return (
    <div className="sheet">
      <dl>
        <dt>To</dt>
        <dd>{mail.to}</dd>
        <dt>Subject</dt>
        <dd className="subject">{mail.subject}</dd>
      </dl>
      {isFolded ? (
        <details>
          <summary>Text of the e-mail</summary>
          {body}
        </details>
      ) : (
        body
      )}
    </div>
  );
}
