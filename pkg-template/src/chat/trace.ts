/** A record of everything that a page asked of its conversation, for a bug report. */
export interface Trace {
  /** JSON lines; `cargo run --example replay` runs them again. */
  readonly lines: readonly string[];
  /** Records no more. */
  stop(): void;
}
