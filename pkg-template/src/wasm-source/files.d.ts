// What the build makes of the generated .wasm file.

declare module '*.wasm?text' {
  const text: string;
  export default text;
}

declare module '*.wasm?module' {
  const module: WebAssembly.Module;
  export default module;
}
