import type { Core } from '../core/generated/core.js';
import { change, failing } from '../core/settings.js';
import { encodeChunk, type Handing } from './object-chunks.js';
import { type FailureReport, failureOf, type ResponseStream } from './responses.js';

/** What reading needs of the conversation. */
export interface Reading {
  readonly core: {
    feed(run: number, bytes: Uint8Array): number;
    textDelta(run: number, isReasoning: boolean, id: string, delta: string): number | undefined;
    chunk(run: number, json: string, whole: number): number;
    isOpen(run: number): boolean;
    isBlocked(run: number): boolean;
    keepsEvents(run: number): boolean;
    end(run: number): void;
    unblock(run: number): void;
  };
  readonly store: Handing & { release(number: number): void };
  /** Says what time it is, before something of a response is applied. */
  setTime(): void;
  /** Something of a response has been applied. */
  fed(changes?: number): void;
  fail(run: number, failure: FailureReport): void;
  /** The Rust side is gone: nobody wants the responses any more. */
  readonly isOver: boolean;
}

/** The responses under way: opens them and reads each to its end. */
export class ResponseReader {
  readonly #chat: Reading;
  readonly #aborts = new Map<number, AbortController>();
  readonly #gates = new Map<number, () => void>();

  constructor(chat: Reading) {
    this.#chat = chat;
  }

  /** Opens a response and reads it to its end. */
  async read(
    run: number,
    isOurs: boolean,
    open: (signal: AbortSignal) => Promise<ResponseStream | null>,
  ): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(run, abort);
    let isStreaming = false;
    // Values of chunks that may be named again while the response lasts.
    const lasting: number[] = [];
    try {
      const response = await open(abort.signal);
      if (response === null) return;
      isStreaming = true;
      if (!this.#chat.core.isOpen(run)) {
        await response.stream.cancel().catch(() => {});
        return;
      }
      if (response.kind === 'bytes') response.speak?.(this.#chat.core as Core, run);
      await this.#readAll(run, response, lasting, abort.signal);
      this.#chat.setTime();
      this.#chat.core.end(run);
      this.#chat.fed();
      await this.#passage(run);
    } catch (error) {
      if (this.#chat.isOver || !this.#chat.core.isOpen(run)) return;
      this.#chat.fail(run, failureOf(error, isStreaming, isOurs));
    } finally {
      this.#aborts.delete(run);
      this.#chat.fed();
      this.#release(lasting);
    }
  }

  abort(run: number): void {
    this.#aborts.get(run)?.abort();
    this.go(run);
  }

  abortAll(): void {
    for (const run of [...this.#aborts.keys()]) this.abort(run);
  }

  /** The host is done with what the response waited for. */
  go(run: number): void {
    this.#gates.get(run)?.();
    this.#gates.delete(run);
  }

  /** Calls a callback for which the response waits. */
  callBack(run: number, call: () => unknown): void {
    const done = () => {
      this.#chat.core.unblock(run);
      this.go(run);
    };
    const failed = (error: unknown) => {
      this.#chat.fail(run, { kind: failing.callback, error, status: 0 });
      this.go(run);
    };
    try {
      const result = call();
      if (!isThenable(result)) {
        done();
        return;
      }
      const settled = (then: (value: unknown) => void) => (value: unknown) => {
        if (this.#chat.isOver) return;
        then(value);
        // What came meanwhile is read now.
        this.#chat.fed(change.effects);
      };
      result.then(settled(done), settled(failed));
    } catch (error) {
      failed(error);
    }
  }

  async #readAll(run: number, { kind, stream }: ResponseStream, lasting: number[], signal: AbortSignal): Promise<void> {
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        if (kind === 'chunks') {
          if (!this.#growText(run, value)) await this.#feedChunk(run, value, lasting);
          else if (!signal.aborted) continue;
        } else {
          this.#chat.setTime();
          const changes = this.#chat.core.feed(run, value as Uint8Array);
          this.#chat.fed(changes);
          // Without anything for the host to do there is nothing to wait for, and only an abort ends the response.
          if ((changes & (change.effects | change.over)) === 0 && !signal.aborted) continue;
          await this.#passage(run);
        }
        if (!this.#chat.core.isOpen(run)) return;
      }
    } finally {
      // The response may have ended before its stream.
      reader.cancel().catch(() => {});
    }
  }

  /** Waits while the response waits for the host. */
  async #passage(run: number): Promise<void> {
    while (this.#chat.core.isBlocked(run)) await new Promise<void>((resolve) => this.#gates.set(run, resolve));
  }

  async #feedChunk(run: number, chunk: unknown, lasting: number[]): Promise<void> {
    this.#chat.setTime();
    const encoded = encodeChunk(chunk as object, this.#chat.store);
    lasting.push(...encoded.lasting);
    this.#chat.fed(this.#chat.core.chunk(run, encoded.json, encoded.whole));
    await this.#passage(run);
    if (this.#chat.core.keepsEvents(run)) lasting.push(...encoded.numbers);
    else this.#release(encoded.numbers);
  }

  /** The most frequent chunks, whose text never leaves the engine. */
  #growText(run: number, chunk: unknown): boolean {
    const { type, id, delta, providerMetadata } = chunk as Record<string, unknown>;
    const isText = type === 'text-delta';
    if (!isText && type !== 'reasoning-delta') return false;
    if (typeof id !== 'string' || typeof delta !== 'string' || providerMetadata != null) return false;
    const changes = this.#chat.core.textDelta(run, !isText, id, delta);
    if (changes === undefined) return false;
    this.#chat.fed(changes);
    return true;
  }

  #release(numbers: readonly number[]): void {
    if (this.#chat.isOver) return;
    for (const number of numbers) this.#chat.store.release(number);
  }
}

/** Whether something is a promise, of whatever make. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
