import type { Item } from './types.js';

/** A conversation with things that may wait. @internal */
export interface Pending {
  readonly id: string;
  readonly waiting: readonly Item[];
  /** Whether anything waits: asked after every change. */
  readonly isWaiting: boolean;
}

type PendingListener = (pending: readonly PendingItem[]) => void;

/** Something that waits, and in which conversation. */
export interface PendingItem {
  chatId: string;
  item: Item;
}

/** What waits across all conversations of a page. */
export interface PendingRegistry {
  /** Everything that waits now; the same array until something changes. */
  readonly pending: readonly PendingItem[];
  /** Calls `listener` when something begins or stops to wait; returns the function that ends it. */
  onPending(listener: PendingListener): () => void;
}

/**
 * Held weakly: what waits in a conversation that nobody holds, nobody can answer,
 * and whoever forgets conversations, a server say, must not be made to keep them.
 */
const conversations = new Set<WeakRef<Pending>>();
const listeners = new Set<PendingListener>();

/** What waits across all conversations of a page, for badges, titles and notifications. */
export function pendingRegistry(): PendingRegistry {
  return {
    get pending() {
      return everything();
    },
    onPending(listener) {
      const own: PendingListener = (pending) => listener(pending);
      if (listeners.size === 0) told = everything();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Something began or stopped to wait in a conversation. @internal */
export function pendingChanged(conversation: Pending): void {
  const known = find(conversation);
  if (!conversation.isWaiting) {
    if (known !== undefined) conversations.delete(known);
  } else if (known === undefined) {
    conversations.add(new WeakRef(conversation));
  }
  tell();
}

/** A conversation is gone. @internal */
export function pendingGone(conversation: Pending): void {
  const known = find(conversation);
  if (known !== undefined && conversations.delete(known)) tell();
}

/** Where a conversation is held; forgets those that are not there any more. */
function find(conversation: Pending): WeakRef<Pending> | undefined {
  let found: WeakRef<Pending> | undefined;
  for (const held of conversations) {
    const there = held.deref();
    if (there === undefined) conversations.delete(held);
    else if (there === conversation) found = held;
  }
  return found;
}

/** What was read last, and what was told last. */
let read: readonly PendingItem[] = [];
let told: readonly PendingItem[] = [];

function tell(): void {
  if (listeners.size === 0) return;
  const pending = everything();
  if (pending === told) return;
  told = pending;
  for (const listener of [...listeners]) listener(pending);
}

function everything(): readonly PendingItem[] {
  const pending = [...conversations].flatMap((held) => {
    const there = held.deref();
    return there === undefined ? [] : there.waiting.map((item) => ({ chatId: there.id, item }));
  });
  const isSame = pending.length === read.length && pending.every(({ item }, index) => item === read[index]?.item);
  if (!isSame) read = pending;
  return read;
}
