// Runs a comparison in some processes, and makes ratios of what they measured.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { medianWithInterval } from './statistics.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Three processes of five rounds: what differs from process to process shows too. */
const PROCESSES = 3;
const ROUNDS = 5;
/** A contestant whose run takes longer is run once per process; where everything is asked for, much longer. */
const SLOW_MS = 1500;
/** Rounds of peers of which one run takes seconds and that no target names, where everything is asked for. */
const SLOW_ROUNDS = 3;

function runProcess(job) {
  return new Promise((resolve) => {
    const flags = ['--expose-gc', '--no-warnings', '--max-old-space-size=6000'];
    const child = spawn(process.execPath, [...flags, path.join(here, 'worker.mjs'), JSON.stringify(job)], {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      errors += data;
    });
    child.on('close', (code) => {
      const line = output.split('\n').findLast((candidate) => candidate.startsWith('@@'));
      if (line !== undefined) resolve(JSON.parse(line.slice(2)));
      else resolve({ runs: [], failures: { process: `ended with ${code}: ${errors.slice(-400)}` } });
    });
  });
}

/** Runs a comparison; gives the runs of all processes, what failed, and who was left out for being slow. */
export async function measure({ contestants, targets }, { isFull, isBrief }) {
  const runs = [];
  const failures = {};
  const run = async (number, some, rounds, blamed = some) => {
    const budgetMs = isFull ? 600_000 : 120_000;
    const done = await runProcess({ contestants: some, rounds, budgetMs, slowMs: isFull ? 20_000 : SLOW_MS });
    runs.push(...done.runs.map((figures) => ({ ...figures, process: number })));
    const { process, ...failed } = done.failures;
    Object.assign(failures, failed);
    if (process !== undefined) for (const { key } of blamed) failures[key] = process;
  };
  const isNamed = ({ key }) => targets.some(({ of, to }) => key === of || key === to);
  const all = contestants.filter((contestant) => !contestant.isSlow || (isFull && isNamed(contestant)));
  for (let number = 0; number < PROCESSES; number++) await run(number, all, ROUNDS);
  // A few times beside ours, in a process of their own: some leave gigabytes behind, or do not end.
  const [ours] = contestants;
  const others = contestants.filter((contestant) => !all.includes(contestant));
  if (others.length > 0 && !isBrief) await run(PROCESSES, [ours, ...others], isFull ? SLOW_ROUNDS : 1, others);
  // One wrong result fails the contestant, however many right ones there are.
  return { runs: runs.filter(({ key }) => failures[key] === undefined), failures, left: isBrief ? others : [] };
}

const valuesOf = (runs, key, figure) => runs.filter((run) => run.key === key).map((run) => run[figure]);

/** The ratio of two contestants' figures, round by round. */
export function ratio(runs, { of, to, figure = 'cpuMs' }) {
  const partners = new Map(runs.filter(({ key }) => key === to).map((run) => [`${run.process} ${run.round}`, run]));
  const pairs = runs
    .filter(({ key }) => key === of)
    .flatMap((run) => {
      const partner = partners.get(`${run.process} ${run.round}`);
      return partner === undefined ? [] : [run[figure] / partner[figure]];
    });
  return pairs.length === 0 ? undefined : medianWithInterval(pairs);
}

export function figureOf(runs, key, figure) {
  const values = valuesOf(runs, key, figure);
  return values.length === 0 ? undefined : medianWithInterval(values);
}

export { valuesOf };
