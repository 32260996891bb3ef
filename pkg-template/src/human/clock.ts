import type { Clock } from './types.js';

/** The engine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => globalThis.setTimeout(run, milliseconds),
  clearTimeout: (timer) => globalThis.clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** Longer waits overflow the engines' timers; whoever waits longer is called early and asks again. */
const longestWait = 2 ** 31 - 1;

/** One timer, set again and again. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #timer: unknown;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at this time, in milliseconds since 1970, and not at the one set before. */
  set(at: number | undefined): void {
    this.clear();
    if (at === undefined) return;
    const wait = Math.min(Math.max(0, at - this.#clock.now()), longestWait);
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      this.#ring();
    }, wait);
  }

  clear(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
