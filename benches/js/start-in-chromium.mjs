import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { launchBrowser } from '../../tests/e2e/stage/browser.mjs';
import { startBundles } from './start.mjs';

/** From `import` to the call of `fetch`, in milliseconds, each time in a page that nothing is cached for. */
export async function startsInChromium(pairs) {
  const files = await startBundles([]);
  const server = createServer(async (request, response) => {
    const name = Object.keys(files).find((key) => request.url === `/${key}.mjs`);
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-type', name === undefined ? 'text/html' : 'text/javascript');
    response.end(name === undefined ? '<!doctype html><title>start</title>' : await readFile(files[name]));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const browser = await launchBrowser();
  try {
    const results = [];
    for (let pair = 0; pair < pairs; pair++) {
      const order = pair % 2 === 0 ? ['countersign', 'ai-sdk'] : ['ai-sdk', 'countersign'];
      const result = {};
      for (const name of order) result[name] = await startOf(browser, url, name);
      results.push(result);
    }
    return results;
  } finally {
    await browser.close();
    server.close();
  }
}

async function startOf(browser, url, name) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const ms = await page.evaluate(async (file) => {
    // The bytes are there already: what is measured is what the page does with them.
    await (await fetch(file)).text();
    const before = performance.now();
    const { start } = await import(file);
    return new Promise((resolve) => start(() => resolve(performance.now() - before)));
  }, `/${name}.mjs`);
  await context.close();
  return ms;
}
