// cargo xtask bench [--full | --brief] [--only TEXT] [--json FILE]
//
// Compares Countersign with AI SDK, AG-UI, TanStack and with plain JavaScript that does the least that has to be done.
// Prints a table for each workload, then which targets are met.
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { agUiBundle } from './ag-ui-bundle.mjs';
import { COMPARISONS } from './comparisons.mjs';
import { measureControllers } from './controllers-memory.mjs';
import { figureOf, measure, ratio, valuesOf } from './measuring/comparison.mjs';
import { number, Verdicts } from './measuring/verdicts.mjs';
import { measureStart } from './start.mjs';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean' },
    brief: { type: 'boolean' },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
const isFull = options.full === true;
const wanted = (name) => options.only === undefined || name.toLowerCase().includes(options.only.toLowerCase());

await agUiBundle();
// What takes seconds is run once per process, unless everything is asked for.
const verdicts = new Verdicts(isFull ? 15 : 3);
const raw = [];

for (const comparison of COMPARISONS) {
  if (!wanted(comparison.name) || (comparison.isFull && !isFull)) continue;
  const measured = await measure(comparison, { isFull, isBrief: options.brief === true });
  raw.push({ name: comparison.name, ...measured });
  show(comparison, measured);
  judge(comparison, measured.runs);
}
if (wanted('start')) await measureStart(verdicts, { isFull });
if (wanted('controllers')) await measureControllers(verdicts);
if (isFull && wanted('answer in chromium')) {
  const { measureAnswer } = await import('./answer-in-chromium.mjs');
  await measureAnswer(verdicts);
}
if (isFull && wanted('in chromium')) {
  const { showWorkloadsInChromium } = await import('./workloads-in-chromium.mjs');
  await showWorkloadsInChromium();
}
if (options.json !== undefined) fs.writeFileSync(options.json, JSON.stringify(raw));
verdicts.print();

function show({ name, contestants, shown = [] }, { runs, failures, left }) {
  const ours = contestants[0].key;
  console.log(`\n### ${name}\n`);
  console.log('| | main thread CPU, ms | ours / this | allocated MB | peak heap MB | notifications | runs |');
  console.log('| --- | --: | --: | --: | --: | --: | --: |');
  for (const { key } of contestants.filter((contestant) => !left.includes(contestant))) {
    const cpu = figureOf(runs, key, 'cpuMs');
    if (cpu === undefined) {
      console.log(
        `| ${key} | ${String(failures[key] ?? 'not run')
          .split('\n')[0]
          .replaceAll('|', '/')} |`,
      );
      continue;
    }
    const beside = key === ours ? undefined : ratio(runs, { of: ours, to: key });
    const interval =
      beside === undefined ? '' : `${number(beside.median)} (${number(beside.low)}–${number(beside.high)})`;
    const figure = (field) => number(figureOf(runs, key, field)?.median);
    const cells = [key, number(cpu.median), interval, figure('allocatedMB'), figure('heapMB'), figure('notifications')];
    console.log(`| ${[...cells, cpu.count].join(' | ')} |`);
  }
  for (const growth of shown) {
    const measured = ratio(runs, growth);
    const by = growth.figure === undefined ? '' : `, ${growth.figure}`;
    if (measured !== undefined) console.log(`\n${growth.of} / ${growth.to}${by}: ${number(measured.median)}`);
  }
}

function judge({ name, targets, memory, zero }, runs) {
  for (const target of targets) {
    const what = `${name}: ${target.of} / ${target.to}${target.figure === undefined ? '' : `, ${target.figure}`}`;
    verdicts.ratio(what, ratio(runs, target), target.limit);
  }
  if (memory !== undefined) {
    const kept = figureOf(runs, memory.of, memory.figure)?.median;
    const payload = figureOf(runs, memory.of, 'payloadMB')?.median;
    verdicts.figure(`${name}: kept afterwards, times the text's bytes`, kept / payload, memory.timesPayload);
  }
  for (const key of zero?.of ?? []) {
    const most = Math.max(...valuesOf(runs, key, zero.figure));
    verdicts.figure(`${name}: renders of unchanged messages, ${key}`, most, 0);
  }
}
