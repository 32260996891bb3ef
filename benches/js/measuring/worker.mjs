// One process of a comparison: warms every contestant, then runs them in turn, round by round. Prints a JSON line.
import fs from 'node:fs';
import inspector from 'node:inspector';
import v8 from 'node:v8';
import { buildFixture, warmSpec } from '../workloads/fixtures.mjs';
import { network } from '../workloads/network.mjs';
import { makeProbe } from './probe.mjs';
import { startMetrics, wasmGrowth, watchWasm } from './process-metrics.mjs';

/** @type {{ contestants: { key: string, adapter: string, spec: object, frame?: string | number, once?: boolean }[],
 *   rounds: number, budgetMs: number, slowMs: number, profile?: string }} */
const job = JSON.parse(process.argv[2]);
const runs = [];
const failures = {};
const emit = () => process.stdout.write(`\n@@${JSON.stringify({ runs, failures })}\n`);

watchWasm();
const adapters = new Map();
for (const { adapter } of job.contestants) {
  if (!adapters.has(adapter)) adapters.set(adapter, (await import(`../adapters/${adapter}.mjs`)).default);
}

let running;
const probe = makeProbe({
  budgetMs: job.budgetMs,
  onBudget() {
    failures[running] = `not done within ${job.budgetMs / 1000} s`;
    emit();
    process.exit(0);
  },
});

function verify(fixture, result) {
  const { text, toolJson, answered } = fixture.expect;
  if (text !== undefined && result.text !== text) {
    throw new Error(`wrong text (${result.text?.length} characters instead of ${text.length})`);
  }
  if (toolJson !== undefined) {
    const json = result.toolJson ?? JSON.stringify(result.toolValue);
    if (json !== toolJson) throw new Error('wrong tool input');
  }
  if (answered !== undefined && result.answered !== undefined && result.answered !== answered) {
    throw new Error(`${result.answered} answers instead of ${answered}`);
  }
}

/** Keeps some of what was shown, to see later whether it has changed. */
function watchEarlier(session) {
  const kept = [];
  probe.watch = () => {
    if (probe.notifications % 7 === 3 && kept.length < 40) {
      kept.push([session.messages, JSON.stringify(session.messages)]);
    }
  };
  return () => {
    probe.watch = undefined;
    if (kept.some(([shown, json]) => JSON.stringify(shown) !== json)) throw new Error('what was shown has changed');
  };
}

function startProfile() {
  const session = new inspector.Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 100 });
  session.post('Profiler.start');
  return () =>
    session.post('Profiler.stop', (_, { profile }) => fs.writeFileSync(job.profile, JSON.stringify(profile)));
}

async function answerAll(session, fixture, metrics) {
  const last = fixture.answers.length - 1;
  for (let number = 0; number < last; number++) await session.answer(number);
  const answersMs = metrics.mainSoFar();
  await session.answer(last);
  await session.settled();
  return answersMs;
}

async function once({ key, adapter: name, frame = 'event' }, spec, isMeasured) {
  running = key;
  const adapter = adapters.get(name);
  const fixture = buildFixture(spec);
  const session = await adapter.open({ fixture, probe, pace: job.pace ?? adapter.pace ?? 'micro', frame });
  global.gc();
  await new Promise((resolve) => setTimeout(resolve, 5));
  global.gc();
  session.resetCounts?.();
  probe.arm();
  const checkEarlier = !isMeasured && adapter.keepsEarlier ? watchEarlier(session) : undefined;
  const stopProfile = isMeasured && job.profile ? startProfile() : undefined;
  let requestMs = 0;
  const wasmBefore = wasmGrowth();
  const metrics = startMetrics();
  network.onResponse = () => {
    requestMs = metrics.mainSoFar();
    network.onResponse = undefined;
  };
  let answersMs;
  if (fixture.answers) answersMs = await answerAll(session, fixture, metrics);
  else await session.send();
  const figures = metrics.stop();
  stopProfile?.();
  if (isMeasured) {
    global.gc();
    const grown = v8.getHeapStatistics().used_heap_size - metrics.base + wasmGrowth() - wasmBefore;
    figures.retainedMB = grown / 1e6;
  }
  checkEarlier?.();
  verify(fixture, session.result());
  const { notifications } = probe;
  const counts = { ...session.counts };
  await session.close?.();
  return {
    ...figures,
    cpuMs: answersMs ?? figures.mainMs,
    // The response alone, without the request that carries the conversation.
    responseMs: figures.mainMs - requestMs,
    notifications,
    payloadMB: fixture.payloadBytes / 1e6,
    ...counts,
  };
}

async function attempt(contestant, act) {
  if (failures[contestant.key] !== undefined) return;
  try {
    await act();
  } catch (error) {
    failures[contestant.key] = String(error?.stack ?? error).slice(0, 600);
  }
}

/** Until the engine has seen about 400 ms of each. */
for (const contestant of job.contestants) {
  const began = performance.now();
  for (let run = 0; run < 2 || (run < 12 && performance.now() - began < 400); run++) {
    await attempt(contestant, () => once(contestant, warmSpec(contestant.spec), false));
  }
}
const slow = new Set();
for (let round = 0; round < job.rounds; round++) {
  // Each round begins with another one.
  const order = job.contestants.map((_, at) => job.contestants[(at + round) % job.contestants.length]);
  for (const contestant of order) {
    if (slow.has(contestant.key)) continue;
    await attempt(contestant, async () => {
      const figures = await once(contestant, contestant.spec, true);
      runs.push({ key: contestant.key, round, ...figures });
      if (figures.mainMs > job.slowMs) slow.add(contestant.key);
    });
  }
}
emit();
process.exit(0);
