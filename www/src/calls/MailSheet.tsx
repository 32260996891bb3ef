import type { Mail } from '../chat-types';
import { useWords } from '../words/use-words';

/** The mail as its reader would see it, and whole while it is being decided on; later its text folds away. */
export function MailSheet({ mail, isFolded = false }: { mail: Partial<Mail>; isFolded?: boolean }) {
  const say = useWords();
  const body = (
    <p className="body" dir="auto">
      {mail.body}
    </p>
  );
  return (
    <div className="sheet">
      <dl>
        <dt>{say('To')}</dt>
        <dd>{mail.to}</dd>
        <dt>{say('Subject')}</dt>
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
