import { generateId } from './generate-id.js';

/** The ids of a conversation. One generator draws all of them, as in AI SDK: it may count. */
export class Ids {
  readonly #generate: () => string;
  /** An id that was drawn for a response which then was not asked for. */
  #spare: string | undefined;
  #resuming: string | undefined;

  constructor(generate: (() => string) | undefined) {
    this.#generate = generate ?? generateId;
  }

  draw = (): string => {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare ?? String(this.#generate());
  };

  /** Draws the id of a response. `start` gives why there is none: then its id is the next to be drawn. */
  forResponse(start: (id: string) => string | undefined): string | undefined {
    const id = this.draw();
    const failure = start(id);
    if (failure !== undefined) this.#spare = id;
    return failure;
  }

  /** Draws the id of a response that is looked for. */
  forResumed(): string {
    this.#resuming = this.draw();
    return this.#resuming;
  }

  /** Gives what is to be called if there is no such response: its id is the next to be drawn. */
  notResumed(): () => void {
    const id = this.#resuming;
    return () => {
      this.#spare = id;
    };
  }
}
