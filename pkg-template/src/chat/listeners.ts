import { systemClock } from '../human/clock.js';
import type { Clock } from '../human/types.js';
import type { Notify } from './options.js';

/** The listeners of a conversation, each told as often as it wants. */
export class Listeners {
  /** Replaced, and never changed: whoever is being told may add and remove. */
  #all: readonly Listener[] = [];
  readonly #clock: Clock | undefined;

  /** @param clock where it is not the engine's own */
  constructor(clock: Clock | undefined) {
    this.#clock = clock;
  }

  /** Whether a listener wants every intermediate state. */
  get wantChunks(): boolean {
    for (const listener of this.#all) if (listener.notify === 'chunk') return true;
    return false;
  }

  /** Adds a listener; returns the function that removes it. */
  add(tell: () => void, notify: Notify): () => void {
    const listener = new Listener(tell, notify, this.#clock);
    this.#all = [...this.#all, listener];
    return () => {
      listener.cancel();
      this.#all = this.#all.filter((other) => other !== listener);
    };
  }

  /** New content: each is told now or a little later. */
  content(): void {
    for (const listener of this.#all) listener.content();
  }

  /** One chunk: only those are told who want every one. */
  chunk(): void {
    for (const listener of this.#all) if (listener.notify === 'chunk') listener.now();
  }

  /** Everybody is told at once, and not again later. */
  now(): void {
    for (const listener of this.#all) listener.now();
  }

  /** Nobody is told any more. */
  close(): void {
    for (const listener of this.#all) listener.cancel();
    this.#all = [];
  }
}

class Listener {
  readonly notify: Notify;
  readonly #tell: () => void;
  readonly #clock: Clock | undefined;
  #cancel: (() => void) | undefined;
  #lastTold = Number.NEGATIVE_INFINITY;

  constructor(tell: () => void, notify: Notify, clock: Clock | undefined) {
    this.#tell = tell;
    this.notify = notify;
    this.#clock = clock;
  }

  content(): void {
    if (this.#cancel !== undefined) return;
    const { notify } = this;
    if (notify === 'read' || notify === 'chunk') {
      this.now();
    } else if (notify === 'microtask') {
      let wanted = true;
      this.#cancel = () => {
        wanted = false;
      };
      queueMicrotask(() => wanted && this.now());
    } else if (notify === 'frame') {
      this.#cancel = this.#clock === undefined ? nextFrame(() => this.now()) : this.#later(FRAME);
    } else {
      const wait = this.#lastTold + notify - this.#now();
      if (wait <= 0) this.now();
      else this.#cancel = this.#later(wait);
    }
  }

  now(): void {
    this.cancel();
    if (typeof this.notify === 'number') this.#lastTold = this.#now();
    try {
      this.#tell();
    } catch (error) {
      // One listener's fault is no reason for the others not to be told.
      report(error);
    }
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #now(): number {
    // The engine's own clock may be set back; this one cannot.
    return this.#clock?.now() ?? performance.now();
  }

  #later(milliseconds: number): () => void {
    const clock = this.#clock ?? systemClock;
    const timer = clock.setTimeout(() => this.now(), milliseconds);
    return () => clock.clearTimeout(timer);
  }
}

/** Shows a fault of the application's code without breaking ours. */
export function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}

/** A frame where there are none, in milliseconds. */
const FRAME = 16;

/** A visible page that draws no frame for so long draws none; in milliseconds. */
const PATIENCE = 250;

/** A frame of a visible page, else a timer: a hidden page has no frames and must not stall. */
function nextFrame(run: () => void): () => void {
  const canDraw =
    typeof requestAnimationFrame === 'function' &&
    (typeof document === 'undefined' || document.visibilityState === 'visible');
  if (!canDraw) {
    const timer = setTimeout(run, FRAME);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(() => {
    clearTimeout(net);
    run();
  });
  // The page may be hidden before the frame comes.
  const net = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, PATIENCE);
  return () => {
    clearTimeout(net);
    cancelAnimationFrame(frame);
  };
}
