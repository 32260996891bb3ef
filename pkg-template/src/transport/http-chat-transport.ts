import type { ChatRequestOptions, UIMessage } from 'ai';
import type { AnyMessage } from '../any-message.js';
import { ChatError } from '../chat-error.js';
import type { Core } from '../core/generated/core.js';
import { fetchBody, plainHeaders, type Resolvable, resolve } from './fetching.js';

export type { Resolvable } from './fetching.js';

type Trigger = 'submit-message' | 'regenerate-message';

/** Changes the request that sends the conversation. What it returns replaces the default. */
export type PrepareSendMessagesRequest<M extends UIMessage> = (options: {
  id: string;
  messages: M[];
  requestMetadata: unknown;
  body: Record<string, unknown> | undefined;
  credentials: RequestCredentials | undefined;
  headers: HeadersInit | undefined;
  api: string;
  trigger: Trigger;
  messageId: string | undefined;
}) => PreparedRequest | PromiseLike<PreparedRequest>;

/** Changes the request that looks for a response to resume. */
export type PrepareReconnectToStreamRequest = (options: {
  id: string;
  requestMetadata: unknown;
  body: Record<string, unknown> | undefined;
  credentials: RequestCredentials | undefined;
  headers: HeadersInit | undefined;
  api: string;
}) => PreparedRequest | PromiseLike<PreparedRequest>;

/** What a request becomes. A `body` given here is sent alone, without the default fields. */
export interface PreparedRequest {
  body?: object;
  headers?: HeadersInit;
  credentials?: RequestCredentials;
  api?: string;
}

/** The options of {@link HttpChatTransport}, with the names and defaults of AI SDK's `DefaultChatTransport`. */
export interface HttpChatTransportOptions<M extends UIMessage = AnyMessage> {
  /** Where the conversation is sent. @defaultValue `'/api/chat'` */
  api?: string;
  credentials?: Resolvable<RequestCredentials>;
  headers?: Resolvable<Record<string, string> | Headers>;
  /** Fields that every request's body has besides the default ones. */
  body?: Resolvable<object>;
  fetch?: typeof globalThis.fetch;
  prepareSendMessagesRequest?: PrepareSendMessagesRequest<M>;
  prepareReconnectToStreamRequest?: PrepareReconnectToStreamRequest;
  /** As AI SDK has it. Not needed: how a resumed response begins tells. @defaultValue `true` */
  resumeStreamIsReplay?: boolean;
}

/** The request of one turn. @internal */
export interface SendRequest<M extends UIMessage> extends ChatRequestOptions {
  chatId: string;
  messages: M[];
  trigger: Trigger;
  messageId: string | undefined;
  abortSignal: AbortSignal;
}

/** The request for a response to resume. @internal */
export interface ReconnectRequest extends ChatRequestOptions {
  chatId: string;
  abortSignal: AbortSignal;
}

/** A transport of ours: responses are handed on as raw bytes. */
export interface ByteTransport<M extends UIMessage> {
  /** @internal */
  openResponse(request: SendRequest<M>): Promise<ReadableStream<Uint8Array>>;
  /** @internal */
  reopenResponse(request: ReconnectRequest): Promise<ReadableStream<Uint8Array> | null>;
  /** The wire's name, where it is not AI SDK's: it says who asks. @internal */
  readonly protocol?: string;
  /** Says in which wire a response is written, where it is not AI SDK's. @internal */
  speak?(core: Core, run: number): void;
}

/**
 * Speaks AI SDK's UI message stream over HTTP. Responses are handed on as raw
 * bytes and read in Rust.
 *
 * @example
 * ```ts
 * import { ChatController, HttpChatTransport } from 'countersign';
 *
 * const chat = new ChatController({
 *   transport: new HttpChatTransport({ api: '/api/chat', headers: { 'x-team': 'blue' } }),
 * });
 * console.log(chat.status); // 'ready'
 * ```
 */
export class HttpChatTransport<M extends UIMessage = AnyMessage> {
  readonly resumeStreamIsReplay: boolean;
  readonly #options: HttpChatTransportOptions<M>;

  constructor(options: HttpChatTransportOptions<M> = {}) {
    this.#options = options;
    this.resumeStreamIsReplay = options.resumeStreamIsReplay ?? true;
  }

  /** Sends the conversation; gives the bytes of the response. @internal */
  async openResponse(request: SendRequest<M>): Promise<ReadableStream<Uint8Array>> {
    const { chatId, messages, trigger, messageId, abortSignal, metadata } = request;
    const base = await this.#base(request);
    const prepared = await this.#options.prepareSendMessagesRequest?.({
      ...base,
      id: chatId,
      messages,
      trigger,
      messageId,
      requestMetadata: metadata,
    });
    const body = prepared?.body ?? { ...base.body, id: chatId, messages, trigger, messageId };
    return fetchBody(this.#options.fetch, prepared?.api ?? base.api, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...plainHeaders(prepared?.headers ?? base.headers) },
      body: JSON.stringify(body),
      credentials: prepared?.credentials ?? base.credentials,
      signal: abortSignal,
    });
  }

  /** Looks for a response to resume; gives its bytes, or nothing. @internal */
  async reopenResponse(request: ReconnectRequest): Promise<ReadableStream<Uint8Array> | null> {
    const { chatId, abortSignal, metadata } = request;
    const base = await this.#base(request);
    const prepared = await this.#options.prepareReconnectToStreamRequest?.({
      ...base,
      id: chatId,
      requestMetadata: metadata,
    });
    return fetchBody(
      this.#options.fetch,
      prepared?.api ?? reconnectUrl(base.api, chatId),
      {
        method: 'GET',
        headers: plainHeaders(prepared?.headers ?? base.headers),
        credentials: prepared?.credentials ?? base.credentials,
        signal: abortSignal,
      },
      204,
    );
  }

  async #base({ headers, body }: ChatRequestOptions) {
    const options = this.#options;
    const ownBody = await resolve(options.body);
    const ownHeaders = await resolve(options.headers);
    return {
      api: options.api ?? '/api/chat',
      body: { ...ownBody, ...body } as Record<string, unknown>,
      headers: { ...plainHeaders(ownHeaders), ...plainHeaders(headers) },
      credentials: await resolve(options.credentials),
    };
  }
}

function reconnectUrl(api: string, chatId: string): string {
  // Such an id would change the path, even when its dots are encoded.
  if (chatId === '.' || chatId === '..') {
    throw new ChatError('invalid_argument', 'Chat IDs must not be "." or ".." when using the default reconnect URL.');
  }
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(api) ?? [];
  return `${path.replace(/\/$/, '')}/${encodeURIComponent(chatId)}/stream${rest}`;
}
