// The packed package in an app of Vite and React, without any configuration for it.

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import react from '@vitejs/plugin-react';
import { build, createServer } from 'vite';
import { launchBrowser } from '../e2e/stage/browser.mjs';
import { Project } from './project.mjs';
import { resultOf, serve } from './site.mjs';
import { messages, used } from './use.mjs';

/** @type {Project} */
let project;
let browser;

const page = (script) =>
  `<!doctype html><title>App</title><div id="root"></div><script type="module" src="/${script}"></script>`;

const app = (entry, beforehand = '') => `
  import { StrictMode, useEffect } from 'react';
  import { createRoot } from 'react-dom/client';
  import * as countersign from '${entry}';
  import { Chat, useChat } from '${entry}/react';

  function App() {
    const { messages, status } = useChat({ messages: ${messages} });
    const isComplete = countersign.lastAssistantMessageIsComplete({ messages });
    useEffect(() => {
      globalThis.result = Chat === countersign.ChatController
        ? document.querySelector('p').textContent
        : 'two instances of the package';
    });
    return <p>{[status, messages.at(-1).parts[0].output, isComplete].join(' ')}</p>;
  }

  ${beforehand}
  createRoot(document.getElementById('root')).render(<StrictMode><App /></StrictMode>);
`;

before(async () => {
  project = await Project.create(['react', 'react-dom']);
  browser = await launchBrowser();
  await project.write('index.html', page('app.jsx'));
  await project.write('app.jsx', app('countersign'));
  await project.write('slim.html', page('slim.jsx'));
  await project.write('slim.jsx', app('countersign/slim', 'await countersign.init();'));
});

after(async () => {
  await browser?.close();
  await project?.remove();
});

const config = () => ({
  root: project.folder,
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
});

describe('Vite in development', () => {
  let server;

  before(async () => {
    server = await createServer({ ...config(), server: { host: '127.0.0.1', port: 0 } });
    await server.listen();
  });

  after(() => server?.close());

  test('runs the default entry under StrictMode', async () => {
    assert.equal(await resultOf(browser, server.resolvedUrls.local[0]), used);
  });

  test('runs the slim entry under StrictMode', async () => {
    assert.equal(await resultOf(browser, `${server.resolvedUrls.local[0]}slim.html`), used);
  });
});

describe('a Vite build', () => {
  let site;

  before(async () => {
    const input = ['index.html', 'slim.html'].map((file) => path.join(project.folder, file));
    await build({ ...config(), build: { outDir: 'built', rolldownOptions: { input } } });
    site = await serve(path.join(project.folder, 'built'));
  });

  after(() => site?.close());

  test('runs the default entry', async () => {
    assert.equal(await resultOf(browser, `${site.url}index.html`), used);
  });

  test('runs the slim entry with the wasm as a file of its own', async () => {
    assert.equal(await resultOf(browser, `${site.url}slim.html`), used);
  });
});
