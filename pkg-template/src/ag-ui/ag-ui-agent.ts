import type { UIMessage } from 'ai';
import type { AnyMessage } from '../any-message.js';
import { statusOf } from '../chat/responses.js';
import { Undelivered } from '../transport/fetching.js';
import { type AgUiOptions, AgUiTransport } from './ag-ui-transport.js';

/** What is needed of an agent of `@ag-ui/client`: an `AbstractAgent` has it. */
export interface AgUiAgent {
  readonly threadId?: string;
  run(input: never): {
    subscribe(observer: { next(event: unknown): void; error(error: unknown): void; complete(): void }): {
      unsubscribe(): void;
    };
  };
  abortRun?(): void;
  /** What `HttpAgent` ends its requests with; once used, it ends all that follow. */
  abortController?: AbortController;
}

/**
 * A transport to an agent of `@ag-ui/client`: its events are read as
 * {@link AgUiTransport} reads them. Only its `run` is called: its own messages
 * stay as they are, its middleware and subscribers are not asked.
 *
 * @example
 * ```ts
 * import { HttpAgent } from '@ag-ui/client';
 * import { ChatController } from 'countersign';
 * import { agUiAgent } from 'countersign/ag-ui';
 *
 * const chat = new ChatController({ transport: agUiAgent(new HttpAgent({ url: '/agent' })) });
 * console.log(chat.status); // 'ready'
 * ```
 */
export function agUiAgent<M extends UIMessage = AnyMessage>(
  agent: AgUiAgent,
  options: AgUiOptions = {},
): AgUiTransport<M> {
  const named = agent.threadId === undefined ? options : { threadId: agent.threadId, ...options };
  return new AgUiTransport<M>(named, async (input, { abortSignal }) => {
    if (agent.abortController?.signal.aborted) agent.abortController = new AbortController();
    return bytesOf(agent, agent.run(JSON.parse(input) as never), abortSignal);
  });
}

/** The events of a run as bytes, once there is one: a refusal is none. */
function bytesOf(
  agent: AgUiAgent,
  events: ReturnType<AgUiAgent['run']>,
  abortSignal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  return new Promise((resolve, reject) => {
    let isOver = false;
    const run = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, { highWaterMark: Infinity });
    const writer = run.writable.getWriter();
    const over = (end: () => void) => {
      if (isOver) return;
      isOver = true;
      end();
    };
    const fail = (error: unknown) => {
      reject(statusOf(error) === undefined ? new Undelivered(error) : error);
      writer.abort(error).catch(() => {});
    };
    const subscription = events.subscribe({
      next: (event: unknown) => {
        if (isOver) return;
        resolve(run.readable);
        writer.write(encoder.encode(`data: ${JSON.stringify(event)}\n\n`)).catch(() => {});
      },
      error: (error: unknown) => over(() => fail(error)),
      complete: () =>
        over(() => {
          resolve(run.readable);
          writer.close().catch(() => {});
        }),
    });
    const stop = () =>
      over(() => {
        subscription.unsubscribe();
        agent.abortRun?.();
        fail(abortSignal.reason);
      });
    abortSignal.addEventListener('abort', stop);
    writer.closed.catch(stop);
  });
}
