// assistant-ui's runtime for AI SDK on our useChat, unchanged: its components on a page of jsdom.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Consumer } from './consumer.mjs';

/** @type {Consumer} */
let consumer;

const program = (hook) => `
import { expect, test } from 'vitest';
import { act, createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { AssistantRuntimeProvider, ComposerPrimitive, MessagePrimitive, ThreadPrimitive } from '@assistant-ui/react';
import { useAISDKRuntime } from '@assistant-ui/react-ai-sdk';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { useChat } from '${hook}';
import { callTool, flush, say, ScriptedTransport } from 'countersign/testing';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;
globalThis.ResizeObserver ??= class { observe() {} unobserve() {} disconnect() {} };
Element.prototype.scrollTo ??= () => {};

const transport = new ScriptedTransport({
  responses: [
    say('Hello there.', { messageId: 'a' }),
    callTool('sendEmail', { to: 'a@b.c' }, { messageId: 'b', approvalId: 'ap' }),
    [
      { type: 'start', messageId: 'b' },
      { type: 'tool-output-available', toolCallId: 'call-1', output: { sent: true } },
      ...say('Sent.').slice(1),
    ],
    say('Another one.', { messageId: 'c' }),
  ],
});

let runtime;

const Text = ({ text }) => h('p', null, text);
const Mail = ({ args, approval, respondToApproval, result, status }) =>
  h('pre', null, JSON.stringify({ to: args.to, result: result ?? null, status: status.type }));

const Message = () => h(MessagePrimitive.Root, null,
  h(MessagePrimitive.Parts, { components: { Text, tools: { by_name: { sendEmail: Mail } } } }));

function App() {
  const chat = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  App.chat = chat;
  runtime = useAISDKRuntime(chat);
  return h(AssistantRuntimeProvider, { runtime },
    h(ThreadPrimitive.Root, null,
      h(ThreadPrimitive.Messages, { components: { Message } }),
      h(ComposerPrimitive.Root, null, h(ComposerPrimitive.Input), h(ComposerPrimitive.Send, null, 'Send'))));
}

const container = document.createElement('div');
document.body.append(container);

const settle = () => act(async () => {
  for (let turn = 0; turn < 4; turn++) {
    await flush();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

async function type(text) {
  const input = container.querySelector('textarea');
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
    set.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => container.querySelector('button').click());
  await settle();
}

const shown = () => [...container.querySelectorAll('p, pre')].map(({ textContent }) => textContent);

test('its thread and composer talk, answer an approval and start anew', async () => {
  await act(async () => createRoot(container).render(h(App)));
  await settle();
  const seen = [];
  await type('Hi');
  seen.push(shown());
  await type('Write to them');
  seen.push(shown());
  const approval = runtime.thread.getState().messages.at(-1).content.find((part) => part.type === 'tool-call');
  expect(approval.approval).toBeDefined();
  await act(async () => void App.chat.addToolApprovalResponse({ id: 'ap', approved: true }));
  await settle();
  seen.push(shown());
  await act(async () => runtime.thread.startRun({ parentId: runtime.thread.getState().messages.at(-2).id }));
  await settle();
  seen.push(shown());
  expect(runtime.thread.getState().isRunning).toBe(false);
  console.log('SEEN' + JSON.stringify(seen));
});
`;

before(async () => {
  consumer = await Consumer.create('assistant-ui', {
    'package.json': '{ "name": "app", "private": true, "type": "module" }',
    'vitest.config.js': `export default { test: { environment: 'jsdom', testTimeout: 20000 } };`,
    'theirs.test.js': program('@ai-sdk/react'),
    'ours.test.js': program('countersign/react'),
  });
});

after(() => consumer?.remove());

/** What the page showed, step by step. */
async function seen(file) {
  const printed = await consumer.run('../../../node_modules/vitest/vitest.mjs', ['run', '--root', '.', file], {
    node: process.env.COUNTERSIGN_NODE22,
  });
  return JSON.parse(/SEEN(.+)/.exec(printed)?.[1] ?? 'null');
}

test('it shows the same as on the hook of AI SDK', async () => {
  const theirs = await seen('theirs.test.js');
  const ours = await seen('ours.test.js');
  assert.deepEqual(ours, theirs);
  assert.deepEqual(ours.at(0), ['Hi', 'Hello there.']);
  assert.equal(ours.at(2).at(-1), 'Sent.');
  assert.equal(ours.at(3).at(-1), 'Another one.');
});
