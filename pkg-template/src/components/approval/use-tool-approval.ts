import type { UIMessage } from 'ai';
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type {
  AnswerResult,
  ApprovalAnswers,
  ChatController,
  ChatError,
  Item,
  PendingApproval,
  ToolDecision,
} from '../../index.js';
import { useItem } from '../../react/use-human.js';
import { useInert } from '../guard/use-inert.js';

/** Whose answers these components give, and how carefully. */
export interface CardSettings {
  /** For how long controls do nothing after they have appeared, in milliseconds. @defaultValue 400 */
  inertMs?: number | undefined;
}

/** What {@link useToolApproval} takes. */
export interface ApprovalSettings extends CardSettings {
  /** Called with what the person decides, before it is given. */
  onToolDecision?: ((decision: ToolDecision, approval: Item) => void) | undefined;
}

/** One approval, and everything that a person can do about it. */
export interface ToolApprovalState {
  /** The approval, also when it is over; nothing for an id that is not known. */
  readonly item: Item | PendingApproval | undefined;
  /** Which answers can be carried back; offer no other. */
  readonly answers: ApprovalAnswers;
  /** It waits for an answer, and this viewer may give one. */
  readonly isOpen: boolean;
  /** Answers do nothing for now: the controls have just appeared, the agent is speaking, or an answer is being taken. */
  readonly isInert: boolean;
  /** Why the last answer was not taken. */
  readonly error: ChatError | undefined;
  /** Decides, about what is shown now. Does nothing while {@link ToolApprovalState.isInert}. */
  decide(decision: boolean | ToolDecision): Promise<void>;
  /** Takes the answer back while its window is open. Does nothing while {@link ToolApprovalState.isInert}. */
  undo(): void;
  /** Sends an answer of unknown outcome once more. Does nothing while {@link ToolApprovalState.isInert}. */
  resend(): Promise<void>;
}

const NONE: ApprovalAnswers = { reason: false, editInput: false, remember: false };

/** An approval without a look: state and answers for a component of your own. */
export function useToolApproval<M extends UIMessage = AnyMessage>(
  chat: ChatController<M>,
  id: string,
  { inertMs, onToolDecision }: ApprovalSettings = {},
): ToolApprovalState {
  const { item: known } = useItem(chat, id);
  const listed = useSyncExternalStore(
    chat.subscribe,
    () => chat.getSnapshot().approvals,
    () => chat.getSnapshot().approvals,
  ).find((approval) => approval.id === known?.id);
  const item = listed ?? known;
  const isBusy = useIsBusy(chat) && waitsWhileBusy(item);
  const isAppearing = useInert(inertMs, `${item?.id} ${item?.revision} ${item?.stage}`);
  const { isAnswering, error, attempt } = useAttempt(`${item?.id}`);
  const isInert = isAppearing || isBusy || isAnswering;
  const revision = item?.revision;

  const decide = (decision: boolean | ToolDecision): Promise<void> =>
    isInert || item === undefined
      ? Promise.resolve()
      : attempt(() => {
          onToolDecision?.(typeof decision === 'boolean' ? { approved: decision } : decision, item);
          return chat.respondToApproval(item.id, decision, revision === undefined ? {} : { revision });
        });
  return {
    item,
    answers: listed?.answers ?? NONE,
    isOpen: listed?.stage === 'pending' && !chat.isReadOnly(listed.id),
    isInert,
    error,
    decide,
    undo: () => {
      if (!isInert) void attempt(() => chat.undoAnswer(item?.id ?? id));
    },
    resend: () => (isInert ? Promise.resolve() : attempt(() => chat.resend(item?.id ?? id))),
  };
}

/** Whether a response is under way: answers would have to wait for it. */
export function useIsBusy<M extends UIMessage>(chat: ChatController<M>): boolean {
  const read = () => chat.status === 'submitted' || chat.status === 'streaming';
  return useSyncExternalStore(chat.subscribe, read, read);
}

/** Whether an item's answer has to wait while a response is under way; what was answered can always be taken back. */
export function waitsWhileBusy(item: Item | undefined): boolean {
  return item?.settlement === 'resume' && item.stage !== 'answered';
}

/** One attempt at a time, and why the last one about this failed. */
export function useAttempt(about: string): {
  isAnswering: boolean;
  error: ChatError | undefined;
  attempt: (answer: () => AnswerResult | PromiseLike<AnswerResult>) => Promise<void>;
} {
  const [isAnswering, setIsAnswering] = useState(false);
  const [failure, setFailure] = useState<{ about: string; error: ChatError }>();
  // Two clicks may come before anything is rendered.
  const isUnderWay = useRef(false);
  const attempt = useCallback(
    async (answer: () => AnswerResult | PromiseLike<AnswerResult>) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setIsAnswering(true);
      try {
        const result = await answer();
        setFailure(result.ok ? undefined : { about, error: result.error });
      } finally {
        isUnderWay.current = false;
        setIsAnswering(false);
      }
    },
    [about],
  );
  return { isAnswering, error: failure?.about === about ? failure.error : undefined, attempt };
}
