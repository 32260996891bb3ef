// The packed package in Node, as ESM and as CommonJS.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { nodes, Project } from './project.mjs';
import { imports, use, used, useOrError } from './use.mjs';

/** @type {Project} */
let project;

before(async () => {
  project = await Project.create(['react', 'react-dom']);
});

after(() => project.remove());

for (const [name, node] of Object.entries(nodes)) {
  describe(`Node ${name}`, () => {
    test('ESM uses the default entry without waiting for anything', async () => {
      const printed = await project.run(
        'default.mjs',
        `import ${imports} from 'countersign'; console.log(JSON.stringify(${use}));`,
        node,
      );
      assert.equal(printed, used);
    });

    test('CommonJS uses the default entry without waiting for anything', async () => {
      const printed = await project.run(
        'default.cjs',
        `const ${imports} = require('countersign'); console.log(JSON.stringify(${use}));`,
        node,
      );
      assert.equal(printed, used);
    });

    test('ESM loads the slim entry from the file beside it', async () => {
      const printed = await project.run(
        'slim.mjs',
        `import * as slim from 'countersign/slim';
        const ${imports} = slim;
        await slim.init();
        console.log(JSON.stringify(${use}));`,
        node,
      );
      assert.equal(printed, used);
    });

    test('CommonJS loads the slim entry from the file beside it', async () => {
      const printed = await project.run(
        'slim.cjs',
        `const slim = require('countersign/slim');
        const ${imports} = slim;
        slim.init().then(() => console.log(JSON.stringify(${use})));`,
        node,
      );
      assert.equal(printed, used);
    });
  });
}

describe('the slim entry in Node', () => {
  for (const [what, input] of Object.entries({
    'a file url': `import.meta.resolve('countersign/core.wasm')`,
    bytes: `await readFile(new URL(import.meta.resolve('countersign/core.wasm')))`,
    'a compiled module': `new WebAssembly.Module(await readFile(new URL(import.meta.resolve('countersign/core.wasm'))))`,
    'a response': `new Response(await readFile(new URL(import.meta.resolve('countersign/core.wasm'))))`,
    'a promise of bytes': `readFile(new URL(import.meta.resolve('countersign/core.wasm')))`,
  })) {
    test(`starts from ${what}`, async () => {
      const printed = await project.run(
        'input.mjs',
        `import { readFile } from 'node:fs/promises';
        import * as slim from 'countersign/slim';
        const ${imports} = slim;
        await slim.init(${input});
        console.log(JSON.stringify(${use}));`,
      );
      assert.equal(printed, used);
    });
  }

  test('says what to do when it is used before init is done', async () => {
    const printed = await project.run(
      'early.mjs',
      `import ${imports} from 'countersign/slim'; ${useOrError} console.log(JSON.stringify(result));`,
    );
    assert.equal(printed.code, 'wasm_not_initialised');
    assert.equal(printed.ours, true);
    assert.match(printed.message, /await init\(\)/);
  });

  test('tells of a file that cannot be used, and can then be started from another', async () => {
    const printed = await project.run(
      'again.mjs',
      `import * as slim from 'countersign/slim';
      const ${imports} = slim;
      const failure = await slim.init(new URL('nowhere.wasm', import.meta.url)).catch((error) => error);
      await slim.init();
      console.log(JSON.stringify([failure.code, failure.message, ${use}]));`,
    );
    assert.equal(printed[0], 'wasm_unavailable');
    assert.match(printed[1], /nowhere\.wasm/);
    assert.equal(printed[2], used);
  });

  test('loads once, however often init is called', async () => {
    const printed = await project.run(
      'once.mjs',
      `import * as slim from 'countersign/slim';
      const first = slim.init();
      const second = slim.init(Promise.reject(new Error('never awaited')).catch(() => 'nowhere'));
      console.log(JSON.stringify([first === second, await second === undefined]));`,
    );
    assert.deepEqual(printed, [true, true]);
  });
});

describe('entries share one instance', () => {
  for (const [from, react] of [
    ['countersign', 'countersign/react'],
    ['countersign/slim', 'countersign/slim/react'],
  ]) {
    // A hook that renders on a server, and that knows the class of the other entry.
    const render = `
      const App = () => {
        const { status } = useChat({ chat: new main.ChatController() });
        return status + ' ' + (Chat === main.ChatController);
      };
      console.log(JSON.stringify(renderToString(createElement(App))));`;

    test(`of ${from} in ESM`, async () => {
      const printed = await project.run(
        'shared.mjs',
        `import * as main from '${from}';
        import { Chat, useChat } from '${react}';
        import { createElement } from 'react';
        import { renderToString } from 'react-dom/server';
        await main.init?.();
        ${render}`,
      );
      assert.equal(printed, 'ready true');
    });

    test(`of ${from} in CommonJS`, async () => {
      const printed = await project.run(
        'shared.cjs',
        `const main = require('${from}');
        const { Chat, useChat } = require('${react}');
        const { createElement } = require('react');
        const { renderToString } = require('react-dom/server');
        Promise.resolve(main.init?.()).then(() => {${render}});`,
      );
      assert.equal(printed, 'ready true');
    });
  }
});

describe('an engine without WebAssembly', () => {
  // What React Native's Hermes lacks.
  const lack = 'delete globalThis.WebAssembly; delete globalThis.TextDecoder;';

  for (const entry of [
    'countersign',
    'countersign/react',
    'countersign/transcript',
    'countersign/testing',
    'countersign/slim',
  ]) {
    test(`imports ${entry} without harm`, async () => {
      const printed = await project.run(
        'import.mjs',
        `${lack} console.log(JSON.stringify(typeof (await import('${entry}'))));`,
      );
      assert.equal(printed, 'object');
    });
  }

  test('gets a typed error on first use, which names React Native', async () => {
    const printed = await project.run(
      'hermes.mjs',
      `${lack} const ${imports} = await import('countersign'); ${useOrError} console.log(JSON.stringify(result));`,
    );
    assert.equal(printed.code, 'wasm_unavailable');
    assert.equal(printed.ours, true);
    assert.match(printed.message, /React Native/);
  });

  test('gets the same error from init of the slim entry', async () => {
    const printed = await project.run(
      'hermes-slim.mjs',
      `${lack} const { init } = await import('countersign/slim');
      console.log(JSON.stringify(await init().catch((error) => error.code)));`,
    );
    assert.equal(printed, 'wasm_unavailable');
  });
});
