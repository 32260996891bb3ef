// How much memory the package's wasm has. Import this before the package is used.

let memory: WebAssembly.Memory | undefined;

const { Instance } = WebAssembly;
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, [module, imports]) {
    const instance = new target(module, imports);
    memory ??= instance.exports.memory as WebAssembly.Memory;
    return instance;
  },
});

/** In bytes; it never shrinks. */
export function wasmMemory(): number {
  return memory?.buffer.byteLength ?? 0;
}

/** What JavaScript holds, in bytes, once everything that can go has gone. */
export async function heapInUse(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return process.memoryUsage().heapUsed;
}
