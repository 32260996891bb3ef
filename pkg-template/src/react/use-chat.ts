import type { UIMessage } from 'ai';
import { useCallback, useEffect, useInsertionEffect, useRef, useSyncExternalStore } from 'react';
import { ChatController, type ChatControllerInit, type ChatSnapshot } from '../index.js';

/** Options of {@link useChat}: a conversation of your own, or how to make one. */
export type UseChatOptions<M extends UIMessage = UIMessage> = ({ chat: ChatController<M> } | ChatControllerInit<M>) & {
  /** At most one render in that many milliseconds while content arrives. @defaultValue once per frame */
  throttle?: number;
  /** @deprecated AI SDK's earlier name of `throttle`. */
  experimental_throttle?: number;
  /** Go on with a response that is still being written when the component mounts. */
  resume?: boolean;
};

/** What {@link useChat} gives: AI SDK's `UseChatHelpers`. */
export interface UseChatHelpers<M extends UIMessage = UIMessage>
  extends Pick<
    ChatController<M>,
    | 'sendMessage'
    | 'regenerate'
    | 'stop'
    | 'resumeStream'
    | 'addToolOutput'
    | 'addToolResult'
    | 'addToolApprovalResponse'
    | 'clearError'
  > {
  readonly id: string;
  readonly messages: M[];
  readonly status: ChatSnapshot['status'];
  readonly error: Error | undefined;
  /** Replaces the messages, or changes them by a function of the current ones. */
  setMessages(messages: M[] | ((messages: M[]) => M[])): void;
}

/**
 * AI SDK's `useChat` on a {@link ChatController}. Without a `chat` of your own it
 * makes one, and a new one when `id` changes.
 *
 * @example
 * ```tsx
 * import { lastAssistantMessageIsComplete } from 'countersign';
 * import { useChat } from 'countersign/react';
 *
 * export function Messages() {
 *   const { messages, sendMessage, status } = useChat({
 *     sendAutomaticallyWhen: lastAssistantMessageIsComplete,
 *   });
 *   return (
 *     <button disabled={status !== 'ready'} onClick={() => sendMessage({ text: 'Hello' })}>
 *       {messages.length} messages
 *     </button>
 *   );
 * }
 * ```
 */
export function useChat<M extends UIMessage = UIMessage>(options: UseChatOptions<M> = {}): UseChatHelpers<M> {
  const chat = useController(options);
  const cadence = options.throttle ?? options.experimental_throttle ?? 'frame';
  const subscribe = useCallback((listener: () => void) => chat.subscribe(listener, cadence), [chat, cadence]);
  const snapshot = useSyncExternalStore(subscribe, chat.getSnapshot, chat.getSnapshot);
  useResume(chat, options.resume === true);
  const setMessages = useCallback<UseChatHelpers<M>['setMessages']>(
    (messages) => {
      chat.messages = typeof messages === 'function' ? messages(chat.messages) : messages;
    },
    [chat],
  );
  const { sendMessage, regenerate, stop, resumeStream, addToolOutput, addToolResult, addToolApprovalResponse } = chat;
  return {
    ...snapshot,
    setMessages,
    sendMessage,
    regenerate,
    stop,
    resumeStream,
    addToolOutput,
    addToolResult,
    addToolApprovalResponse,
    clearError: chat.clearError,
  };
}

/** The conversation given, or one of the component's own. */
function useController<M extends UIMessage>(options: UseChatOptions<M>): ChatController<M> {
  const given = 'chat' in options ? options.chat : undefined;
  const own = useRef<{ chat: ChatController<M>; id: string | undefined } | undefined>(undefined);
  const init = options as ChatControllerInit<M>;
  if (given === undefined && (own.current === undefined || own.current.id !== init.id)) {
    own.current = { chat: new ChatController<M>(init), id: init.id };
  }
  const chat = given ?? (own.current as { chat: ChatController<M> }).chat;
  // Callbacks of the latest render, without a new conversation.
  useInsertionEffect(() => {
    if (given === undefined) chat.configure(init);
  });
  useStopOnUnmount(given === undefined ? chat : undefined);
  return chat;
}

/** What the component owns is stopped when it goes; a remount in between keeps it. */
function useStopOnUnmount<M extends UIMessage>(chat: ChatController<M> | undefined): void {
  const mounts = useRef(new Map<ChatController<M>, number>());
  useEffect(() => {
    if (chat === undefined) return;
    const counts = mounts.current;
    counts.set(chat, (counts.get(chat) ?? 0) + 1);
    return () => {
      counts.set(chat, (counts.get(chat) ?? 1) - 1);
      queueMicrotask(() => {
        if (counts.get(chat) === 0) {
          counts.delete(chat);
          void chat.stop();
        }
      });
    };
  }, [chat]);
}

/** One request, also where effects run twice. */
function useResume<M extends UIMessage>(chat: ChatController<M>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    let isMounted = true;
    queueMicrotask(() => {
      if (isMounted) void chat.resumeStream();
    });
    return () => {
      isMounted = false;
    };
  }, [chat, wanted]);
}
