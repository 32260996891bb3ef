// Conversations that are disposed of leave nothing: two thousand take what one thousand took.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CONTROLLERS = 1000;

/** Runs this file in a process of its own and judges what it says. */
export async function measureControllers(verdicts) {
  const flags = ['--expose-gc', '--no-warnings'];
  const output = execFileSync(process.execPath, [...flags, fileURLToPath(import.meta.url)], { encoding: 'utf8' });
  const [first, second] = JSON.parse(output);
  console.log(`\n### ${CONTROLLERS} controllers disposed of, and as many again\n`);
  console.log(`heap ${first.heapMB} and ${second.heapMB} MB, wasm grown by ${first.wasmMB} and ${second.wasmMB} MB`);
  verdicts.figure(
    '2 000 controllers disposed of take what 1 000 took (heap and wasm)',
    (second.heapMB + second.wasmMB) / (first.heapMB + first.wasmMB),
    1.05,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { watchWasm, wasmGrowth } = await import('./measuring/process-metrics.mjs');
  watchWasm();
  const { default: adapter } = await import('./adapters/countersign-sse.mjs');
  const { buildFixture } = await import('./workloads/fixtures.mjs');
  const fixture = buildFixture({ w: 'W3', T: 20, history: 10 });
  const probe = { notify() {} };
  const after = async () => {
    for (let number = 0; number < CONTROLLERS; number++) {
      const session = await adapter.open({ fixture, probe, pace: 'micro', frame: 'event' });
      await session.send();
      session.close();
    }
    for (let round = 0; round < 4; round++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      global.gc();
    }
    const round2 = (bytes) => Math.round(bytes / 1e4) / 100;
    return { heapMB: round2(process.memoryUsage().heapUsed), wasmMB: round2(wasmGrowth()) };
  };
  console.log(JSON.stringify([await after(), await after()]));
}
