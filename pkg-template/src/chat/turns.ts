import type { ChatRequestOptions, UIMessage } from 'ai';
import type { AnswerResult, ChatError } from '../chat-error.js';
import { isGone } from '../core/guard.js';
import type { SendMessageInput } from './new-message.js';

/**
 * How a turn ended, automatic requests included: well (or stopped), or with the
 * error that was shown; or why it did not begin.
 */
export type TurnResult = AnswerResult;

/**
 * What a turn's promise gives: how it ended. Where AI SDK's `Promise<void>` is
 * wanted, TypeScript takes it for that.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: AI SDK's functions give a `Promise<void>`
type Given = TurnResult | void;

/** Sends a message and tells how the turn ended; also AI SDK's function of this name. */
export type SendMessage<M extends UIMessage> = <R extends Given = TurnResult>(
  message?: SendMessageInput<M>,
  options?: ChatRequestOptions,
) => Promise<R>;

/** Asks again and tells how the turn ended; also AI SDK's function of this name. */
export type Regenerate = <R extends Given = TurnResult>(
  options?: { messageId?: string } & ChatRequestOptions,
) => Promise<R>;

/** Goes on with a response and tells how it ended; also AI SDK's function of this name. */
export type ResumeStream = <R extends Given = TurnResult>(options?: ChatRequestOptions) => Promise<R>;

/** Sends a queued message and tells how the turn ended; also AI SDK's function of this name. */
export type SendQueuedMessageNow = <R extends Given = TurnResult>(id: string) => Promise<R>;

interface Promised {
  resolve(result: TurnResult): void;
  reject(thrown: unknown): void;
}

/** The turns that somebody waits for, and the options of requests: Rust knows both by number. */
export class Turns {
  readonly #promised = new Map<number, Promised>();
  readonly #options = new Map<number, ChatRequestOptions>();
  #nextTurn = 1;
  #nextOptions = 1;
  #thrown: { error: unknown } | undefined;

  /** Begins a turn. `start` gives why there is none, or nothing. */
  begin(start: (turn: number) => ChatError | undefined): Promise<TurnResult> {
    return new Promise((resolve, reject) => {
      const turn = this.#nextTurn++;
      this.#promised.set(turn, { resolve, reject });
      const refused = (result: () => void) => {
        this.#promised.delete(turn);
        result();
      };
      try {
        const error = start(turn);
        if (error !== undefined) refused(() => resolve({ ok: false, error }));
      } catch (error) {
        refused(() => (isGone(error) ? resolve({ ok: false, error }) : reject(error)));
      }
    });
  }

  /** A callback of the application threw: the turn that ends next says so. */
  thrown(error: unknown): void {
    this.#thrown = { error };
  }

  /** A turn is over. */
  end(turn: number, failure: ChatError | undefined): void {
    const promised = this.#promised.get(turn);
    this.#promised.delete(turn);
    const thrown = this.#thrown;
    this.#thrown = undefined;
    if (thrown !== undefined) promised?.reject(thrown.error);
    else promised?.resolve(failure === undefined ? { ok: true } : { ok: false, error: failure });
  }

  /** All turns are over, and there will be no others. */
  endAll(error: ChatError): void {
    for (const { resolve } of this.#promised.values()) resolve({ ok: false, error });
    this.#promised.clear();
    this.#options.clear();
  }

  /** Keeps request options; Rust says by number which request they are for. */
  keepOptions(options: ChatRequestOptions | undefined): number {
    if (options === undefined || Object.keys(options).length === 0) return 0;
    const number = this.#nextOptions++;
    this.#options.set(number, options);
    return number;
  }

  optionsOf(number: number): ChatRequestOptions | undefined {
    return this.#options.get(number);
  }
}
