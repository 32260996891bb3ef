// What one repetition takes of this process.
import fs from 'node:fs';
import v8 from 'node:v8';

const nap = new Int32Array(new SharedArrayBuffer(4));

/**
 * CPU time of the main thread alone, in milliseconds: what a page's thread loses, whatever the neighbours do. Linux
 * brings the counter up to date when a thread is descheduled, hence the nap; elsewhere it is the whole process's.
 */
export function mainThreadMs() {
  Atomics.wait(nap, 0, 0, 0.05);
  try {
    const [nanoseconds] = fs.readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

const wasmMemories = [];

/** Sees the memory of every wasm module that is started from now on. */
export function watchWasm() {
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = class extends Instance {
    constructor(...given) {
      super(...given);
      const { memory } = this.exports;
      if (memory !== undefined) wasmMemories.push({ memory, start: memory.buffer.byteLength });
    }
  };
}

/** By how much wasm memory has grown since it was made, in bytes. */
export function wasmGrowth() {
  return wasmMemories.reduce((sum, { memory, start }) => sum + memory.buffer.byteLength - start, 0);
}

/** Starts measuring; `stop` gives the figures. */
export function startMetrics() {
  const base = v8.getHeapStatistics().used_heap_size;
  const collector = new v8.GCProfiler();
  collector.start();
  const cpuBefore = mainThreadMs();
  const began = performance.now();
  return {
    base,
    mainSoFar: () => mainThreadMs() - cpuBefore,
    stop() {
      const mainMs = mainThreadMs() - cpuBefore;
      const wallMs = performance.now() - began;
      const end = v8.getHeapStatistics().used_heap_size;
      const collections = collector.stop()?.statistics ?? [];
      let allocated = 0;
      let gcMs = 0;
      let peak = end;
      let before = base;
      for (const { beforeGC, afterGC, cost } of collections) {
        const used = beforeGC.heapStatistics.usedHeapSize;
        allocated += Math.max(0, used - before);
        before = afterGC.heapStatistics.usedHeapSize;
        gcMs += cost / 1000;
        peak = Math.max(peak, used);
      }
      allocated += Math.max(0, end - before);
      return {
        mainMs,
        wallMs,
        gcMs,
        allocatedMB: allocated / 1e6,
        // Garbage included, and what wasm keeps for good.
        heapMB: (peak - base + wasmGrowth()) / 1e6,
      };
    },
  };
}
