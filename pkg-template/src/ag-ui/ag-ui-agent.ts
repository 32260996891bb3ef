import type { UIMessage } from 'ai';
import type { AnyMessage } from '../any-message.js';
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
  const encoder = new TextEncoder();
  return new AgUiTransport<M>(named, async (input, { abortSignal }) => {
    if (agent.abortController?.signal.aborted) agent.abortController = new AbortController();
    const events = agent.run(JSON.parse(input) as never);
    let stop = () => {};
    return new ReadableStream<Uint8Array>({
      start(controller) {
        let isOver = false;
        const over = (end: () => void) => {
          if (isOver) return;
          isOver = true;
          end();
        };
        const subscription = events.subscribe({
          next: (event) => {
            if (!isOver) controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
          },
          error: (error) => over(() => controller.error(error)),
          complete: () => over(() => controller.close()),
        });
        stop = () => {
          subscription.unsubscribe();
          agent.abortRun?.();
        };
        abortSignal.addEventListener('abort', () => {
          stop();
          over(() => controller.error(abortSignal.reason));
        });
      },
      cancel: () => stop(),
    });
  });
}
