import type { UIMessage } from 'ai';
import type { ReactNode } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { ChatSnapshot, Item } from '../../index.js';
import { getPendingToolCalls } from '../../transcript/calls.js';
import { counted } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';

/** What {@link StatusLine} needs. */
export interface StatusLineProps<M extends UIMessage = AnyMessage>
  extends Pick<ChatSnapshot<M>, 'messages' | 'status' | 'approvals' | 'inputRequests'> {
  serverTools: readonly string[];
}

/** What the agent is doing, or how much it waits for. Seen, not announced: the announcer does that. */
export function StatusLine<M extends UIMessage = AnyMessage>(props: StatusLineProps<M>): ReactNode {
  const locale = useLocale();
  const { conversation } = locale.texts;
  const { status } = props;
  const isBusy = status === 'submitted' || status === 'streaming';
  const waiting = isBusy || status === 'error' ? 0 : countWaiting(props);
  const kind = isBusy ? 'busy' : status === 'error' ? 'error' : waiting > 0 ? 'waiting' : 'ready';
  const text = isBusy
    ? conversation[status]
    : status === 'error'
      ? conversation.stoppedByError
      : waiting > 0
        ? counted(locale, conversation.waiting, waiting)
        : conversation.ready;
  return (
    <p className="countersign-status" data-kind={kind}>
      <i aria-hidden="true" /> {text}
    </p>
  );
}

/** A question that became a request for input is one thing, not two. */
function countWaiting<M extends UIMessage>({
  messages,
  approvals,
  inputRequests,
  serverTools,
}: StatusLineProps<M>): number {
  const items: Item[] = [...approvals, ...inputRequests].filter(({ stage }) => stage === 'pending');
  const listed = new Set(items.map(({ toolCallId }) => toolCallId));
  const questions = getPendingToolCalls(messages.slice(-1)).filter(
    ({ toolCallId, toolName }) => !listed.has(toolCallId) && !serverTools.includes(toolName),
  );
  return items.length + questions.length;
}
