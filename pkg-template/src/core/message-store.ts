/** What the façade uses of the store in which Rust keeps the values. */
export interface MessageStore {
  /** Hands a value over; Rust names it by the number returned. */
  hand(value: unknown): number;
  /** The value of a number. */
  handed(number: number): unknown;
  /** Forgets a value that Rust will not name any more. */
  release(number: number): void;
  /** What a message's metadata would be with `value` merged into it. */
  metadataWith(message: number, value: unknown): unknown;
}
