import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import type { AnyMessage } from '../any-message.js';
import { systemClock } from '../human/clock.js';
import type { Clock } from '../human/types.js';

/** One thing that a scripted response does. */
export type ScriptedStep = UIMessageChunk | { pause: number } | { fail: unknown };

/** A response: its steps in order, or the error with which the request fails. */
export type ScriptedResponse = readonly ScriptedStep[] | Error;

/** A request as it was made. */
export type ScriptedRequest<M extends UIMessage = AnyMessage> = Parameters<ChatTransport<M>['sendMessages']>[0];

/** The options of {@link ScriptedTransport}. */
export interface ScriptedTransportOptions {
  /** The responses to the requests, in order. */
  responses?: readonly ScriptedResponse[];
  /** What there is to resume. @defaultValue nothing */
  resume?: ScriptedResponse | null;
  /** Whether a resumed response comes from its beginning. @defaultValue `true` */
  resumeStreamIsReplay?: boolean;
  /** Where pauses get their time from. @defaultValue the engine's clock */
  clock?: Clock;
}

/**
 * A transport without a server: it answers by a script and keeps the requests.
 *
 * @example
 * ```ts
 * import { ChatController } from 'countersign';
 * import { callTool, flush, say, ScriptedTransport } from 'countersign/testing';
 *
 * const transport = new ScriptedTransport({
 *   responses: [callTool('sendEmail', { to: 'a@b.c' }, { approvalId: 'a1' }), say('Not sent.')],
 * });
 * const chat = new ChatController({ transport });
 * void chat.sendMessage({ text: 'Write to them' });
 * await flush();
 * console.log(chat.getSnapshot().approvals.length); // 1
 * ```
 */
export class ScriptedTransport<M extends UIMessage = AnyMessage> implements ChatTransport<M> {
  /** The requests so far. The messages in them are as they were when it was made. */
  readonly requests: ScriptedRequest<M>[] = [];
  /** How often a response to resume was looked for. */
  reconnects = 0;
  readonly resumeStreamIsReplay: boolean;
  readonly #responses: ScriptedResponse[];
  readonly #resume: ScriptedResponse | null;
  readonly #clock: Clock;

  constructor({
    responses = [],
    resume = null,
    resumeStreamIsReplay = true,
    clock = systemClock,
  }: ScriptedTransportOptions = {}) {
    this.#responses = [...responses];
    this.#resume = resume;
    this.resumeStreamIsReplay = resumeStreamIsReplay;
    this.#clock = clock;
  }

  /** Adds a response to the script. */
  add(response: ScriptedResponse): this {
    this.#responses.push(response);
    return this;
  }

  async sendMessages(request: ScriptedRequest<M>): Promise<ReadableStream<UIMessageChunk>> {
    this.requests.push(request);
    const response = this.#responses.shift();
    if (response === undefined) throw new Error(`The script has no response to request ${this.requests.length}.`);
    return this.#play(response, request.abortSignal);
  }

  async reconnectToStream({
    abortSignal,
  }: Parameters<ChatTransport<M>['reconnectToStream']>[0]): Promise<ReadableStream<UIMessageChunk> | null> {
    this.reconnects++;
    return this.#resume === null ? null : this.#play(this.#resume, abortSignal);
  }

  #play(response: ScriptedResponse, signal: AbortSignal | undefined): ReadableStream<UIMessageChunk> {
    if (!Array.isArray(response)) throw response;
    const steps = [...(response as readonly ScriptedStep[])];
    let timer: unknown;
    return new ReadableStream<UIMessageChunk>({
      start: (controller) => {
        signal?.addEventListener('abort', () => {
          this.#clock.clearTimeout(timer);
          controller.error(new DOMException('The request was aborted.', 'AbortError'));
        });
      },
      pull: async (controller) => {
        for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
          if ('fail' in step) {
            controller.error(step.fail);
            return;
          }
          if (!('pause' in step)) {
            controller.enqueue(step);
            return;
          }
          const { pause } = step;
          await new Promise<void>((resolve) => {
            timer = this.#clock.setTimeout(resolve, pause);
          });
        }
        controller.close();
      },
    });
  }
}
