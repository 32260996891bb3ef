// The wasm as a file of its own, loaded by an explicit call.

import { WasmError } from '../core/wasm-error.js';

/**
 * Where the module comes from: a url to fetch (or, in Node, a `file:` url to
 * read), a response, the bytes, or a module compiled already.
 */
export type WasmInput = string | URL | Response | BufferSource | WebAssembly.Module;

let module: WebAssembly.Module | undefined;
let loading: Promise<void> | undefined;

/** The module, once it is loaded. */
export function compiledModule(): WebAssembly.Module {
  if (!module) {
    throw WasmError.notInitialised();
  }
  return module;
}

/**
 * Loads the WebAssembly module. Later calls wait for the first one and load
 * nothing; after a failure the next call tries again.
 *
 * @param input where the module comes from; without it, the `core.wasm` beside
 * this file.
 * @throws {WasmError} `wasm_unavailable` where WebAssembly is missing or the
 * module cannot be fetched or compiled.
 */
export function init(input: WasmInput | Promise<WasmInput> = new URL('../core.wasm', import.meta.url)): Promise<void> {
  loading ??= load(input).catch((cause: unknown) => {
    loading = undefined;
    throw cause instanceof WasmError ? cause : WasmError.refused(cause);
  });
  return loading;
}

async function load(input: WasmInput | Promise<WasmInput>): Promise<void> {
  if (typeof WebAssembly !== 'object') {
    throw WasmError.missing();
  }
  module = await compile(await input);
}

async function compile(input: WasmInput): Promise<WebAssembly.Module> {
  if (typeof input === 'string' || input instanceof URL) {
    return compile((await readFile(input)) ?? (await fetch(input)));
  }
  if (isResponse(input)) {
    if (!input.ok) {
      throw new Error(`${input.url} was answered with status ${input.status}.`);
    }
    // Streaming wants the right content type; not every server sends it.
    const streams = input.headers.get('content-type')?.startsWith('application/wasm');
    return streams ? WebAssembly.compileStreaming(input) : WebAssembly.compile(await input.arrayBuffer());
  }
  // By its name: sandboxed runtimes hand over a module of another realm.
  const isModule = Object.prototype.toString.call(input) === '[object WebAssembly.Module]';
  return isModule ? (input as WebAssembly.Module) : WebAssembly.compile(input as BufferSource);
}

function isResponse(input: object): input is Response {
  return 'headers' in input;
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:fs/promises'): { readFile(path: URL): Promise<Uint8Array<ArrayBuffer>> };
}

/** The bytes behind a `file:` url where the platform can read files; `fetch` cannot there. */
async function readFile(url: string | URL): Promise<BufferSource | undefined> {
  const node = (globalThis as { process?: NodeProcess }).process;
  if (!String(url).startsWith('file:')) {
    return undefined;
  }
  return node?.getBuiltinModule?.('node:fs/promises').readFile(new URL(url));
}
