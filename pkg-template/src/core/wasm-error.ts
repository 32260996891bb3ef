/** Why the wasm cannot be used. */
export type WasmErrorCode = 'wasm_unavailable' | 'wasm_not_initialised';

/**
 * Thrown on first use when the WebAssembly module cannot run here. The message
 * names the cause and what mends it; `cause` holds the engine's own error.
 */
export class WasmError extends Error {
  override readonly name = 'WasmError';
  readonly code: WasmErrorCode;

  /** @internal */
  constructor(code: WasmErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }

  /** @internal There is no WebAssembly at all. */
  static missing(): WasmError {
    return new WasmError(
      'wasm_unavailable',
      'countersign needs WebAssembly, which this JavaScript engine does not have. ' +
        'React Native’s Hermes is such an engine and is not supported; run the chat in a web view, or on a server.',
    );
  }

  /** @internal The engine has WebAssembly and refused our module. */
  static refused(cause: unknown): WasmError {
    const said = cause instanceof Error ? cause.message : String(cause);
    return new WasmError(
      'wasm_unavailable',
      `countersign could not start its WebAssembly module: ${said} ${mend(said)}`,
      cause,
    );
  }

  /** @internal The slim entry was used before `init` was done. */
  static notInitialised(): WasmError {
    return new WasmError(
      'wasm_not_initialised',
      'countersign/slim was used before its WebAssembly module was loaded. ' +
        'Call `await init()` from "countersign/slim" once before anything else, ' +
        'or import from "countersign", which needs no such call.',
    );
  }
}

function mend(said: string): string {
  if (/content.security.policy|unsafe-eval|csp/i.test(said)) {
    return "The page's content security policy forbids it: add 'wasm-unsafe-eval' to its script-src.";
  }
  if (/disallowed by embedder/i.test(said)) {
    return 'This runtime compiles WebAssembly only ahead of time: build with the "workerd" or "edge-light" export condition, or use "countersign/slim" and pass `init` a compiled module.';
  }
  return 'Check that this engine is current and that nothing between the package and the page changes its files.';
}
