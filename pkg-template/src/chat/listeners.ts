import type { Notify } from './options.js';

/** The listeners of a conversation, each told as often as it wants. */
export class Listeners {
  readonly #all = new Set<Listener>();

  /** Adds a listener; returns the function that removes it. */
  add(tell: () => void, notify: Notify): () => void {
    const listener = new Listener(tell, notify);
    this.#all.add(listener);
    return () => {
      listener.cancel();
      this.#all.delete(listener);
    };
  }

  /** New content: each is told now or a little later. */
  content(): void {
    for (const listener of [...this.#all]) listener.content();
  }

  /** Everybody is told at once, and not again later. */
  now(): void {
    for (const listener of [...this.#all]) listener.now();
  }

  /** Nobody is told any more. */
  close(): void {
    for (const listener of this.#all) listener.cancel();
    this.#all.clear();
  }
}

class Listener {
  readonly #tell: () => void;
  readonly #notify: Notify;
  #cancel: (() => void) | undefined;
  #lastTold = Number.NEGATIVE_INFINITY;

  constructor(tell: () => void, notify: Notify) {
    this.#tell = tell;
    this.#notify = notify;
  }

  content(): void {
    if (this.#cancel !== undefined) return;
    const notify = this.#notify;
    if (notify === 'read' || notify === 'chunk') {
      this.now();
    } else if (notify === 'microtask') {
      let wanted = true;
      this.#cancel = () => {
        wanted = false;
      };
      queueMicrotask(() => wanted && this.now());
    } else if (notify === 'frame') {
      this.#cancel = nextFrame(() => this.now());
    } else {
      const wait = this.#lastTold + notify - performance.now();
      if (wait <= 0) {
        this.now();
      } else {
        const timer = setTimeout(() => this.now(), wait);
        this.#cancel = () => clearTimeout(timer);
      }
    }
  }

  now(): void {
    this.cancel();
    if (typeof this.#notify === 'number') this.#lastTold = performance.now();
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
}

/** Shows a fault of the application's code without breaking ours. */
export function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}

/** A frame of a visible page, else 16 ms: a hidden page has no frames and must not stall. */
function nextFrame(run: () => void): () => void {
  const canDraw =
    typeof requestAnimationFrame === 'function' &&
    (typeof document === 'undefined' || document.visibilityState === 'visible');
  if (!canDraw) {
    const timer = setTimeout(run, 16);
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
  }, 250);
  return () => {
    clearTimeout(net);
    cancelAnimationFrame(frame);
  };
}
