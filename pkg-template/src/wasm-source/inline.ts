// The wasm as text inside the bundle, compiled synchronously.

import text from '../core/generated/core_bg.wasm?text';
import { WasmError } from '../core/wasm-error.js';
import { decode } from './byte-text.js';

/** Compiles the module. */
export function compiledModule(): WebAssembly.Module {
  if (typeof WebAssembly !== 'object') {
    throw WasmError.missing();
  }
  try {
    return new WebAssembly.Module(decode(text));
  } catch (cause) {
    throw WasmError.refused(cause);
  }
}
