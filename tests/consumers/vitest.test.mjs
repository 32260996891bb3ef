// The packed package in an app that is tested with Vitest and jsdom, without polyfills.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chatTest } from './chat-test.mjs';
import { Consumer } from './consumer.mjs';

/** @type {Consumer} */
let consumer;

before(async () => {
  consumer = await Consumer.create('vitest', {
    'package.json': '{ "name": "app", "private": true, "type": "module" }',
    'vitest.config.js': `export default { test: { environment: 'jsdom' } };`,
    'chat.test.js': chatTest({
      imports: (names, from) => `import ${names.replaceAll(':', ' as')} from '${from}';`,
      runner: `import { expect, test } from 'vitest';`,
    }),
  });
});

after(() => consumer?.remove());

test('a component is tested with Vitest', async () => {
  const printed = await consumer.run('../../../node_modules/vitest/vitest.mjs', ['run', '--root', '.'], {
    node: process.env.COUNTERSIGN_NODE22,
    env: { NO_COLOR: '1' },
  });
  assert.match(printed, /Tests +\d+ passed/);
});
