import { useCallback, useEffect, useId, useState } from 'react';
import type { Mail } from './chat-types';

/** What the server has really sent for this conversation. */
export function useOutbox(chatId: string) {
  const [{ owner, mails }, setSent] = useState<{ owner: string; mails: Mail[] }>({ owner: chatId, mails: [] });
  const refresh = useCallback(() => {
    fetch(`/api/outbox?chat=${encodeURIComponent(chatId)}`)
      .then((response) => response.json())
      .then((box: { mails: Mail[] }) => setSent({ owner: chatId, mails: box.mails }))
      .catch(() => {}); // the server is away: the chat itself says so, and the next refresh corrects the count
  }, [chatId]);
  useEffect(refresh, [refresh]);
  return { mails: owner === chatId ? mails : [], refresh };
}

export function OutboxPanel({ mails }: { mails: Mail[] }) {
  const title = useId();
  return (
    <section className="panel" aria-labelledby={title}>
      <h2 id={title}>
        Outbox <OutboxCount mails={mails} />
      </h2>
      {mails.length === 0 ? (
        <p className="fine">Nothing has been sent.</p>
      ) : (
        <ul className="sent">
          {mails.map((mail, index) => (
            <li key={index}>
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
export function OutboxButton({ mails }: { mails: Mail[] }) {
  const sheet = useId();
  return (
    <>
      <button type="button" className="quiet outbox-button" popoverTarget={sheet}>
        Outbox <OutboxCount mails={mails} />
      </button>
      <div popover="auto" id={sheet} className="outbox-sheet">
        <OutboxPanel mails={mails} />
      </div>
    </>
  );
}

function OutboxCount({ mails }: { mails: Mail[] }) {
  return (
    <span className="count" data-testid="outbox-count">
      {mails.length}
    </span>
  );
}
