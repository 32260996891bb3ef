import { useCallback, useEffect, useId, useState } from 'react';
import type { Mail } from './chat-types';
import { useWords } from './words/use-words';

/** A mail that went out, named by the call that sent it. */
type SentMail = Mail & { id: string };

/** What the server has really sent for this conversation. */
export function useOutbox(chatId: string) {
  const [{ owner, mails }, setSent] = useState<{ owner: string; mails: SentMail[] }>({ owner: chatId, mails: [] });
  const refresh = useCallback(() => {
    fetch(`/api/outbox?chat=${encodeURIComponent(chatId)}`)
      .then((response) => response.json())
      .then((box: { mails: SentMail[] }) => setSent({ owner: chatId, mails: box.mails }))
      .catch(() => {}); // the server is away: the chat itself says so, and the next refresh corrects the count
  }, [chatId]);
  useEffect(refresh, [refresh]);
  return { mails: owner === chatId ? mails : [], refresh };
}

export function OutboxPanel({ mails }: { mails: SentMail[] }) {
  const say = useWords();
  const title = useId();
  return (
    <section className="panel" aria-labelledby={title}>
      <h2 id={title}>
        {say('Outbox')} <OutboxCount mails={mails} />
      </h2>
      {mails.length === 0 ? (
        <p className="fine">{say('Nothing has been sent.')}</p>
      ) : (
        <ul className="sent">
          {mails.map((mail) => (
            <li key={mail.id}>
              <span className="sent-to">{mail.to}</span>
              <span>{mail.subject}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Where there is no room for the panel: its number, and the panel on demand. */
export function OutboxButton({ mails }: { mails: SentMail[] }) {
  const say = useWords();
  const sheet = useId();
  return (
    <>
      <button type="button" className="quiet outbox-button" popoverTarget={sheet}>
        {say('Outbox')} <OutboxCount mails={mails} />
      </button>
      <div popover="auto" id={sheet} className="outbox-sheet">
        <OutboxPanel mails={mails} />
      </div>
    </>
  );
}

function OutboxCount({ mails }: { mails: SentMail[] }) {
  return (
    <span className="count" data-testid="outbox-count">
      {mails.length}
    </span>
  );
}
