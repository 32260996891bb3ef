import { ChatError } from '../chat-error.js';

/** A value, or a function that gives it, now or later. */
export type Resolvable<T> = T | Promise<T> | (() => T | Promise<T>);

type Fetch = typeof globalThis.fetch;

/** Makes a request; gives the bytes of its response, or nothing where the status says that there is none. */
export function fetchBody(
  fetch: Fetch | undefined,
  api: string,
  init: Loosened<RequestInit>,
): Promise<ReadableStream<Uint8Array>>;
export function fetchBody(
  fetch: Fetch | undefined,
  api: string,
  init: Loosened<RequestInit>,
  nothing: number,
): Promise<ReadableStream<Uint8Array> | null>;
export async function fetchBody(
  fetch: Fetch | undefined,
  api: string,
  init: Loosened<RequestInit>,
  nothing?: number,
): Promise<ReadableStream<Uint8Array> | null> {
  let response: Response;
  try {
    // Looked up at the call: others may have replaced it meanwhile.
    response = await (fetch ?? globalThis.fetch)(api, init as RequestInit);
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

/** The request was handed to the network, and what became of it is not known. @internal */
export class Undelivered {
  /** How another copy of the package knows it. */
  readonly isUndelivered = true;

  constructor(readonly cause: unknown) {}
}

type Loosened<T> = { [K in keyof T]?: T[K] | undefined };

/** The value, once it is there. */
export async function resolve<T>(value: Resolvable<T> | undefined): Promise<T | undefined> {
  return typeof value === 'function' ? await (value as () => T | Promise<T>)() : await value;
}

/** Headers as a plain object with names in lower case; later ones win. */
export function plainHeaders(headers: HeadersInit | undefined): Record<string, string> {
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
