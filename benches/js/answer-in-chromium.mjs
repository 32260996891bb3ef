// A person clicks Allow while text streams in, in a Chromium with a quarter of its speed.
//
// Two waits add up: from the press of the button to the frame that shows the answer, and from the end of the response
// that asked to the next request, which carries the answer. In between the agent is still talking, and must be let.
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launchBrowser } from '../../tests/e2e/stage/browser.mjs';
import { medianWithInterval } from './measuring/statistics.mjs';
import { number } from './measuring/verdicts.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const RUNS = 15;
const THROTTLE = 4;
const LIMIT_MS = 200;
/** How long the response goes on, and how much comes every few milliseconds. */
const STREAM_MS = 2500;
const EVERY_MS = 8;
const DELTAS_AT_ONCE = 8;

export async function measureAnswer(verdicts) {
  const bundle = await build({
    entryPoints: [path.join(here, 'answer-page.mjs')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const server = createServer((request, response) => serve(request, response, bundle.outputFiles[0].text));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  const waits = [];
  try {
    for (let run = 0; run < RUNS; run++) {
      waits.push(await answerOnce(browser, `http://127.0.0.1:${server.address().port}/`));
    }
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
  const shown = medianWithInterval(waits.map((wait) => wait.shown));
  const sent = medianWithInterval(waits.map((wait) => wait.sent));
  const both = medianWithInterval(waits.map((wait) => wait.shown + wait.sent));
  console.log(`\n### Allow clicked while text streams in, Chromium at 1/${THROTTLE} of its speed\n`);
  console.log(`shown after ${number(shown.median)} ms (up to ${number(shown.high)}),`);
  console.log(`sent ${number(sent.median)} ms after the response that asked (up to ${number(sent.high)})`);
  verdicts.ratio('Allow clicked during a stream, Chromium: ms until shown and on its way', both, LIMIT_MS);
}

async function answerOnce(browser, url) {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => globalThis.send !== undefined);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    await page.evaluate(() => void globalThis.send());
    const button = page.getByRole('button', { name: 'Allow' });
    await button.waitFor();
    await page.waitForTimeout(500);
    // The place is looked up first: only the press itself is to be measured.
    await button.click();
    await page.waitForFunction(() => globalThis.times.sent !== undefined && globalThis.times.shown !== undefined);
    const { clicked, shown, ended, sent } = await page.evaluate(() => globalThis.times);
    if (ended < clicked) throw new Error('the response had ended before the click');
    return { shown: shown - clicked, sent: sent - ended };
  } finally {
    await page.close();
  }
}

function serve(request, response, script) {
  if (request.url === '/page.js') {
    response.setHeader('content-type', 'text/javascript');
    response.end(script);
    return;
  }
  if (request.url !== '/chat') {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Answer</title><div id=root></div><script type=module src=/page.js></script>');
    return;
  }
  let body = '';
  request.on('data', (data) => {
    body += data;
  });
  request.on('end', () => {
    response.setHeader('content-type', 'text/event-stream');
    const write = (...chunks) => response.write(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''));
    if (JSON.parse(body).messages.at(-1).role === 'assistant') {
      write({ type: 'start' }, { type: 'finish' });
      response.end('data: [DONE]\n\n');
      return;
    }
    write(
      { type: 'start', messageId: 'a' },
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'send_mail', input: {} },
      { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'p' },
      { type: 'text-start', id: 't' },
    );
    const began = performance.now();
    const timer = setInterval(() => {
      if (performance.now() - began < STREAM_MS) {
        const deltas = Array.from({ length: DELTAS_AT_ONCE }, () => ({
          type: 'text-delta',
          id: 't',
          delta: 'some words ',
        }));
        write(...deltas);
        return;
      }
      clearInterval(timer);
      write({ type: 'text-end', id: 't' }, { type: 'finish-step' }, { type: 'finish' });
      response.end('data: [DONE]\n\n');
    }, EVERY_MS);
    request.on('close', () => {
      if (!response.writable) clearInterval(timer);
    });
  });
}
