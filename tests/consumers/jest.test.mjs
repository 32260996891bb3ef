// The packed package in an app that is tested with Jest and jsdom, with the polyfills of docs/testing.md.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chatTest } from './chat-test.mjs';
import { Consumer } from './consumer.mjs';

/** @type {Consumer} */
let consumer;

before(async () => {
  consumer = await Consumer.create('jest', {
    'package.json': JSON.stringify({
      name: 'app',
      private: true,
      jest: {
        testEnvironment: 'jsdom',
        setupFiles: ['./polyfills.js'],
        transform: {},
      },
    }),
    // What jsdom in Jest lacks and Node has.
    'polyfills.js': `
      const { TextDecoder, TextEncoder } = require('node:util');
      const { ReadableStream } = require('node:stream/web');
      Object.assign(globalThis, { TextDecoder, TextEncoder, ReadableStream });`,
    'chat.test.js': chatTest({
      imports: (names, from) => `const ${names} = require('${from}');`,
      runner: '',
    }),
  });
});

after(() => consumer?.remove());

test('a component is tested with Jest', async () => {
  const printed = await consumer.run('jest/bin/jest.js', ['--ci', '--no-cache']);
  assert.match(printed, /Tests: +\d+ passed, \d+ total/);
});
