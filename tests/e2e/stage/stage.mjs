// One demo server and one browser for a test file, and a fresh page with its own storage for each test.
import { existsSync } from 'node:fs';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startDemo } from '../../../www/server/demo-server.mjs';
import { launchBrowser } from './browser.mjs';
import { DemoPage } from './demo-page.mjs';

/** Which of the two builds of the page is under test: ours, or the same page on AI SDK's own client. */
export const onAiSdk = process.env.CHAT_CLIENT === 'ai-sdk';
const pageFolder = fileURLToPath(new URL(`../../../www/dist/${onAiSdk ? 'page-on-ai-sdk' : 'page'}`, import.meta.url));

/** Milliseconds between two words of the scripted agent: quick, but still a stream. */
const PACE = 4;

/**
 * @param {{ path?: string, pace?: number, python?: string }} [options] `path`: which page to open; `python`: for the agent in Python.
 * @returns a function that gives a test its page, with every chat request the server got from it
 */
export function setStage({ path = '', pace = PACE, python, Page = DemoPage } = {}) {
  let demo;
  let browser;
  const requests = new Map();

  before(async () => {
    if (!existsSync(`${pageFolder}/index.html`))
      throw new Error(`No built page in ${pageFolder}: run  npx vite build www`);
    demo = await startDemo({
      pageFolder,
      pace,
      env: {},
      python,
      onChatRequest: (request) => requests.set(request.id, [...(requests.get(request.id) ?? []), request]),
    });
    browser = await launchBrowser();
  });

  after(async () => {
    await browser?.close();
    await demo?.close();
  });

  /** @param {import('node:test').TestContext} t */
  return async function enter(t) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const demoPage = new Page(page, { requests, outbox: demo.outbox });
    t.after(async () => {
      await context.close();
      demoPage.assertQuiet();
    });
    await page.goto(demo.url + path);
    return demoPage;
  };
}
