// Sites for a browser to visit, and what comes of a visit.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves a folder on 127.0.0.1. `headers` go with every file; `types` replace the usual ones. */
export async function serve(folder, headers = {}, otherTypes = {}) {
  const server = createServer(async (request, response) => {
    const file = path.join(folder, new URL(request.url, 'http://local').pathname);
    const type = { ...types, ...otherTypes }[path.extname(file)];
    if (!type || !(await stat(file).catch(() => undefined))) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': type, ...headers });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Opens a page and waits for the result it leaves in `globalThis.result`. */
export async function resultOf(browser, url) {
  const page = await browser.newPage();
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  try {
    await page.goto(url);
    await page.waitForFunction(() => 'result' in globalThis, undefined, { timeout: 15_000 });
    return await page.evaluate(() => globalThis.result);
  } catch (error) {
    throw new Error([error.message, ...troubles].join('\n'));
  } finally {
    await page.close();
  }
}
