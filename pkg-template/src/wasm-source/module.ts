// The wasm as a module that the platform compiled beforehand, for runtimes that
// refuse to compile bytes.

import module from '../core/generated/core_bg.wasm?module';

/** The module. */
export function compiledModule(): WebAssembly.Module {
  return module;
}
