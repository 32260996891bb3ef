// The wasm as text inside the bundle, compiled synchronously.

import text from '../core/generated/core_bg.wasm?text';
import { WasmError } from '../core/wasm-error.js';
import { decode } from './byte-text.js';
import decoder from './byte-text.wat?bytes';

/** Compiles the module. */
export function compiledModule(): WebAssembly.Module {
  if (typeof WebAssembly !== 'object') {
    throw WasmError.missing();
  }
  try {
    return new WebAssembly.Module(decode(text, new Uint8Array(decoder)));
  } catch (cause) {
    throw WasmError.refused(cause);
  }
}
