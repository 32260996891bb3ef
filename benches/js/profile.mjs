// node benches/js/profile.mjs <adapter> '<spec as JSON>' [frame]
//
// Where the time of one measured run goes, by function: its own, and with what it calls.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { agUiBundle } from './ag-ui-bundle.mjs';

const ROWS = 30;

const here = path.dirname(fileURLToPath(import.meta.url));
const [adapter, spec, frame = 'event'] = process.argv.slice(2);
const profile = path.join(os.tmpdir(), `bench-${process.pid}.cpuprofile`);
const contestant = {
  key: adapter,
  adapter,
  spec: JSON.parse(spec),
  frame: frame === 'event' ? frame : Number(frame),
};
const job = { contestants: [contestant], rounds: 1, budgetMs: 120_000, slowMs: 0, profile };

await agUiBundle();
const worker = path.join(here, 'measuring/worker.mjs');
const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--no-warnings', worker, JSON.stringify(job)], {
  encoding: 'utf8',
  env: { ...process.env, NODE_ENV: 'production' },
});
if (!fs.existsSync(profile)) {
  console.error(stdout, stderr);
  process.exit(1);
}
const { nodes, samples, timeDeltas } = JSON.parse(fs.readFileSync(profile, 'utf8'));
fs.rmSync(profile);

const byId = new Map(nodes.map((node) => [node.id, node]));
const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));

function nameOf({ callFrame: { functionName, url, lineNumber } }) {
  const file = url.replace(/^file:\/\//, '').replace(/^.*node_modules\//, '');
  return `${functionName || '(anonymous)'}  ${file === '' ? '' : `${file}:${lineNumber + 1}`}`;
}

const own = new Map();
const withCalled = new Map();
let busy = 0;
const add = (times, name, time) => times.set(name, (times.get(name) ?? 0) + time);
samples.forEach((id, index) => {
  const time = Math.max(0, timeDeltas[index]);
  const node = byId.get(id);
  if (node.callFrame.functionName === '(idle)') return;
  busy += time;
  add(own, nameOf(node), time);
  const seen = new Set();
  for (let at = id; at !== undefined; at = callers.get(at)) seen.add(nameOf(byId.get(at)));
  for (const name of seen) add(withCalled, name, time);
});

function show(title, times) {
  console.log(`\n${title}`);
  const rows = [...times].sort(([, a], [, b]) => b - a).slice(0, ROWS);
  for (const [name, time] of rows) console.log(`${((100 * time) / busy).toFixed(1).padStart(6)} %  ${name}`);
}

console.log(`${adapter} ${spec}: ${(busy / 1000).toFixed(0)} ms busy, the profiler's own work included`);
show('by itself', own);
show('with what it calls', withCalled);
