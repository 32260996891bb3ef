// `countersign/slim`: what `countersign` has, with the wasm as a file of its own.

export * from '../index.js';
export { init, type WasmInput } from '../wasm-source/slim.js';
