// The text and tool-input workloads in a browser engine with streams of its own, to see that the ratios are not Node's.
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launchBrowser } from '../../tests/e2e/stage/browser.mjs';
import { medianWithInterval } from './measuring/statistics.mjs';
import { number } from './measuring/verdicts.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Prints wall time per run, and ours against each. */
export async function showWorkloadsInChromium() {
  const bundle = await build({
    entryPoints: [path.join(here, 'workloads-page.mjs')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'esnext',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? bundle.outputFiles[0].text : '<!doctype html><script type=module src=/page.js></script>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => 'results' in globalThis, undefined, { timeout: 600_000 });
    for (const { name, runs } of await page.evaluate(() => globalThis.results)) show(name, runs);
  } finally {
    await browser.close();
    server.close();
  }
}

function show(name, runs) {
  console.log(`\n### In Chromium: ${name}\n\n| | ms | ours / this |\n| --- | --: | --: |`);
  const [ours, ...others] = Object.entries(runs);
  console.log(`| ${ours[0]} | ${number(medianWithInterval(ours[1]).median)} | |`);
  for (const [id, times] of others) {
    const { median, low, high } = medianWithInterval(times.map((time, round) => ours[1][round] / time));
    console.log(
      `| ${id} | ${number(medianWithInterval(times).median)} | ${number(median)} (${number(low)}–${number(high)}) |`,
    );
  }
}
