import type { Effect } from '../core/effects.js';
import type { Core } from '../core/generated/core.js';
import { change } from '../core/settings.js';

/** Whose effects are done, and how. */
export interface Looping {
  readonly core: Core;
  readonly isOver: boolean;
  /** Does one thing that Rust asks for. */
  perform(effect: Effect): void;
  /** Everything is done: `seen` says what has changed, and `isUrgent` that it was no response alone that changed it. */
  tell(seen: number, isUrgent: boolean): void;
}

/**
 * Does what Rust asks for until it asks for nothing, one thing at a time; then
 * the listeners are told once. What a callback asks for meanwhile is done in its
 * turn.
 */
export class EffectLoop {
  readonly #chat: Looping;
  #seen = 0;
  #isUrgent = false;
  #isRunning = false;

  constructor(chat: Looping) {
    this.#chat = chat;
  }

  /** Something has changed meanwhile. */
  note(changes: number): void {
    this.#seen |= changes;
  }

  run(isStream: boolean, changes: number): void {
    this.#seen |= changes;
    this.#isUrgent ||= !isStream;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (!this.#chat.isOver && this.#seen & change.effects) {
        this.#seen &= ~change.effects;
        this.#performAll();
      }
    } finally {
      this.#isRunning = false;
    }
    const seen = this.#seen;
    const isUrgent = this.#isUrgent;
    this.#seen = 0;
    this.#isUrgent = false;
    if (!this.#chat.isOver) this.#chat.tell(seen, isUrgent);
  }

  #performAll(): void {
    while (!this.#chat.isOver) {
      const next = this.#chat.core.nextEffect();
      if (next === undefined) break;
      this.#chat.perform(JSON.parse(next));
    }
    if (!this.#chat.isOver) this.#seen |= this.#chat.core.takeChanges();
  }
}
