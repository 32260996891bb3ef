import { type ReactNode, useId, useRef, useState } from 'react';
import type { AnswerResult, Item, PendingItem } from '../../index.js';
import { usePending } from '../../react/use-human.js';
import { SafeText } from '../display/safe-text.js';
import { ValueView } from '../display/value-view.js';
import { useInert } from '../guard/use-inert.js';
import { counted, filled } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { goToItem } from './anchors.js';
import { useKeyboardInset } from './keyboard-inset.js';

/** What a {@link PendingBar} needs of a conversation: a `ChatController` has it. */
export interface DecidingChat {
  readonly id: string;
  respondToApproval(id: string, approved: boolean, options: { revision: number }): Promise<AnswerResult>;
  isReadOnly(id: string): boolean;
}

/** What a {@link PendingBar} needs. */
export interface PendingBarProps {
  /** The conversations about whose calls a set can be decided together. @defaultValue none */
  chats?: readonly DecidingChat[];
  /** For how long the decision does nothing after it has appeared, in milliseconds. @defaultValue 400 */
  inertMs?: number | undefined;
  /** Shows another conversation, or what waits and is not on the page. */
  onOpen?: (pending: PendingItem) => void;
}

const NO_CHATS: readonly DecidingChat[] = [];

/**
 * How much waits for the person, in all conversations of the page, the way to the
 * next thing, and a decision about several calls at once. Shows nothing while
 * nothing waits.
 */
export function PendingBar({ chats = NO_CHATS, inertMs, onOpen }: PendingBarProps): ReactNode {
  const locale = useLocale();
  const { tag, direction, texts } = locale;
  const pending = usePending();
  const bar = useRef<HTMLElement>(null);
  const last = useRef<string | undefined>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  useKeyboardInset(bar);

  const goTo = (one: PendingItem) => {
    last.current = keyOf(one);
    if (!goToItem(one)) onOpen?.(one);
  };
  const goToNext = () => {
    const at = pending.findIndex((one) => keyOf(one) === last.current);
    const next = pending[(at + 1) % pending.length];
    if (next !== undefined) goTo(next);
  };
  const decidable = pending.filter((one) => chatOf(chats, one) !== undefined);
  if (pending.length === 0) return null;
  return (
    <section
      ref={bar}
      className="countersign countersign-pending-bar"
      lang={tag}
      dir={direction}
      aria-label={counted(locale, texts.pending.waiting, pending.length)}
    >
      <div className="countersign-pending-row">
        <p>{counted(locale, texts.pending.waiting, pending.length)}</p>
        {decidable.length > 1 && (
          <button
            type="button"
            data-kind="quiet"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {texts.pending.decideTogether}
          </button>
        )}
        <button type="button" onClick={goToNext}>
          {texts.pending.next}
        </button>
      </div>
      {isOpen && decidable.length > 1 && (
        <DecideTogether id={panel} chats={chats} pending={decidable} inertMs={inertMs} onShow={goTo} />
      )}
    </section>
  );
}

interface DecideTogetherProps {
  id: string;
  chats: readonly DecidingChat[];
  pending: readonly PendingItem[];
  inertMs: number | undefined;
  onShow: (pending: PendingItem) => void;
}

/** The calls that wait, each with its input; only those that the person has picked are decided about. */
function DecideTogether({ id, chats, pending, inertMs, onShow }: DecideTogetherProps): ReactNode {
  const locale = useLocale();
  const words = locale.texts.pending;
  // With the revision that was seen: what has changed since is not picked any more.
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = pending.filter((one) => picked.has(pickOf(one)));
  // Whatever comes or goes moves the buttons under the pointer.
  const isInert = useInert(inertMs, pending.map(pickOf).join());
  const decide = (approved: boolean) => {
    if (isInert) return;
    setPicked(new Set());
    for (const one of chosen) {
      const { id, revision } = one.item;
      void chatOf(chats, one)?.respondToApproval(id, approved, { revision });
    }
  };
  return (
    <form id={id} className="countersign-together" onSubmit={(event) => event.preventDefault()}>
      <ul>
        {pending.map((one) => {
          const key = pickOf(one);
          const { toolName = '', source } = one.item;
          return (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  checked={picked.has(key)}
                  onChange={({ target }) => setPicked(withOrWithout(picked, key, target.checked))}
                />
                <b>
                  <SafeText text={toolName} />
                </b>{' '}
                {source !== undefined && (
                  <span className="countersign-source">
                    <SafeText text={source} />
                  </span>
                )}
              </label>
              <ValueView value={inputOf(one.item)} />
              <button type="button" data-kind="quiet" onClick={() => onShow(one)}>
                {filled(words.show, { what: toolName })}
              </button>
            </li>
          );
        })}
      </ul>
      <div className="countersign-decision">
        <button
          type="button"
          data-kind="deny"
          disabled={chosen.length === 0}
          aria-disabled={isInert}
          onClick={() => decide(false)}
        >
          {counted(locale, words.denyCount, chosen.length)}
        </button>
        <button
          type="button"
          data-kind="primary"
          disabled={chosen.length === 0}
          aria-disabled={isInert}
          onClick={() => decide(true)}
        >
          {counted(locale, words.allowCount, chosen.length)}
        </button>
      </div>
    </form>
  );
}

const keyOf = ({ chatId, item }: PendingItem): string => JSON.stringify([chatId, item.id]);

const pickOf = ({ chatId, item }: PendingItem): string => JSON.stringify([chatId, item.id, item.revision]);

const inputOf = (item: Item): unknown => ('input' in item ? item.input : undefined);

/** The conversation in which this viewer may decide about an approval. */
function chatOf(chats: readonly DecidingChat[], { chatId, item }: PendingItem): DecidingChat | undefined {
  if (item.kind !== 'approval') return undefined;
  return chats.find((chat) => chat.id === chatId && !chat.isReadOnly(item.id));
}

function withOrWithout(set: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(key);
  else next.delete(key);
  return next;
}
