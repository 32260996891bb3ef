// Trigger.dev's own React hook makes the transport, ours makes the chat.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { useTriggerChatTransport } from '@trigger.dev/sdk/chat/react';
import { lastAssistantMessageIsComplete } from 'countersign';
import { useChat } from 'countersign/react';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { root } from './stage/dom.mjs'; // before React
import { startTriggerAgent } from './stage/trigger.mjs';

const PATIENCE = 10_000;

describe('a page on Trigger.dev', () => {
  let agent;
  let page;
  before(async () => {
    agent = await startTriggerAgent();
    page = createRoot(root);
    page.render(createElement(StrictMode, null, createElement(Chat, { agent })));
  });
  after(async () => {
    page?.unmount();
    await agent?.stop();
  });

  it('answers a question, denies with a reason and allows, on the hooks of both', async () => {
    await press('Plan the launch mail');
    await press('The press');
    await press('Deny');
    await press('Allow');
    await see('Sent to press@lantern.example');
    await see('ready');
    assert.match(root.textContent, /You said: “It is Friday, not Thursday”/);
    assert.deepEqual(
      agent.mailsSent().map(({ subject }) => subject),
      ['Lantern 2.0 goes live on Friday'],
    );
    assert.equal(agent.bridge.appended.length, 4, 'one record per act of the person');
  });
});

function Chat({ agent }) {
  const transport = useTriggerChatTransport(agent.connection);
  const { messages, status, sendMessage, addToolOutput, addToolApprovalResponse } = useChat({
    id: agent.chatId,
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsComplete,
  });
  const busy = status !== 'ready';
  const button = (text, onClick) =>
    createElement('button', { key: text, type: 'button', disabled: busy, onClick }, text);
  const parts = messages.flatMap(({ parts }) => parts);
  return createElement(
    'main',
    null,
    createElement('output', null, status),
    button('Plan the launch mail', () => sendMessage({ text: 'Plan the launch mail' })),
    ...parts.map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'tool-askUser' && part.state === 'input-available') {
        const { toolCallId } = part;
        return part.input.options.map(({ id, label }) =>
          button(label, () => addToolOutput({ tool: 'askUser', toolCallId, output: { optionId: id, label } })),
        );
      }
      if (part.type === 'tool-sendEmail' && part.state === 'approval-requested') {
        const { id } = part.approval;
        const reason = 'It is Friday, not Thursday';
        return [
          button('Deny', () => addToolApprovalResponse({ id, approved: false, reason })),
          button('Allow', () => addToolApprovalResponse({ id, approved: true })),
        ];
      }
      return null;
    }),
  );
}

/** Presses a button once it can be pressed. */
async function press(text) {
  const find = () =>
    [...root.querySelectorAll('button')].find((button) => button.textContent === text && !button.disabled);
  await until(text, find);
  find().click();
}

async function see(text) {
  await until(text, () => root.textContent.includes(text));
}

async function until(what, condition) {
  const end = Date.now() + PATIENCE;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`${what}: not seen in ${root.textContent}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
