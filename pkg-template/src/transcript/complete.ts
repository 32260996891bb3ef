import type { UIMessage } from 'ai';
import { setting } from '../core/settings.js';
import { skeleton } from '../core/skeleton.js';
import { core } from '../core/wasm.js';

interface Conversation {
  messages: UIMessage[];
}

/**
 * Whether the last step of the last message has everything that was asked:
 * every question answered, every approval decided, and at least one of them.
 * Right also for a step that mixes both. Made for `sendAutomaticallyWhen`.
 */
export function lastAssistantMessageIsComplete({ messages }: Conversation): boolean {
  return core().lastMessageIsComplete(lastSkeleton(messages));
}

/** AI SDK's helper of this name: whether every tool call of the last step has a result. */
export function lastAssistantMessageIsCompleteWithToolCalls({ messages }: Conversation): boolean {
  return core().lastMessageIsCompleteWithToolCalls(lastSkeleton(messages));
}

/** AI SDK's helper of this name: whether every approval of the last step is decided. */
export function lastAssistantMessageIsCompleteWithApprovalResponses({ messages }: Conversation): boolean {
  return core().lastMessageIsCompleteWithApprovalResponses(lastSkeleton(messages));
}

/**
 * Where one of these is the application's predicate, Rust is told so by a
 * setting and asks the application only when it holds.
 */
export const knownPredicates: ReadonlyMap<unknown, number> = new Map([
  [lastAssistantMessageIsComplete, setting.whenComplete],
  [lastAssistantMessageIsCompleteWithToolCalls, setting.whenToolCallsAre],
  [lastAssistantMessageIsCompleteWithApprovalResponses, setting.whenApprovalsAre],
]);

function lastSkeleton(messages: UIMessage[]): string {
  return JSON.stringify(skeleton(messages.at(-1)));
}
