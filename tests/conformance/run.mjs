// Compares our chat with AI SDK's on scripts that a seed writes.
//
//   node run.mjs [--seed N] [--cases N] [--ai 6|7]
//
// The case of a seed is always the same one: a case that fails is played again
// with its own seed and `--cases 1`.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { differences } from './differences.mjs';
import { Author } from './generate/author.mjs';
import { play } from './harness/compare.mjs';
import { Coverage } from './harness/coverage.mjs';
import { shrink } from './harness/shrink.mjs';

const WANTED = { cases: 5000, documented: 0.05, finished: 0.5, pairs: 20 };

/** How many failures are shown whole. */
const TOLD = 8;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '7000' },
    ai: { type: 'string' },
  },
});
const [first, count] = [Number(values.seed), Number(values.cases)];

/** Every sixth case is about AI SDK 6, unless `--ai` says otherwise. */
const versionOf = (seed) => Number(values.ai ?? (seed % 6 === 0 ? 6 : 7));

const coverage = new Coverage();
const totals = { identical: 0, documented: 0, unexplained: 0, finished: 0, steps: 0, requests: 0, sameBytes: 0 };
const applied = new Map();

for (let seed = first; seed < first + count; seed++) {
  const author = new Author(seed, versionOf(seed));
  const result = await play(author.setup, (theirs) => author.next(theirs), { coverage });
  totals.steps += result.steps.length;
  totals.requests += result.requests;
  totals.sameBytes += result.sameBytes;
  if (result.isFinished) totals.finished++;
  for (const name of result.applied) applied.set(name, (applied.get(name) ?? 0) + 1);
  if (result.found !== undefined) {
    totals.unexplained++;
    if (totals.unexplained <= TOLD) await tell(seed, { setup: author.setup, steps: result.steps }, result.found);
  } else if (result.applied.size > 0) totals.documented++;
  else totals.identical++;
}

const problems = sumUp();
for (const problem of problems) console.log(`FAILED: ${problem}`);
console.log(`${totals.identical} identical, ${totals.documented} documented, ${totals.unexplained} unexplained`);
process.exit(problems.length > 0 ? 1 : 0);

async function tell(seed, script, found) {
  const smallest = (await shrink(script)) ?? { script, found };
  console.log(`\nseed ${seed}, AI SDK ${script.setup.ai}: ${smallest.found.about} differ after the last step of`);
  console.log(JSON.stringify(smallest.script.setup));
  for (const step of smallest.script.steps) console.log(`  ${JSON.stringify(readable(step))}`);
  console.log(`AI SDK's  ${text(smallest.found.theirs)}`);
  console.log(`ours      ${text(smallest.found.ours)}\n`);
}

/** Bytes as text: a byte is a character. */
function readable(step) {
  return step.do === 'bytes' ? { ...step, bytes: String.fromCharCode(...step.bytes) } : step;
}

function text(value) {
  const whole = JSON.stringify(value) ?? 'nothing';
  return whole.length > 4000 ? `${whole.slice(0, 4000)}…` : whole;
}

function sumUp() {
  const { least } = coverage;
  const finished = totals.finished / count;
  const documented = totals.documented / count;
  console.log(`${count} cases with ${totals.steps} steps, from seed ${first}`);
  console.log(`${percent(finished)} were read to their finish`);
  console.log(
    `${totals.requests} requests, the bodies of ${percent(totals.sameBytes / totals.requests)} the same byte by byte, the others but for the order of fields`,
  );
  console.log(`least met of ${least.pairs} pairs of chunk and state: ${least.pair}, ${least.count} times`);
  const lines = new Map(differences.map(({ name, line }) => [name, line]));
  for (const [name, times] of [...applied].sort((a, b) => b[1] - a[1])) {
    console.log(`  ${String(times).padStart(5)} × ${name} (docs/differences.md#${lines.get(name)})`);
  }
  const page = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8');
  const unwritten = [...lines.values()].filter((line) => !page.includes(`<a id="${line}"></a>`));
  const isWhole = count >= WANTED.cases;
  return [
    totals.unexplained > 0 && `${totals.unexplained} unexplained`,
    documented > WANTED.documented &&
      `${percent(documented)} are documented differences, more than ${percent(WANTED.documented)}`,
    finished < WANTED.finished && `only ${percent(finished)} were read to their finish`,
    isWhole && totals.identical < WANTED.cases && `only ${totals.identical} identical`,
    isWhole &&
      least.count < WANTED.pairs &&
      `${coverage.below(WANTED.pairs).length} pairs occurred less than ${WANTED.pairs} times`,
    unwritten.length > 0 && `no line in docs/differences.md: ${unwritten.join(', ')}`,
  ].filter(Boolean);
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
