// What the build makes of the generated .wasm file, and of the decoder of its text.

declare module '*.wasm?text' {
  const text: string;
  export default text;
}

declare module '*.wat?bytes' {
  const bytes: number[];
  export default bytes;
}

declare module '*.wasm?module' {
  const module: WebAssembly.Module;
  export default module;
}
