import type { PluralText, Text } from './locale.js';

/** Everything that the components say, by component. */
export interface Texts {
  /** What lists and bars say about what waits. */
  readonly pending: {
    /** How many things wait for the person. */
    readonly waiting: PluralText;
    readonly nothing: Text;
  };
  /** The decision about a tool call. */
  readonly approval: {
    readonly allow: Text;
    readonly deny: Text;
  };
}
