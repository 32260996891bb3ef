import type { UIMessage } from 'ai';
import type { ReactNode } from 'react';
import type { ChatController, Item } from '../../index.js';
import { useLocale } from '../locale/locale-provider.js';
import { Countdown } from './countdown.js';
import { outcomeInWords } from './outcome.js';

/** What an {@link Afterwards} needs. */
export interface AfterwardsProps<M extends UIMessage> {
  chat: ChatController<M>;
  item: Item;
  isInert: boolean;
  undo(): void;
  resend(): Promise<void>;
}

/** What stands in the place of the controls of an item that takes no answer: what becomes of it, or became. */
export function Afterwards<M extends UIMessage>({ chat, item, isInert, undo, resend }: AfterwardsProps<M>): ReactNode {
  const locale = useLocale();
  const words = locale.texts.approval;
  switch (item.stage) {
    case 'pending':
      return <p>{words.readOnly}</p>;
    case 'answered':
      return item.heldUntil === undefined ? (
        <p>{words.waitsForOthers}</p>
      ) : (
        <div className="countersign-actions">
          <Countdown until={item.heldUntil} now={chat.now} text={words.goesOutIn} />
          <button type="button" aria-disabled={isInert} onClick={undo}>
            {words.undo}
          </button>
        </div>
      );
    case 'sending':
      return <p>{words.sending}</p>;
    case 'unknown':
      return (
        <div className="countersign-actions">
          <p>{words.unknown}</p>
          <button type="button" aria-disabled={isInert} onClick={() => void resend()}>
            {words.sendAgain}
          </button>
        </div>
      );
    case 'approved':
    case 'denied':
    case 'settled':
    case 'cancelled':
    case 'expired':
    case 'superseded':
    case 'withdrawn':
      return <p className="countersign-outcome">{outcomeInWords(locale, item)}</p>;
  }
}
