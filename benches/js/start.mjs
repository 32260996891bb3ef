// From `import` to the call of `fetch`: what a page pays before the first request leaves.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { median, medianWithInterval } from './measuring/statistics.mjs';
import { number } from './measuring/verdicts.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(here, '../../target/bench-js/start');
const PAIRS = 15;

/** Each makes a chat and sends a message through the `fetch` it is given. */
const ENTRIES = {
  countersign: `
    import { ChatController, HttpChatTransport, isToolUIPart, lastAssistantMessageIsComplete } from 'countersign';
    export const used = [isToolUIPart];
    export function start(fetch) {
      const transport = new HttpChatTransport({ api: 'http://local/api/chat', fetch });
      const sendAutomaticallyWhen = lastAssistantMessageIsComplete;
      new ChatController({ transport, sendAutomaticallyWhen }).sendMessage({ text: 'Hello' });
    }`,
  'ai-sdk': `
    import { Chat } from '@ai-sdk/react';
    import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
    export const used = [isToolUIPart];
    export function start(fetch) {
      const transport = new DefaultChatTransport({ api: 'http://local/api/chat', fetch });
      const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;
      new Chat({ transport, sendAutomaticallyWhen }).sendMessage({ text: 'Hello' });
    }`,
};

/** Minified as for a page; gives the files by name. React is outside, as every page has it already. */
export async function startBundles(external = ['react', 'react-dom', 'react/jsx-runtime']) {
  fs.mkdirSync(out, { recursive: true });
  const files = {};
  for (const [name, contents] of Object.entries(ENTRIES)) {
    files[name] = path.join(out, `${name}${external.length === 0 ? '-page' : ''}.mjs`);
    await build({
      stdin: { contents, resolveDir: here },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      outfile: files[name],
      external,
      define: { 'process.env.NODE_ENV': '"production"' },
      conditions: ['production', 'browser'],
      logLevel: 'error',
    });
  }
  return files;
}

function startInNode(file) {
  const program = `
    const { mainThreadMs } = await import(${JSON.stringify(pathToFileURL(path.join(here, 'measuring/process-metrics.mjs')).href)});
    await import('react');
    const before = mainThreadMs();
    const { start } = await import(${JSON.stringify(pathToFileURL(file).href)});
    start(() => {
      console.log(mainThreadMs() - before);
      process.exit(0);
    });`;
  const flags = ['--no-warnings', '--input-type=module'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, '-e', program], {
    cwd: here,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ms = Number.parseFloat(stdout);
  if (status !== 0 || Number.isNaN(ms)) throw new Error(`no start: ${stderr.slice(-300)}`);
  return ms;
}

/** Measures the start, and judges it; in Chromium too if everything is asked for. */
export async function measureStart(verdicts, { isFull }) {
  const files = await startBundles();
  const pairs = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const order = pair % 2 === 0 ? ['countersign', 'ai-sdk'] : ['ai-sdk', 'countersign'];
    pairs.push(Object.fromEntries(order.map((name) => [name, startInNode(files[name])])));
  }
  report(verdicts, 'Start, from import to fetch, Node', pairs);
  if (isFull) {
    const { startsInChromium } = await import('./start-in-chromium.mjs');
    report(verdicts, 'Start, from import to fetch, Chromium', await startsInChromium(PAIRS));
  }
}

function report(verdicts, what, pairs) {
  const [ours, theirs] = ['countersign', 'ai-sdk'].map((name) => median(pairs.map((pair) => pair[name])));
  console.log(`\n### ${what}\n\nCountersign ${number(ours)} ms, AI SDK ${number(theirs)} ms`);
  verdicts.ratio(
    `${what}: Countersign / AI SDK`,
    medianWithInterval(pairs.map((pair) => pair.countersign / pair['ai-sdk'])),
    0.5,
  );
}
