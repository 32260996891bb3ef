// The packed package on a page without any bundler, under several content policies.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launchBrowser } from '../e2e/stage/browser.mjs';
import { Project } from './project.mjs';
import { resultOf, serve } from './site.mjs';
import { imports, use, used, useOrError } from './use.mjs';

const refusing = { 'content-security-policy': "default-src 'self'" };
const allowing = { 'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" };

const inlined = '/node_modules/countersign/dist/inlined/index.js';
const slim = '/node_modules/countersign/dist/slim/index.js';

/** @type {Project} */
let project;
let browser;

before(async () => {
  project = await Project.create();
  browser = await launchBrowser();
  const scripts = {
    'default.js': `import ${imports} from '${inlined}'; ${useOrError} globalThis.result = result;`,
    'slim.js': `import * as slim from '${slim}';
      const ${imports} = slim;
      globalThis.result = await slim.init().then(() => ${use}, ({ code, message }) => ({ code, message }));`,
    'early.js': `import ${imports} from '${slim}'; ${useOrError} globalThis.result = result;`,
    'missing.js': `import * as slim from '${slim}';
      const ${imports} = slim;
      const failure = await slim.init('/nowhere.wasm').catch(({ code, message }) => ({ code, message }));
      await slim.init();
      globalThis.result = [failure, ${use}];`,
  };
  for (const [file, text] of Object.entries(scripts)) {
    await project.write(file, text);
    await project.write(
      file.replace('.js', '.html'),
      `<!doctype html><title>App</title><script type="module" src="/${file}"></script>`,
    );
  }
});

after(async () => {
  await browser?.close();
  await project?.remove();
});

async function visit(page, headers, types) {
  const site = await serve(project.folder, headers, types);
  try {
    return await resultOf(browser, site.url + page);
  } finally {
    await site.close();
  }
}

describe('a plain page', () => {
  test('uses the default entry', async () => {
    assert.equal(await visit('default.html'), used);
  });

  test('uses the default entry under a policy that allows wasm', async () => {
    assert.equal(await visit('default.html', allowing), used);
  });

  test('loads the slim entry from the file beside it', async () => {
    assert.equal(await visit('slim.html', allowing), used);
  });

  test('loads the slim entry from a server that does not know the type of wasm', async () => {
    assert.equal(await visit('slim.html', {}, { '.wasm': 'application/octet-stream' }), used);
  });

  test('is told what to do when the slim entry is used before init is done', async () => {
    assert.equal((await visit('early.html')).code, 'wasm_not_initialised');
  });

  test('can load the slim entry after a url that is not there', async () => {
    const [failure, result] = await visit('missing.html');
    assert.equal(failure.code, 'wasm_unavailable');
    assert.match(failure.message, /nowhere\.wasm.*404/);
    assert.equal(result, used);
  });
});

describe('a content policy that forbids wasm', () => {
  test('gives a typed error on first use, which names the directive that mends it', async () => {
    const { code, message, ours, hasCause } = await visit('default.html', refusing);
    assert.equal(code, 'wasm_unavailable');
    assert.match(message, /'wasm-unsafe-eval'.*script-src/);
    assert.equal(ours, true);
    assert.equal(hasCause, true);
  });

  test('gives the same error from init of the slim entry', async () => {
    const { code, message } = await visit('slim.html', refusing);
    assert.equal(code, 'wasm_unavailable');
    assert.match(message, /'wasm-unsafe-eval'.*script-src/);
  });
});
