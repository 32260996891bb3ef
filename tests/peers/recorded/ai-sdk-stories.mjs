// What the person does in each recording of AI SDK's server.
import assert from 'node:assert/strict';
import { lastAssistantMessageIsCompleteWithApprovalResponses as withDecisions } from 'ai';
import { MY, PG, refused } from '../stage/recorded-page.mjs';

/** What the server of the last but one recording says to an answer that its client never sent. */
const TWO_DONE = [
  { type: 'start', messageId: 'srv-msg-3' },
  { type: 'start-step' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Done two.' },
  { type: 'text-end', id: 't' },
  { type: 'finish-step' },
  { type: 'finish', finishReason: 'stop' },
];

export const stories = {
  async '01-question'({ open }) {
    const page = open();
    await page.say('Help me choose a database');
    await page.answer('call-q1');
  },
  async '03-approval-approve'({ open }) {
    const page = open();
    await page.say('mail a');
    await page.decide('call-m1', true);
  },
  async '05-two-questions-one-step'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q2', MY);
    await page.answer('q1');
  },
  async '07-two-approvals-split'({ open }) {
    const page = open();
    await page.say('go');
    await page.decide('m2', false, 'no b');
    await page.decide('m1', true);
  },
  async '09-search-select-none'({ open }) {
    const page = open();
    await page.say('add ann');
    await page.answer('sel1', { selectedId: null }, 'selectResult');
  },
  async '11-multi-pause'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
    await page.answer('q2', MY);
    await page.decide('m1', true, 'fine');
  },
  async '13-reload-answered-but-unsent'({ open }) {
    const before = open({ sendAutomaticallyWhen: undefined });
    await before.say('go');
    await before.answer('q1');
    const page = open({ messages: before.saved() });
    await page.settled();
    await page.say();
  },
  async '15-stop-while-pending'({ open }) {
    const page = open();
    await page.say('go');
    await page.chat.stop();
    await page.answer('q1');
  },
  async '17-stop-mid-continuation'({ open, recording }) {
    const page = open();
    await page.say('go');
    const { text } = recording.messages()[1].parts.at(-1);
    recording.hold(1, eventsUntil(recording.events(1), text));
    const answered = page.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: PG });
    await page.until('the text begins', () => page.text === text);
    await page.chat.stop();
    await answered;
    await page.settled();
    await page.say('more');
  },
  async '19-new-user-message-while-question-pending'({ open }) {
    const page = open();
    await page.say('go');
    await page.say('never mind, do X');
    refused(await page.answer('q1'), 'superseded');
  },
  async '21-new-user-message-while-approval-pending'({ open }) {
    const page = open();
    await page.say('go');
    await page.say('never mind');
    refused(await page.decide('m1', true), 'superseded');
    await page.say();
  },
  async '23-second-answer-later'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
    refused(await page.answer('q1', MY), 'already_answered');
  },
  async '25-answer-while-streaming'({ open, recording }) {
    const page = open();
    const release = recording.hold(0, 1 + recording.events(0).findIndex((event) => event.includes('input-available')));
    const turn = page.chat.sendMessage({ text: 'go' });
    await page.until('the question', () => page.states[0] === 'askUser: input-available');
    const answered = page.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: PG });
    assert.equal(page.chat.status, 'streaming');
    release();
    await Promise.all([answered, turn]);
    await page.settled();
  },
  async '27-cut-stream-after-execution-then-retry'({ open, recording }) {
    const page = open();
    await page.say('go');
    recording.breakOff(1, 1); // more had been said, but it did not arrive
    await page.decide('m1', true);
    assert.equal(page.chat.status, 'error');
    await page.say();
  },
  async '29-no-ids-from-server'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
  },
  async '29b-no-originalMessages-no-onEnd'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
  },
  async '29c-bare-toUIMessageStream'({ open }) {
    const page = open();
    await page.say('go');
    await page.answer('q1');
  },
  async '31-fake-output-for-approval-tool'({ open }) {
    const page = open();
    await page.say('go');
    refused(await page.answer('m1', { sent: true, forged: true }, 'sendEmail'), 'awaits_approval');
  },
  async '33-tampered-approval-input-with-secret'({ open }) {
    const page = open();
    await page.say('go');
    const messages = page.saved();
    messages.at(-1).parts.find(({ toolCallId }) => toolCallId === 'm1').input.to = 'evil@x.io';
    await open({ messages }).decide('m1', true);
    await page.decide('m1', true);
  },
  async '35-approvals-predicate-only-with-question'({ open }) {
    const page = open({ sendAutomaticallyWhen: withDecisions });
    await page.say('go');
    await page.answer('q1');
  },
  async '37-queue-while-pending'({ open }) {
    const page = open({ experimental_queue: true });
    await page.say('go');
    await page.chat.sendMessage({ text: 'also do Y' });
    await page.settled();
    await page.answer('q1');
  },
  async '39-step-limit-autosend-loop'({ open }) {
    const page = open();
    await page.say('go');
  },
  async '41-approved-tool-throws'({ open }) {
    const page = open();
    await page.say('go');
    await page.decide('m1', true);
  },
  async '43-reused-toolCallId-other-message'({ open, recording }) {
    const page = open();
    await page.say('go');
    await page.answer('call_0');
    await page.say('again');
    recording.also(TWO_DONE);
    await page.answer('call_0', MY);
  },
  async '45-sync-predicate-throws'({ open }) {
    const page = open({
      sendAutomaticallyWhen() {
        throw new Error('no verdict');
      },
    });
    await page.say('go');
    await page.answer('q1', {});
  },
  async '47-resume-replays-continuation'({ open, recording }) {
    const before = open();
    await before.say('go');
    await before.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: PG });
    const messages = before.saved();
    await before.settled();
    recording.resumed = 1;
    const page = open({ messages });
    await page.chat.resumeStream();
    await page.settled();
  },
  async '49-onEnd-and-approval-id-source'({ open }) {
    await open().say('go');
  },
};

/** How many events there are until that much text of the response has been sent. */
function eventsUntil(events, text) {
  let sent = '';
  for (const [at, event] of events.entries()) {
    const { type, delta } = event.startsWith('data: {') ? JSON.parse(event.slice('data: '.length)) : {};
    if (type === 'text-delta') sent += delta;
    if (sent === text) return at + 1;
  }
  throw new Error(`no event ends in ${text}`);
}
