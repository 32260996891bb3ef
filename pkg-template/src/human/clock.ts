import type { Clock } from './types.js';

/** The engine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => globalThis.setTimeout(run, milliseconds),
  clearTimeout: (timer) => globalThis.clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/**
 * How long the alarm sleeps at most, in milliseconds. Timers of a computer that
 * slept ring late by as long as it slept: so the time is looked at now and then.
 */
const longestWait = 60_000;

/** One timer, set again and again. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #at: number | undefined;
  #timer: unknown;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at this time, in milliseconds since 1970, and not at the one set before. */
  set(at: number | undefined): void {
    this.clear();
    if (at === undefined) return;
    this.#at = at;
    this.#wait();
    if (typeof document === 'object') document.addEventListener('visibilitychange', this.#look);
  }

  clear(): void {
    this.#stopWaiting();
    this.#at = undefined;
    if (typeof document === 'object') document.removeEventListener('visibilitychange', this.#look);
  }

  #wait(): void {
    if (this.#at === undefined) return;
    const wait = Math.min(Math.max(0, this.#at - this.#clock.now()), longestWait);
    this.#timer = this.#clock.setTimeout(this.#look, wait);
  }

  #stopWaiting(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The timer has come to its end, or the page is shown again. */
  readonly #look = (): void => {
    this.#stopWaiting();
    if (this.#at === undefined || this.#clock.now() < this.#at) {
      this.#wait();
      return;
    }
    this.clear();
    this.#ring();
  };
}
