// The smallest real use of the package, as source text: the apps of these tests do this.

/** What the use imports. */
export const imports = '{ Probe, WasmError }';

/** An expression that uses the wasm. */
export const use = `new Probe().feed(new TextEncoder().encode('é'))`;

/** What the expression gives. */
export const used = 2;

/** A statement that puts what `wasmError` or the use gives into `result`. */
export const useOrError = `
  let result;
  try {
    result = ${use};
  } catch (error) {
    result = { code: error.code, message: error.message, ours: error instanceof WasmError, hasCause: 'cause' in error };
  }`;
