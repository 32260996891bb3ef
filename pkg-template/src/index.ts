import { core } from './core/wasm.js';

export { WasmError, type WasmErrorCode } from './core/wasm-error.js';

/** Holds text in wasm: shows that the chain from Rust to this package works. */
export class Probe {
  readonly #raw = new (core().Probe)();

  /** Adds bytes and returns the length so far. */
  feed(bytes: Uint8Array): number {
    return this.#raw.feed(bytes);
  }

  /** All text so far. */
  text(): string {
    return this.#raw.text();
  }
}
