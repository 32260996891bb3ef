import type { Item } from './types.js';

/** A conversation with things that may wait. @internal */
export interface Pending {
  readonly id: string;
  readonly waiting: readonly Item[];
}

type PendingListener = (pending: readonly PendingItem[]) => void;

/** Something that waits, and in which conversation. */
export interface PendingItem {
  chatId: string;
  item: Item;
}

/** What waits across all conversations of a page. */
export interface PendingRegistry {
  /** Everything that waits now. */
  readonly pending: readonly PendingItem[];
  /** Calls `listener` when something begins or stops to wait; returns the function that ends it. */
  onPending(listener: PendingListener): () => void;
}

const conversations = new Set<Pending>();
const listeners = new Set<PendingListener>();

/** What waits across all conversations of a page, for badges, titles and notifications. */
export function pendingRegistry(): PendingRegistry {
  return {
    get pending() {
      return everything();
    },
    onPending(listener) {
      const own: PendingListener = (pending) => listener(pending);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Something began or stopped to wait in a conversation. @internal */
export function pendingChanged(conversation: Pending): void {
  if (conversation.waiting.length > 0) conversations.add(conversation);
  else conversations.delete(conversation);
  if (listeners.size === 0) return;
  const pending = everything();
  for (const listener of [...listeners]) listener(pending);
}

/** A conversation is gone. @internal */
export function pendingGone(conversation: Pending): void {
  if (conversations.delete(conversation)) {
    const pending = everything();
    for (const listener of [...listeners]) listener(pending);
  }
}

function everything(): PendingItem[] {
  return [...conversations].flatMap(({ id, waiting }) => waiting.map((item) => ({ chatId: id, item })));
}
