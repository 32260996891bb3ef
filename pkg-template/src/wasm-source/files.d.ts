// What the build makes of the generated .wasm file.

declare module '*.wasm?base64' {
  const base64: string;
  export default base64;
}

declare module '*.wasm?module' {
  const module: WebAssembly.Module;
  export default module;
}
