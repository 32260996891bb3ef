import type { UIMessage } from 'ai';
import { skeleton } from '../core/skeleton.js';
import { core } from '../core/wasm.js';
import { type ApprovalReference, getPendingApprovals, getPendingToolCalls, type ToolCallReference } from './calls.js';

/** Why an answer ended. */
export type Ending = 'waits-for-person' | 'waits-to-be-sent' | 'step-limit' | 'stopped' | 'complete';

/** What is known of an answer's end besides its message. */
export interface EndingInfo {
  /** Somebody stopped it. */
  stopped?: boolean;
  /** What the server said. */
  finishReason?: string | undefined;
}

/** Why the answer in `message` ended. `finishReason === 'tool-calls'` alone does not tell. */
export function endingOf(message: UIMessage, { stopped = false, finishReason }: EndingInfo = {}): Ending {
  return core().endingOf(JSON.stringify(skeleton(message)), stopped, finishReason) as Ending;
}

/** Whether the answer waits for a person: not a step limit, and not a stop. */
export function isPaused(message: UIMessage, info: EndingInfo = {}): boolean {
  return endingOf(message, info) === 'waits-for-person';
}

/** The list with `message` in the place of the one with its id, or at the end. */
export function upsertMessage<M extends UIMessage>(messages: readonly M[], message: M): M[] {
  const at = messages.findIndex(({ id }) => id === message.id);
  const list = [...messages];
  list[at === -1 ? list.length : at] = message;
  return list;
}

/**
 * The key under which an action is done once: a retry of the same choice has the
 * same one, the same call id in another conversation has another.
 */
export function idempotencyKey(chatId: string, toolCallId: string): string {
  // A colon in an id must not make two pairs look alike.
  const plain = (id: string) => id.replace(/[%:]/g, encodeURIComponent);
  return `${plain(chatId)}:${plain(toolCallId)}`;
}

/** What an audit trail keeps beside the canonical message. */
export interface AuditSnapshot {
  messageId: string;
  ending: Ending;
  stopped: boolean;
  pendingQuestions: ToolCallReference[];
  pendingApprovals: ApprovalReference[];
}

/** What waits in a message at this moment, for an audit trail. */
export function auditSnapshot(message: UIMessage, info: EndingInfo = {}): AuditSnapshot {
  return {
    messageId: message.id,
    ending: endingOf(message, info),
    stopped: info.stopped === true,
    pendingQuestions: getPendingToolCalls([message]),
    pendingApprovals: getPendingApprovals([message]),
  };
}
