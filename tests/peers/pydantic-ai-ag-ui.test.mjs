// Pydantic AI's AG-UI adapter. What the model was told is the text that the agent ends with.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accept } from 'countersign';
import { startAgent, ways } from './stage/ag-ui.mjs';

for (const way of Object.keys(ways)) {
  describe(`a Pydantic AI agent over AG-UI, by ${way}`, () => {
    let agent;
    before(async () => {
      agent = await startAgent();
    });
    after(() => agent?.stop());

    /** A conversation in which something was said and waits for the person. */
    async function begin(t, words, init, options) {
      const conversation = agent.converse(way, init, options);
      t.after(() => conversation.end());
      await agent.ran();
      await conversation.say(words);
      return conversation;
    }

    const id = (conversation, tool) => conversation.call(tool).toolCallId;
    const stage = (conversation, tool) => conversation.chat.getItem(id(conversation, tool)).stage;
    /** What the model was told in the last step. */
    const told = ({ text }) => JSON.parse(text.slice(text.indexOf('[')));
    const resume = (conversation, request) => conversation.requests[request].resume;

    it('says what it has to say', async (t) => {
      const it = await begin(t, 'Hello');
      assert.equal(it.text, 'Nothing to do.');
      assert.deepEqual(it.log, ['submitted', 'streaming', 'ready']);
    });

    it('runs what was allowed, once', async (t) => {
      const it = await begin(t, 'remove');
      assert.deepEqual(it.states, ['remove: approval-requested']);
      assert.deepEqual(await agent.ran(), []);
      assert.deepEqual(await it.chat.respondToApproval(id(it, 'remove'), true), { ok: true });
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
      assert.deepEqual(it.states, ['remove: output-available']);
      assert.deepEqual(told(it), [{ tool: 'remove', outcome: 'success', content: 'removed old.txt' }]);
      assert.equal(stage(it, 'remove'), 'approved');
      assert.equal(it.requests.length, 2);
      assert.equal(it.chat.messages.length, 2, 'one message across the pause');
    });

    it('is told why something was denied, word for word, also in later turns', async (t) => {
      const it = await begin(t, 'remove');
      await it.chat.respondToApproval(id(it, 'remove'), { approved: false, reason: 'It is the backup.' });
      await it.settled();
      assert.deepEqual(await agent.ran(), []);
      assert.deepEqual(it.states, ['remove: output-denied']);
      assert.deepEqual(told(it), [{ tool: 'remove', outcome: 'denied', content: 'It is the backup.' }]);
      assert.equal(stage(it, 'remove'), 'denied');
      await it.say('nothing else');
      assert.equal(it.chat.status, 'ready');
      const sent = it.requests[2].messages.find(({ role }) => role === 'tool');
      assert.equal(sent.content, 'It is the backup.', 'the reason stays in the history');
      assert.match(sent.encryptedValue, /denied/, 'and so does what the server marked it with');
    });

    it('runs with the arguments that the person has edited, and shows them', async (t) => {
      const it = await begin(t, 'remove');
      await it.chat.respondToApproval(id(it, 'remove'), { approved: true, editedInput: { path: 'new.txt' } });
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'new.txt']]);
      assert.deepEqual(it.call('remove').input, { path: 'new.txt' });
      assert.deepEqual(resume(it, 1)[0].payload, { approved: true, editedArgs: { path: 'new.txt' } });
    });

    it('says what is wrong with edited arguments, and goes on', async (t) => {
      const it = await begin(t, 'remove');
      await it.chat.respondToApproval(id(it, 'remove'), { approved: true, editedInput: { wrong: 1 } });
      await it.settled();
      assert.deepEqual(await agent.ran(), []);
      assert.equal(it.chat.status, 'ready');
      assert.equal(told(it)[0].outcome, 'retried');
      assert.equal(stage(it, 'remove'), 'approved', 'the agent has acted on the permission');
    });

    it('gets the answer to a question', async (t) => {
      const it = await begin(t, 'ask');
      assert.deepEqual(it.states, ['ask_user_question: input-available']);
      const [request] = it.chat.getSnapshot().inputRequests;
      assert.deepEqual(await it.chat.respondToInput(request.id, accept({ Colour: 'Green' })), { ok: true });
      await it.settled();
      assert.deepEqual(told(it)[0].content, { Colour: ['Green'] });
      assert.equal(stage(it, 'ask_user_question'), 'settled');
      assert.equal(it.requests[1].resume, undefined);
    });

    it('is told that a question was declined', async (t) => {
      const it = await begin(t, 'ask');
      const [request] = it.chat.getSnapshot().inputRequests;
      await it.chat.respondToInput(request.id, { action: 'decline' });
      await it.settled();
      assert.equal(told(it)[0].outcome, 'success');
      assert.match(told(it)[0].content, /chose not to answer/);
    });

    it('gets an approval and an answer in one request', async (t) => {
      const it = await begin(t, 'ask and remove');
      assert.deepEqual(it.states, [
        'ask_user_question: input-available',
        'remove: approval-requested',
        'look_up: output-available',
      ]);
      const [request] = it.chat.getSnapshot().inputRequests;
      await it.chat.respondToApproval(id(it, 'remove'), true);
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(it.requests.length, 1, 'one answer of two sends nothing');
      await it.chat.respondToInput(request.id, accept({ Colour: 'Red' }));
      await it.settled();
      assert.equal(it.requests.length, 2);
      assert.equal(resume(it, 1).length, 1);
      const tools = it.requests[1].messages.filter(({ role }) => role === 'tool');
      assert.deepEqual(tools.map(({ toolCallId }) => toolCallId).sort(), ['call_2', 'call_4']);
      assert.deepEqual(await agent.ran(), [
        ['look_up', 'tide'],
        ['remove', 'old.txt'],
      ]);
      assert.deepEqual(
        told(it)
          .map(({ tool, outcome }) => `${tool}: ${outcome}`)
          .sort(),
        ['ask_user_question: success', 'look_up: success', 'remove: success'],
      );
    });

    it('runs one of two calls and is told of both', async (t) => {
      const it = await begin(t, 'remove both');
      const [first, second] = it.chat.getSnapshot().approvals;
      await it.chat.respondToApproval(first.id, { approved: false, reason: 'Keep a.' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(it.requests.length, 1, 'one answer of two sends nothing');
      await it.chat.respondToApproval(second.id, true);
      await it.settled();
      assert.equal(resume(it, 1).length, 2);
      assert.deepEqual(await agent.ran(), [['remove', 'b.txt']]);
      assert.deepEqual(it.states, ['remove: output-denied', 'remove: output-available']);
    });

    it('asks again under the same names in a later turn', async (t) => {
      const it = await begin(t, 'remove');
      await it.chat.respondToApproval(id(it, 'remove'), { approved: false, reason: 'Not now.' });
      await it.settled();
      await it.say('remove');
      const [approval] = it.chat.getSnapshot().approvals;
      await it.chat.respondToApproval(approval.id, true);
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
      assert.deepEqual(it.states, ['remove: output-denied', 'remove: output-available']);
      assert.equal(it.requests.length, 4);
    });

    it('fails in what was allowed: nothing is sent again by itself', async (t) => {
      const it = await begin(t, 'break');
      await it.chat.respondToApproval(id(it, 'break_down'), true);
      await it.settled();
      assert.equal(it.chat.status, 'error');
      assert.match(it.chat.error.message, /disk is full/);
      assert.equal(stage(it, 'break_down'), 'approved', 'it was tried');
      assert.equal(it.requests.length, 2);
    });

    it('breaks down on an answer: what became of it is not known, and it goes out again when the person says so', async (t) => {
      const it = await begin(t, 'remove');
      it.accidents.push(() => new Response('{"detail":"down"}', { status: 503 }));
      await it.chat.respondToApproval(id(it, 'remove'), true);
      await it.settled();
      assert.equal(stage(it, 'remove'), 'unknown');
      assert.equal(it.requests.length, 2);
      await it.chat.resend(id(it, 'remove'));
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
      assert.equal(stage(it, 'remove'), 'approved');
    });

    it('cannot be reached with an answer: what became of it is not known', async (t) => {
      const it = await begin(t, 'remove');
      it.accidents.push(() => Promise.reject(new TypeError('fetch failed')));
      await it.chat.respondToApproval(id(it, 'remove'), true);
      await it.settled();
      assert.equal(stage(it, 'remove'), 'unknown');
    });

    it('answers with something that is no stream: what became of an answer is not known', async (t) => {
      const it = await begin(t, 'remove');
      it.accidents.push(() => new Response('data: nonsense\n\n', { headers: { 'content-type': 'text/event-stream' } }));
      await it.chat.respondToApproval(id(it, 'remove'), true);
      await it.settled();
      assert.equal(stage(it, 'remove'), 'unknown');
    });

    it('refuses a request: the answer is kept, and goes out when the person says so', async (t) => {
      const it = await begin(t, 'remove');
      it.accidents.push(() => new Response('{"detail":"no"}', { status: 422 }));
      await it.chat.respondToApproval(id(it, 'remove'), true);
      await it.settled();
      assert.equal(stage(it, 'remove'), 'answered');
      assert.deepEqual(await agent.ran(), []);
      await it.chat.resend(id(it, 'remove'));
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
      assert.equal(stage(it, 'remove'), 'approved');
    });

    it('is answered after a reload', async (t) => {
      const before = await begin(t, 'ask and remove');
      const saved = before.saved();
      const state = before.chat.exportState();
      before.end();
      const it = agent.converse(way, { messages: saved, state });
      t.after(() => it.end());
      const { approvals, inputRequests } = it.chat.getSnapshot();
      assert.equal(approvals.length, 1);
      assert.deepEqual(approvals[0].answers.editInput, true);
      await it.chat.respondToInput(inputRequests[0].id, accept({ Colour: 'Green' }));
      await it.chat.respondToApproval(approvals[0].id, { approved: true, editedInput: { path: 'x.txt' } });
      await it.settled();
      assert.deepEqual((await agent.ran()).at(-1), ['remove', 'x.txt']);
      assert.equal(it.requests.length, 1);
      assert.deepEqual(it.call('remove').input, { path: 'x.txt' });
    });

    it('is told that a question is off when the person says something else', async (t) => {
      const it = await begin(t, 'ask and remove');
      await agent.ran();
      await it.say('never mind');
      assert.equal(it.chat.status, 'ready');
      assert.deepEqual(await agent.ran(), []);
      assert.deepEqual(resume(it, 1), [{ interruptId: 'int-call_3', status: 'cancelled' }]);
      await it.say('Hello');
      assert.equal(it.text, 'Nothing to do.');
    });

    it('thinks, and gets its thoughts back as they were', async (t) => {
      const it = await begin(t, 'think, then remove');
      await it.chat.respondToApproval(id(it, 'remove'), true);
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
      const thought = it.requests[1].messages.find(({ role }) => role === 'reasoning');
      assert.equal(thought.content, 'Is it wise? ');
      assert.match(thought.encryptedValue, /signed/);
    });

    it('knows what the page shares', async (t) => {
      const it = await begin(t, 'look up', {}, { state: { place: 'here' } });
      assert.deepEqual(told(it)[0].content, 'tide is a word here');
    });
  });
}
