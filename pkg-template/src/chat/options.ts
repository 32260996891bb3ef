import type { ChatInit, ChatTransport, UIMessage } from 'ai';
import type { AgUiTransport } from '../ag-ui/ag-ui-transport.js';
import type { AnyMessage } from '../any-message.js';
import { setting } from '../core/settings.js';
import type { Grant, HumanInit, InputRequest, PendingApproval } from '../human/types.js';
import { knownPredicates } from '../transcript/complete.js';
import type { HttpChatTransport } from '../transport/http-chat-transport.js';

/**
 * How often listeners are told of new content:
 *
 * - `'read'`: once per network read (the default)
 * - `'chunk'`: after every chunk, so that every intermediate state is seen
 * - `'microtask'`: once per microtask
 * - `'frame'`: once per animation frame; every 16 ms where there are none or
 *   the page is hidden
 * - a number: at most once in that many milliseconds
 *
 * Status and errors are never delayed.
 */
export type Notify = 'read' | 'chunk' | 'microtask' | 'frame' | number;

/** AI SDK's `ChatInit`, and what is ours. */
export interface ChatControllerInit<M extends UIMessage = AnyMessage>
  extends Omit<ChatInit<M>, 'transport'>,
    HumanInit {
  /** Any AI SDK transport, or ours. @defaultValue `new HttpChatTransport()` */
  transport?: ChatTransport<M> | HttpChatTransport<M> | AgUiTransport<M>;
  /**
   * What a new message of the person does to approvals and questions that still
   * wait: `'settle'` writes them off in the same request, `'refuse'` refuses the
   * message. @defaultValue `'settle'`
   */
  pendingOnSend?: 'settle' | 'refuse';
  /** How often listeners are told. @defaultValue `'read'` */
  notify?: Notify;
}

/** What a front end shows. The same object until something changes. */
export interface ChatSnapshot<M extends UIMessage = AnyMessage> {
  readonly id: string;
  readonly messages: M[];
  readonly status: 'submitted' | 'streaming' | 'ready' | 'error';
  readonly error: Error | undefined;
  /** The messages that wait to be sent (`experimental_queue`), in the order in which they go. */
  readonly experimental_queuedMessages: M[];
  /** The tool calls that wait for a decision. */
  readonly approvals: readonly PendingApproval[];
  /** The forms and addresses that wait. */
  readonly inputRequests: readonly InputRequest[];
  /** The rules that answer approvals. */
  readonly grants: readonly Grant[];
}

/** What the application has, as bits for Rust. */
export function settingsOf<M extends UIMessage>(init: ChatControllerInit<M>): number {
  const bits: [unknown, number][] = [
    [init.onToolCall, setting.toolCall],
    [init.onData, setting.data],
    [init.messageMetadataSchema, setting.metadataSchema],
    [init.dataPartSchemas, setting.dataSchemas],
    [init.notify === 'chunk', setting.everyChunk],
    [init.sendAutomaticallyWhen, setting.sendsAutomatically],
    [init.pendingOnSend === 'refuse', setting.refuseWhilePending],
    [init.experimental_queue === true, setting.queues],
  ];
  const known = knownPredicates.get(init.sendAutomaticallyWhen) ?? 0;
  return bits.reduce((sum, [has, bit]) => (has ? sum | bit : sum), known);
}
