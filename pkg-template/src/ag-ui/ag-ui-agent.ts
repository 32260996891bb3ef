import type { UIMessage } from 'ai';
import { type AgUiOptions, AgUiTransport } from './ag-ui-transport.js';

/** What is needed of an agent of `@ag-ui/client`: an `AbstractAgent` has it. */
export interface AgUiAgent {
  readonly threadId?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the agent's own types, which are not imported
  run(input: any): {
    subscribe(observer: { next(event: unknown): void; error(error: unknown): void; complete(): void }): {
      unsubscribe(): void;
    };
  };
  abortRun?(): void;
}

/**
 * A transport to an agent of `@ag-ui/client`: its events are read as
 * {@link AgUiTransport} reads them. Its own list of messages stays as it is.
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
export function agUiAgent<M extends UIMessage = UIMessage>(
  agent: AgUiAgent,
  options: AgUiOptions = {},
): AgUiTransport<M> {
  const named = agent.threadId === undefined ? options : { threadId: agent.threadId, ...options };
  const encoder = new TextEncoder();
  return new AgUiTransport<M>(named, async (input, { abortSignal }) => {
    const events = agent.run(JSON.parse(input));
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
