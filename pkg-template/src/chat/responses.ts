import type { ChatTransport, UIMessage } from 'ai';
import { isChatError } from '../chat-error.js';
import { failing } from '../core/settings.js';
import type { Undelivered } from '../transport/fetching.js';
import type { ByteTransport, ReconnectRequest, SendRequest } from '../transport/http-chat-transport.js';
import { isError } from './host-errors.js';

/** A response as it comes: bytes of our own transport, or chunk objects of another. */
export type ResponseStream =
  | { kind: 'bytes'; stream: ReadableStream<Uint8Array>; speak?: ByteTransport<UIMessage>['speak'] }
  | { kind: 'chunks'; stream: ReadableStream<unknown> };

type Transport<M extends UIMessage> = ChatTransport<M> | ByteTransport<M>;

/** Sends the conversation. */
export async function openResponse<M extends UIMessage>(
  transport: Transport<M>,
  request: SendRequest<M>,
): Promise<ResponseStream> {
  if (isOurs(transport)) {
    const stream = await transport.openResponse(request);
    return { kind: 'bytes', stream, speak: (core, run) => transport.speak?.(core, run) };
  }
  return { kind: 'chunks', stream: await transport.sendMessages(request) };
}

/** Looks for a response to resume. */
export async function reopenResponse<M extends UIMessage>(
  transport: Transport<M>,
  request: ReconnectRequest,
): Promise<ResponseStream | null> {
  if (isOurs(transport)) {
    const stream = await transport.reopenResponse(request);
    return stream && { kind: 'bytes', stream };
  }
  const stream = await transport.reconnectToStream(request);
  return stream && { kind: 'chunks', stream };
}

/** Told by its method, and not by `instanceof`: two copies of the package may meet. */
export function isOurs<M extends UIMessage>(transport: Transport<M>): transport is ByteTransport<M> {
  return typeof (transport as Partial<ByteTransport<M>>).openResponse === 'function';
}

/** How a response failed, in the words that Rust understands. */
export interface FailureReport {
  kind: number;
  error: unknown;
  status: number;
}

/** Reads a failure off what a transport threw. */
export function failureOf(thrown: unknown, isStreaming: boolean, isOurTransport: boolean): FailureReport {
  if (isUndelivered(thrown)) {
    return { kind: isDisconnect(thrown.cause) ? failing.network : failing.transport, error: thrown.cause, status: 0 };
  }
  const status = statusOf(thrown);
  if (!isStreaming && status !== undefined) return { kind: failing.status, error: thrown, status };
  if (isDisconnect(thrown)) return { kind: failing.network, error: thrown, status: 0 };
  if (isChatError(thrown) && thrown.code === 'empty_response') {
    return { kind: failing.empty, error: thrown, status: 0 };
  }
  // What our own transport throws before it has called `fetch` never left.
  const kind = isOurTransport && !isStreaming ? failing.beforeSending : failing.transport;
  return { kind, error: thrown, status: 0 };
}

/** Told by its field, as it may be of another copy. */
function isUndelivered(thrown: unknown): thrown is Undelivered {
  return (thrown as Partial<Undelivered> | null | undefined)?.isUndelivered === true;
}

/** The HTTP status of our error, or of AI SDK's. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown };
  const found = status ?? statusCode;
  return typeof found === 'number' ? found : undefined;
}

/** As AI SDK tells a broken connection: Chromium, Firefox, Safari and Node each word it differently. */
function isDisconnect(error: unknown): boolean {
  if (!isError(error) || error.name !== 'TypeError') return false;
  const message = error.message.toLowerCase();
  return (
    message.includes('fetch') || message.includes('network') || message === 'load failed' || message === 'terminated'
  );
}
