/** For how long controls do nothing after they have appeared, in milliseconds. */
export const DEFAULT_INERT_MS = 400;

/** What the guard needs of a page. */
export interface GuardedPage {
  addEventListener(type: 'focus', listener: () => void): void;
  removeEventListener(type: 'focus', listener: () => void): void;
}

/**
 * Keeps controls from being pressed by accident: they are inert for a moment
 * after they have appeared, after what they are about has changed, and after the
 * window has got the focus back by the same click.
 */
export class InertGuard {
  readonly #milliseconds: number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isInert: boolean;

  /** @param milliseconds For how long; with 0 nothing is ever inert. */
  constructor(milliseconds: number = DEFAULT_INERT_MS) {
    this.#milliseconds = milliseconds;
    this.#isInert = milliseconds > 0;
  }

  get isInert(): boolean {
    return this.#isInert;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The controls are there now, or are about something else now. */
  appeared(): void {
    if (this.#milliseconds <= 0) return;
    clearTimeout(this.#timer);
    this.#set(true);
    this.#timer = setTimeout(() => this.#set(false), this.#milliseconds);
  }

  /** Watches the window; returns the function that ends it. */
  watch(page: GuardedPage): () => void {
    const again = () => this.appeared();
    page.addEventListener('focus', again);
    return () => {
      page.removeEventListener('focus', again);
      clearTimeout(this.#timer);
    };
  }

  #set(isInert: boolean): void {
    if (this.#isInert === isInert) return;
    this.#isInert = isInert;
    for (const listener of [...this.#listeners]) listener();
  }
}
