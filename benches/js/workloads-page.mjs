// Runs in a page: each contestant in turn, round by round.
import aiSse from './adapters/ai-sse.mjs';
import countersignSse from './adapters/countersign-sse.mjs';
import floorIntact from './adapters/floor-intact.mjs';
import { makeProbe } from './measuring/probe.mjs';
import { buildFixture, warmSpec } from './workloads/fixtures.mjs';

const CONTESTANTS = [countersignSse, floorIntact, aiSse];
const ROUNDS = 7;
const WORKLOADS = {
  'W1 text, 20 000 deltas': { w: 'W1', T: 20000 },
  'W2 tool input, 50 kB': { w: 'W2', bytes: 50000 },
  'W3 2 000 deltas after 1 000 messages': { w: 'W3', T: 2000, history: 1000 },
};

async function once(adapter, spec) {
  const fixture = buildFixture(spec);
  const session = await adapter.open({ fixture, probe: makeProbe(), pace: 'micro', frame: 'event' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  const began = performance.now();
  await session.send();
  const took = performance.now() - began;
  const { text } = fixture.expect;
  if (text !== undefined && session.result().text !== text) throw new Error(`${adapter.id}: wrong text`);
  await session.close?.();
  return took;
}

const results = [];
for (const [name, spec] of Object.entries(WORKLOADS)) {
  for (const adapter of CONTESTANTS) for (let run = 0; run < 6; run++) await once(adapter, warmSpec(spec));
  const runs = Object.fromEntries(CONTESTANTS.map(({ id }) => [id, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (let place = 0; place < CONTESTANTS.length; place++) {
      const adapter = CONTESTANTS[(place + round) % CONTESTANTS.length];
      runs[adapter.id].push(await once(adapter, spec));
    }
  }
  results.push({ name, runs });
}
globalThis.results = results;
