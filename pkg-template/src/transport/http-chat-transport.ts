import type { ChatRequestOptions, UIMessage } from 'ai';
import type { AnyMessage } from '../any-message.js';
import { ChatError } from '../chat-error.js';

/** A value, or a function that gives it, now or later. */
export type Resolvable<T> = T | Promise<T> | (() => T | Promise<T>);

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
    return this.#fetch(prepared?.api ?? base.api, {
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
    return this.#fetch(
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

  #fetch(api: string, init: Loosened<RequestInit>): Promise<ReadableStream<Uint8Array>>;
  #fetch(api: string, init: Loosened<RequestInit>, nothing: number): Promise<ReadableStream<Uint8Array> | null>;
  async #fetch(api: string, init: Loosened<RequestInit>, nothing?: number): Promise<ReadableStream<Uint8Array> | null> {
    // Looked up at the call: others may have replaced it meanwhile.
    const fetch = this.#options.fetch ?? globalThis.fetch;
    let response: Response;
    try {
      response = await fetch(api, init as RequestInit);
    } catch (cause) {
      throw new Undelivered(cause);
    }
    if (response.status === nothing) return null;
    if (!response.ok) throw await refusal(response);
    if (response.body === null) {
      throw new ChatError('empty_response', 'The response body is empty.', { retryable: true });
    }
    return response.body;
  }
}

/** The request was handed to the network, and what became of it is not known. @internal */
export class Undelivered {
  /** How another copy of the package knows it. */
  readonly isUndelivered = true;

  constructor(readonly cause: unknown) {}
}

type Loosened<T> = { [K in keyof T]?: T[K] | undefined };

async function resolve<T>(value: Resolvable<T> | undefined): Promise<T | undefined> {
  return typeof value === 'function' ? await (value as () => T | Promise<T>)() : await value;
}

/** Headers as a plain object with names in lower case; later ones win. */
function plainHeaders(headers: HeadersInit | undefined): Record<string, string> {
  if (headers === undefined) return {};
  const isPlain = !Array.isArray(headers) && typeof (headers as Headers).forEach !== 'function';
  const pairs = isPlain ? Object.entries(headers as Record<string, string | undefined>) : [...(headers as Headers)];
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (value == null ? [] : [[(name as string).toLowerCase(), value]])),
  );
}

async function refusal(response: Response): Promise<ChatError> {
  const text = await response.text().catch(() => '');
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON: the text itself is the body.
  }
  const retryAfter = delay(response.headers.get('retry-after'));
  return new ChatError('http_status', text === '' ? 'Failed to fetch the chat response.' : text, {
    status: response.status,
    body,
    retryable: response.status >= 500 || [408, 409, 425, 429].includes(response.status),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** `Retry-After` in milliseconds: a number of seconds or a date (RFC 9110, 10.2.3). */
function delay(header: string | null): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1000 : httpDate(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

/** A date in one of HTTP's three forms (RFC 9110, 5.6.7). The engine takes much else for a date. */
function httpDate(text: string): number {
  const isDate =
    /^[A-Z][a-z]+(?:, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} [\d:]{8} GMT| [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;
  if (!isDate.test(text)) return Number.NaN;
  // The form of C's `asctime` does not name its time zone.
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
}

function reconnectUrl(api: string, chatId: string): string {
  // Such an id would change the path, even when its dots are encoded.
  if (chatId === '.' || chatId === '..') {
    throw new ChatError('invalid_argument', 'Chat IDs must not be "." or ".." when using the default reconnect URL.');
  }
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(api) ?? [];
  return `${path.replace(/\/$/, '')}/${encodeURIComponent(chatId)}/stream${rest}`;
}
