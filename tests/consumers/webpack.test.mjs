// The packed package in an app of webpack, without any configuration for it.

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import webpack from 'webpack';
import { launchBrowser } from '../e2e/stage/browser.mjs';
import { resultOf, serve } from '../package/site.mjs';
import { Consumer } from './consumer.mjs';

/** @type {Consumer} */
let consumer;
let browser;
let site;
let built;

const app = (entry, beforehand) => `
  import { createElement, StrictMode, useEffect } from 'react';
  import { createRoot } from 'react-dom/client';
  ${beforehand}
  import { useChat } from '${entry}/react';
  import { ScriptedTransport, say } from 'countersign/testing';

  const transport = new ScriptedTransport({ responses: [say('Hello')] });
  let sent = false;

  function App() {
    const { messages, status, sendMessage } = useChat({ transport });
    useEffect(() => {
      if (!sent) {
        sent = true;
        sendMessage({ text: 'Hi' });
      } else if (status === 'ready' && messages.length === 2) {
        globalThis.result = messages.map(({ parts }) => parts.at(-1).text);
      }
    });
    return null;
  }

  export const start = () =>
    createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement(App)));
`;

before(async () => {
  consumer = await Consumer.create('webpack', {
    'package.json': '{ "name": "app", "private": true, "type": "module" }',
    'app.js': `${app('countersign', '')} start();`,
    'slim.js': `${app('countersign/slim', `import { init } from 'countersign/slim';`)} init().then(start);`,
    ...Object.fromEntries(
      ['app', 'slim'].map((name) => [
        `built/${name}.html`,
        `<!doctype html><title>App</title><div id="root"></div><script src="/${name}.js"></script>`,
      ]),
    ),
  });
  const compiler = webpack({
    mode: 'production',
    context: consumer.folder,
    entry: { app: './app.js', slim: './slim.js' },
    output: { path: path.join(consumer.folder, 'built') },
    performance: false,
  });
  built = await new Promise((resolve, reject) => {
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats)));
  });
  site = await serve(path.join(consumer.folder, 'built'));
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  await site?.close();
  await consumer?.remove();
});

test('it builds without errors and warnings', () => {
  const { errors, warnings } = built.toJson({ all: false, errors: true, warnings: true });
  assert.deepEqual(
    [...errors, ...warnings].map(({ message }) => message),
    [],
  );
});

test('the default entry talks', async () => {
  assert.deepEqual(await resultOf(browser, `${site.url}app.html`), ['Hi', 'Hello']);
});

test('the slim entry talks, with the wasm as a file of its own', async () => {
  assert.deepEqual(await resultOf(browser, `${site.url}slim.html`), ['Hi', 'Hello']);
  const { assets } = built.toJson({ all: false, assets: true });
  assert.equal(assets.filter(({ name }) => name.endsWith('.wasm')).length, 1);
});
