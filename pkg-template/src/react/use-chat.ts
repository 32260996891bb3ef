import type { UIMessage } from 'ai';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { AnyMessage, WithPackage } from '../any-message.js';
import type { ChatController, ChatControllerInit, ChatSnapshot, Notify } from '../index.js';
import { type OnUnmount, useController } from './use-controller.js';
import { useResume } from './use-resume.js';

/** Options of {@link useChat}: a conversation of your own, or how to make one. */
export type UseChatOptions<M extends UIMessage = AnyMessage> = ({ chat: ChatController<M> } | ChatControllerInit<M>) & {
  /** At most one render in that many milliseconds while content arrives. @defaultValue once per frame */
  throttle?: number;
  /** @deprecated AI SDK's earlier name of `throttle`. */
  experimental_throttle?: number;
  /**
   * Go on with a response that is still being written when the component mounts,
   * and when the page is shown again after the connection broke.
   */
  resume?: boolean;
  /**
   * What becomes of a response when the component goes and the conversation is
   * its own: `'stop'` ends it, `'detach'` lets it go on; a component that mounts
   * meanwhile with the same `id` takes it over. @defaultValue `'stop'`
   */
  onUnmount?: OnUnmount;
};

/** What {@link useChat} gives: AI SDK's `UseChatHelpers`, what waits for a person, and how to answer. */
export interface UseChatHelpers<M extends UIMessage = AnyMessage>
  extends ChatSnapshot<M>,
    Pick<
      ChatController<M>,
      | 'sendMessage'
      | 'regenerate'
      | 'stop'
      | 'resumeStream'
      | 'addToolOutput'
      | 'addToolResult'
      | 'addToolApprovalResponse'
      | 'respondToApproval'
      | 'respondToInput'
      | 'clearError'
      | 'experimental_removeQueuedMessage'
      | 'experimental_sendQueuedMessageNow'
    > {
  /** Replaces the messages, or changes them by a function of the current ones. */
  setMessages(messages: M[] | ((messages: M[]) => M[])): void;
  /** The conversation itself, for everything else. */
  readonly chat: ChatController<M>;
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
export function useChat<M extends UIMessage = AnyMessage>(
  options: WithPackage<UseChatOptions<M>> = {},
): UseChatHelpers<M> {
  const given = 'chat' in options ? options.chat : undefined;
  const init: ChatControllerInit<M> = given === undefined ? (options as ChatControllerInit<M>) : {};
  const chat = useController(given, init, options.onUnmount ?? 'stop');
  const cadence = options.throttle ?? options.experimental_throttle ?? init.notify ?? 'frame';
  const snapshot = useSnapshot(chat, cadence, given === undefined);
  useResume(chat, options.resume === true);
  const setMessages = useCallback<UseChatHelpers<M>['setMessages']>(
    (messages) => {
      chat.messages = typeof messages === 'function' ? messages(chat.messages) : messages;
    },
    [chat],
  );
  const { messages, status, error, experimental_queuedMessages, approvals, inputRequests, grants } = snapshot;
  return {
    chat,
    // Drawn when it is asked for.
    get id() {
      return chat.id;
    },
    messages,
    status,
    error,
    experimental_queuedMessages,
    approvals,
    inputRequests,
    grants,
    setMessages,
    sendMessage: chat.sendMessage,
    regenerate: chat.regenerate,
    stop: chat.stop,
    resumeStream: chat.resumeStream,
    addToolOutput: chat.addToolOutput,
    addToolResult: chat.addToolResult,
    addToolApprovalResponse: chat.addToolApprovalResponse,
    respondToApproval: chat.respondToApproval,
    respondToInput: chat.respondToInput,
    clearError: chat.clearError,
    experimental_removeQueuedMessage: chat.experimental_removeQueuedMessage,
    experimental_sendQueuedMessageNow: chat.experimental_sendQueuedMessageNow,
  };
}

/**
 * What the conversation showed when this component was told last: between two
 * notifications a render for another reason shows the same.
 */
function useSnapshot<M extends UIMessage>(chat: ChatController<M>, cadence: Notify, isOwn: boolean): ChatSnapshot<M> {
  const store = useMemo(() => {
    let shown = chat.getSnapshot();
    return {
      subscribe(listener: () => void) {
        shown = chat.getSnapshot();
        return chat.subscribe(() => {
          shown = chat.getSnapshot();
          listener();
        }, cadence);
      },
      read: () => shown,
      readOnServer() {
        // A server's render ends here, and nobody tells when it is over.
        if (isOwn) chat.rest();
        return shown;
      },
    };
  }, [chat, cadence, isOwn]);
  return useSyncExternalStore(store.subscribe, store.read, store.readOnServer);
}
