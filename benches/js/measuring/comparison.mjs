// Runs a comparison in some processes, and makes ratios of what they measured.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { medianWithInterval } from './statistics.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Three processes of five rounds: what differs from process to process shows too. */
const PROCESSES = 3;
const ROUNDS = 5;
/** A contestant whose run takes longer is run once per process, unless everything is asked for. */
const SLOW_MS = 1500;

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

/** Runs a comparison; gives the runs of all processes and what failed. */
export async function measure(comparison, { isFull }) {
  const runs = [];
  const failures = {};
  for (let number = 0; number < PROCESSES; number++) {
    const contestants = comparison.contestants.filter(({ isSlow }) => isFull || !isSlow || number === 0);
    const job = {
      contestants,
      rounds: ROUNDS,
      budgetMs: isFull ? 600_000 : 60_000,
      slowMs: isFull ? 20_000 : SLOW_MS,
    };
    const done = await runProcess(job);
    runs.push(...done.runs.map((run) => ({ ...run, process: number })));
    Object.assign(failures, done.failures);
  }
  // One wrong result fails the contestant, however many right ones there are.
  const failed = ({ key }) => failures[key] !== undefined || failures.process !== undefined;
  return { runs: runs.filter((run) => !failed(run)), failures };
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
