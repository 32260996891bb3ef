// The one door to the wasm. Nothing is compiled, and no generated code runs,
// before the first call of `core`.

import { compiledModule } from '../wasm-source/chosen.js';
import type * as Glue from './generated/core.js';
import { type Exports, guard } from './guard.js';
import { WasmError } from './wasm-error.js';

/** What the generated glue needs besides what it exports to us. */
interface Linkage extends WebAssembly.ModuleImports {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

// A `require` that the bundler resolves: unlike an `import`, it leaves the glue
// unevaluated until it is called. The glue makes a TextDecoder when evaluated,
// and importing this package must work where there is none.
declare function require(path: './generated/core_bg.js'): typeof Glue & Linkage;

let started: typeof Glue | undefined;

/**
 * The exports of the wasm module, started on the first call.
 *
 * @throws {WasmError} `wasm_unavailable` where WebAssembly is missing or refused;
 * `wasm_not_initialised` in the slim entry before `init` is done.
 */
export function core(): typeof Glue {
  return started ?? start();
}

function start(): typeof Glue {
  const module = compiledModule();
  const glue = require('./generated/core_bg.js');
  let exports: WebAssembly.Exports;
  try {
    exports = new WebAssembly.Instance(module, { './core_bg.js': glue }).exports;
  } catch (cause) {
    throw WasmError.refused(cause);
  }
  glue.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
  guard(glue as unknown as Exports, exports.__stack_pointer as WebAssembly.Global);
  started = glue;
  return glue;
}
