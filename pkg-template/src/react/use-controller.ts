import type { UIMessage } from 'ai';
import { useEffect, useInsertionEffect, useRef } from 'react';
import { ChatController, type ChatControllerInit } from '../index.js';

/** What becomes of a response when its component goes. */
export type OnUnmount = 'stop' | 'detach';

/** Conversations that go on without a component, by the id they were made with. */
const detached = new Map<string, ChatController<never>>();

/** The conversation given, or one of the component's own. */
export function useController<M extends UIMessage>(
  given: ChatController<M> | undefined,
  init: ChatControllerInit<M>,
  onUnmount: OnUnmount,
): ChatController<M> {
  // A ref outlives hot reloads, which a memo does not. It holds one conversation
  // by id, so that a render that React throws away takes nothing away.
  const own = useRef<Map<string | undefined, ChatController<M>> | undefined>(undefined);
  own.current ??= new Map();
  const chat = given ?? ownChat(own.current, init);
  useInsertionEffect(() => {
    // Callbacks of the latest render, without a new conversation.
    if (given === undefined) chat.configure(init);
  });
  useEndOnUnmount(given === undefined ? chat : undefined, own.current, init.id, onUnmount);
  return chat;
}

function ownChat<M extends UIMessage>(
  own: Map<string | undefined, ChatController<M>>,
  init: ChatControllerInit<M>,
): ChatController<M> {
  const { id } = init;
  const known = own.get(id);
  if (known !== undefined) return known;
  const found = id === undefined ? undefined : (detached.get(id) as ChatController<M> | undefined);
  const chat = found ?? new ChatController<M>(init);
  own.set(id, chat);
  return chat;
}

/** What the component owns ends with it; a remount right after keeps it. */
function useEndOnUnmount<M extends UIMessage>(
  chat: ChatController<M> | undefined,
  own: Map<string | undefined, ChatController<M>>,
  id: string | undefined,
  onUnmount: OnUnmount,
): void {
  const latest = useRef(onUnmount);
  useInsertionEffect(() => {
    latest.current = onUnmount;
  });
  const mounted = useRef<ChatController<M> | undefined>(undefined);
  useEffect(() => {
    mounted.current = chat;
    if (chat === undefined) return;
    // Ids of earlier renders: their conversations have ended, or never began.
    for (const other of own.keys()) if (other !== id) own.delete(other);
    if (id !== undefined && detached.get(id) === (chat as unknown)) detached.delete(id);
    return () => {
      mounted.current = undefined;
      // StrictMode and hot reloads run effects again at once.
      queueMicrotask(() => {
        if (mounted.current === chat) return;
        if (latest.current === 'detach') detach(chat, id);
        else void chat.stop();
      });
    };
  }, [chat, own, id]);
}

/** Keeps a conversation until its turn is over. */
function detach<M extends UIMessage>(chat: ChatController<M>, id: string | undefined): void {
  const isBusy = () => chat.status === 'submitted' || chat.status === 'streaming';
  if (id === undefined || !isBusy()) return;
  detached.set(id, chat as unknown as ChatController<never>);
  const unsubscribe = chat.subscribe(() => {
    if (isBusy() && detached.get(id) === (chat as unknown)) return;
    unsubscribe();
    if (detached.get(id) === (chat as unknown)) detached.delete(id);
  });
}
