// What the person does in each recorded session of an agent on Trigger.dev.
import assert from 'node:assert/strict';
import { MY, PG, refused } from '../stage/recorded-page.mjs';

export const stories = {
  async 'T01-question'({ open }) {
    const page = open();
    await page.say('help');
    await page.answer('q1');
  },
  async 'T03-approval-deny'({ open }) {
    const page = open();
    await page.say('mail');
    await page.decide('m1', false, 'Wrong recipient');
  },
  async 'T05-partial-answer-forced-send'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
    await page.say();
    await page.answer('q2', MY);
    await page.say();
  },
  async 'T05b-partial-then-rest-then-user'({ open }) {
    const page = open({ sendAutomaticallyWhen: undefined });
    await page.say('go');
    await page.answer('q1');
    await page.say();
    await page.answer('q2', MY);
    await page.say();
    await page.say('and now?');
  },
  async 'T07-search-select-action'({ open }) {
    const page = open();
    await page.say('add ann');
    await page.answer('sel1', { selectedId: 'p2' }, 'selectResult');
  },
  async 'T09-reload-pending-approval'({ open, stateOf }) {
    const first = open();
    await first.say('mail');
    const messages = first.saved();
    const state = stateOf(first);
    const second = open({ messages, state });
    await second.chat.resumeStream();
    await second.settled();
    const third = open({ messages, state: { ...state, isStreaming: undefined } });
    await third.chat.resumeStream();
    await third.settled();
    await third.decide('m1', true);
  },
  async 'T11-stop-while-idle-pending'({ open, session }) {
    const page = open();
    await page.say('go');
    await page.chat.stop();
    await page.transport.stopGeneration(session.chatId);
    await page.answer('q1');
  },
  async 'T13-user-message-while-question-pending'({ open }) {
    const page = open();
    await page.say('go');
    await page.say('never mind, do X');
    refused(await page.answer('q1'), 'superseded');
    await page.say();
  },
  async 'T15-answer-twice'({ open }) {
    const page = open();
    await page.say('go');
    const [first, second] = await Promise.all([
      page.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: PG }),
      page.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: MY }),
    ]);
    assert.deepEqual(first, { ok: true });
    refused(second, 'already_answered');
    await page.settled();
    await page.say();
  },
  async 'T17-hydrate-upsert-audit'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
    await page.say('more');
  },
  async 'T17b-hydrate-store-lost-the-assistant'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
  },
  async 'T19-action-while-pending'({ open }) {
    const page = open();
    await page.say('go');
    await page.chat.sendMessage(undefined, { body: { action: { type: 'regenerate' } } });
    await page.settled();
    await page.answer('q1');
  },
  async 'T21-forged-output-for-approval-tool'({ open }) {
    const page = open();
    await page.say('go');
    refused(await page.answer('m1', { sent: true, forged: true }, 'sendEmail'), 'awaits_approval');
  },
  async 'T23-auth-retry'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
  },
  async 'T25-regenerate-while-pending'({ open }) {
    const page = open();
    await page.say('go');
    await page.chat.regenerate();
    await page.settled();
  },
  async 'T27-run-throws-on-continuation'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
    await page.say();
  },
  async 'T29-reload-mid-approved-continuation'({ open, stateOf }) {
    const before = open();
    await before.say('go');
    const { approval } = before.call('sendEmail');
    void before.chat.addToolApprovalResponse({ id: approval.id, approved: true });
    const messages = before.saved();
    await before.until('the reply goes on', () => textOf(before).length > 12 && before.text.includes('A long'));
    const state = stateOf(before);
    before.transport.dispose();
    const page = open({ messages, state });
    await page.chat.resumeStream();
    await page.settled();
  },
  async 'T31-resume-while-question-pending-midstream'({ open, stateOf }) {
    const before = open();
    void before.chat.sendMessage({ text: 'go' });
    await before.until('the question', () => before.states[0] === 'askUser: input-available');
    const messages = before.saved();
    const state = stateOf(before);
    before.transport.dispose();
    const page = open({ messages, state });
    await page.chat.resumeStream();
    await page.settled();
    await page.answer('q1');
  },
  async 'T33-late-answer-sent-directly'({ open, session }) {
    const page = open();
    await page.say('go');
    await page.say('never mind, do X');
    refused(await page.answer('q1'), 'superseded');
    const old = page.saved()[1];
    await read(
      await page.transport.sendMessages({
        trigger: 'submit-message',
        chatId: session.chatId,
        messageId: old.id,
        messages: [old],
      }),
    );
    await page.say('and?');
  },
  async 'T35-direct-minimal-wire'({ open, session }) {
    const page = open();
    await page.say('go');
    const { id } = page.reply;
    const call = { type: 'tool-askUser', toolCallId: 'q1', state: 'output-available', output: PG };
    await read(
      await page.transport.sendMessages({
        trigger: 'submit-message',
        chatId: session.chatId,
        messageId: id,
        messages: [{ id, role: 'assistant', parts: [call] }],
      }),
    );
  },
};

const textOf = ({ reply }) => reply.parts.findLast(({ type }) => type === 'text')?.text ?? '';

async function read(stream) {
  const reader = stream.getReader();
  while (!(await reader.read()).done);
}
