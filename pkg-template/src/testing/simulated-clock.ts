import type { Clock } from '../human/types.js';
import { flush } from './flush.js';

interface Timer {
  due: number;
  run: () => void;
}

/**
 * A clock that stands still until a test moves it. Give it to a controller as
 * `clock`: deadlines, undo windows and pauses of listeners follow it.
 *
 * @example
 * ```ts
 * import { ChatController } from 'countersign';
 * import { SimulatedClock } from 'countersign/testing';
 *
 * const clock = new SimulatedClock();
 * const chat = new ChatController({ clock, approvalDeadlineMs: 60_000 });
 * await clock.advance(60_000); // whatever waited for an approval is expired now
 * chat.dispose();
 * ```
 */
export class SimulatedClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  /** @param start in milliseconds since 1970 */
  constructor(start: number = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(run: () => void, milliseconds: number): unknown {
    const timer = { due: this.#now + Math.max(0, milliseconds), run };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  /**
   * Lets time pass. Timers run when they are due, one by one, each after
   * everything that the one before set off.
   */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await flush();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.run();
      await flush();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.due <= end && (first === undefined || timer.due < first.due)) first = timer;
    }
    return first;
  }
}
