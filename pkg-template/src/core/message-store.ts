/** What the façade uses of the store in which Rust keeps the values. */
export interface MessageStore {
  /** Hands a value over; Rust names it by the number returned. */
  hand(value: unknown): number;
  /** The value of a number. */
  handed(number: number): unknown;
  /** Forgets a value that Rust will not name any more. */
  release(number: number): void;
  /** The approvals that wait; the same list until they change. */
  readonly approvals: readonly unknown[];
  /** The requests for input that wait; the same list until they change. */
  readonly inputRequests: readonly unknown[];
  /** The messages that wait to be sent; the same list until they change. */
  readonly queued: readonly unknown[];
  /** The rules that answer approvals. */
  readonly grants: readonly unknown[];
  /** What a message's metadata would be with `value` merged into it. */
  metadataWith(message: number, value: unknown): unknown;
}
