// Pydantic AI's Vercel adapter. What the model was told is the text that the agent ends with.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accept, askUser } from 'countersign';
import { startAgent } from './stage/pydantic-ai.mjs';

for (const sdk of [6, 7]) {
  describe(`a Pydantic AI agent for AI SDK ${sdk}`, () => {
    let agent;
    before(async () => {
      agent = await startAgent();
    });
    after(() => agent?.stop());

    /** A conversation in which something was said and waits for the person. */
    async function begin(t, words, init) {
      const conversation = agent.converse(sdk, init);
      t.after(() => conversation.end());
      await agent.ran();
      await conversation.say(words);
      return conversation;
    }

    it('gets the answer to a question', async (t) => {
      const it = await begin(t, 'ask');
      assert.deepEqual(it.states, ['ask_person: input-available']);
      const { toolCallId } = it.call('ask_person');
      assert.deepEqual(await it.chat.addToolOutput({ tool: 'ask_person', toolCallId, output: 'green' }), { ok: true });
      await it.settled();
      assert.deepEqual(told(it), [{ tool: 'ask_person', outcome: 'success', content: 'green' }]);
      assert.equal(it.requests.length, 2);
      assert.equal(it.chat.messages.length, 2, 'one message across the pause');
      assert.equal(it.requests[1].messageId, it.reply.id);
    });

    it('runs what was allowed, once', async (t) => {
      const it = await begin(t, 'remove');
      assert.deepEqual(it.states, ['remove: approval-requested']);
      assert.deepEqual(await agent.ran(), []);
      assert.deepEqual(await it.chat.respondToApproval(it.call('remove').toolCallId, true), { ok: true });
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
      assert.deepEqual(it.states, ['remove: output-available']);
      assert.deepEqual(told(it), [{ tool: 'remove', outcome: 'success', content: 'removed old.txt' }]);
      assert.equal(it.chat.getItem(it.call('remove').toolCallId).stage, 'approved');
      assert.equal(it.requests.length, 2);
    });

    it('is told why something was denied, word for word, also in later turns', async (t) => {
      const it = await begin(t, 'remove');
      await it.chat.respondToApproval(it.call('remove').toolCallId, { approved: false, reason: 'It is the backup.' });
      await it.settled();
      assert.deepEqual(await agent.ran(), []);
      assert.deepEqual(it.states, ['remove: output-denied']);
      assert.deepEqual(told(it), [{ tool: 'remove', outcome: 'denied', content: 'It is the backup.' }]);
      await it.say('nothing else');
      assert.equal(it.chat.status, 'ready');
      const [denied] = it.requests[2].messages[1].parts.filter(({ toolCallId }) => toolCallId);
      assert.equal(denied.approval.reason, 'It is the backup.', 'the reason stays in the history');
    });

    it('runs one of two calls and is told of both', async (t) => {
      const it = await begin(t, 'remove both');
      const [first, second] = it.chat.getSnapshot().approvals;
      await it.chat.respondToApproval(first.id, { approved: false, reason: 'Keep a.' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(it.requests.length, 1, 'one answer of two sends nothing');
      await it.chat.respondToApproval(second.id, true);
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'b.txt']]);
      assert.deepEqual(it.states, ['remove: output-denied', 'remove: output-available']);
      assert.deepEqual(
        told(it).map(({ outcome, content }) => [outcome, content]),
        [
          ['denied', 'Keep a.'],
          ['success', 'removed b.txt'],
        ],
      );
    });

    it('gets an answer, a decision and its own result of one step together', async (t) => {
      const it = await begin(t, 'ask and remove');
      assert.deepEqual(it.states, [
        'ask_person: input-available',
        'remove: approval-requested',
        'look_up: output-available',
      ]);
      assert.deepEqual(await agent.ran(), [['look_up', 'tide']]);
      await it.chat.addToolOutput({ tool: 'ask_person', toolCallId: it.call('ask_person').toolCallId, output: 'red' });
      await it.chat.respondToApproval(it.call('remove').toolCallId, true);
      await it.settled();
      assert.equal(it.requests.length, 2);
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']], 'the look-up is not done again');
      assert.deepEqual(
        new Set(told(it).map(({ tool, content }) => `${tool}: ${content}`)),
        new Set(['ask_person: red', 'remove: removed old.txt', 'look_up: tide is a word']),
      );
    });

    it('fills in the form of the ask-user tool', async (t) => {
      const it = await begin(t, 'fill in', { capabilities: [askUser()] });
      const [request] = it.chat.getSnapshot().inputRequests;
      assert.equal(request.request.askUser, true);
      assert.deepEqual(await it.chat.respondToInput(request.id, accept({ Colour: 'Green' })), { ok: true });
      await it.settled();
      assert.deepEqual(told(it), [{ tool: 'ask_user_question', outcome: 'success', content: { Colour: ['Green'] } }]);
      assert.equal(it.requests.length, 2);
    });

    it('fails in a continuation: the error is shown, the call that failed says so, nothing is sent again', async (t) => {
      const it = await begin(t, 'break');
      await it.chat.respondToApproval(it.call('break_down').toolCallId, true);
      await it.settled();
      assert.equal(it.chat.status, 'error');
      assert.match(it.chat.error.message, /the disk is full/);
      assert.deepEqual(it.states, ['break_down: output-error']);
      assert.equal(it.requests.length, 2);
    });

    it('cannot be reached in a continuation: the outcome is unknown, and sending again runs the call', async (t) => {
      const it = await begin(t, 'remove');
      it.accidents.push(() => new Response('busy', { status: 503 }));
      const { toolCallId } = it.call('remove');
      await it.chat.respondToApproval(toolCallId, true);
      await it.settled();
      assert.equal(it.chat.status, 'error');
      assert.equal(it.chat.error.status, 503);
      assert.equal(it.chat.getItem(toolCallId).stage, 'unknown');
      assert.equal(it.requests.length, 2, 'nothing is sent again by itself');
      assert.deepEqual(await it.chat.resend(toolCallId), { ok: true });
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
      assert.equal(it.chat.getItem(toolCallId).stage, 'approved');
      assert.equal(it.chat.status, 'ready');
    });

    it('loses its answer on the way: what was allowed is unknown, and a new message does not run it again', async (t) => {
      const it = await begin(t, 'remove');
      it.accidents.push(async (send) => {
        const response = await send();
        await response.text(); // it has run
        throw new TypeError('the connection broke');
      });
      const { toolCallId } = it.call('remove');
      await it.chat.respondToApproval(toolCallId, true);
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
      assert.equal(it.chat.getItem(toolCallId).stage, 'unknown');
      await it.say('nothing else');
      assert.equal(it.chat.status, 'ready');
      assert.equal(it.text, 'Nothing to do.');
      assert.deepEqual(await agent.ran(), [], 'not run again');
      assert.equal(it.call('remove').state, 'output-error');
    });

    it('is passed over by a new message while it waits: nothing runs and the conversation goes on', async (t) => {
      const it = await begin(t, 'ask and remove');
      await agent.ran();
      await it.say('nothing after all');
      assert.equal(it.chat.status, 'ready');
      assert.equal(it.text, 'Nothing to do.');
      assert.deepEqual(it.states.slice(0, 2), ['ask_person: output-error', 'remove: output-denied']);
      assert.deepEqual(await agent.ran(), []);
      await it.say('remove');
      await it.chat.respondToApproval(it.chat.getSnapshot().approvals[0].id, true);
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']], 'its ids repeat, and the right call ran');
    });

    it('hears of a decision that was never sent together with the next message, and runs nothing', async (t) => {
      for (const decision of [true, { approved: false, reason: 'Keep it.' }]) {
        const it = await begin(t, 'remove', { sendAutomaticallyWhen: () => false });
        await it.chat.respondToApproval(it.call('remove').toolCallId, decision);
        await it.say('nothing after all');
        assert.equal(it.chat.status, 'ready', String(it.chat.error));
        assert.equal(it.text, 'Nothing to do.');
        assert.deepEqual(it.states, ['remove: output-denied']);
        assert.deepEqual(await agent.ran(), []);
        assert.equal(it.requests.length, 2);
      }
    });

    it('goes on with a saved conversation in which a decision was never sent', async (t) => {
      const before = await begin(t, 'remove', { sendAutomaticallyWhen: () => false });
      await before.chat.respondToApproval(before.call('remove').toolCallId, true);
      const it = agent.converse(sdk, { messages: before.saved() });
      t.after(() => it.end());
      assert.equal(it.chat.getItem(it.call('remove').toolCallId).stage, 'unknown', 'it may have been sent');
      await it.say('nothing after all');
      await it.say('nothing again');
      assert.equal(it.chat.status, 'ready', String(it.chat.error));
      assert.deepEqual(await agent.ran(), []);
    });

    it('pauses several times in one message', async (t) => {
      const it = await begin(t, 'one by one');
      const { id } = it.reply;
      const answer = (toolCallId, output) => it.chat.addToolOutput({ tool: 'ask_person', toolCallId, output });
      assert.deepEqual(await answer('step_1', 'red'), { ok: true });
      await it.settled();
      assert.deepEqual(it.states, ['ask_person: output-available', 'remove: approval-requested']);
      assert.deepEqual(await it.chat.respondToApproval('step_2', true), { ok: true });
      await it.settled();
      assert.deepEqual(await answer('step_3', 'green'), { ok: true });
      await it.settled();
      assert.deepEqual(
        told(it).map(({ content }) => content),
        ['red', 'removed old.txt', 'green'],
      );
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
      assert.equal(it.reply.id, id);
      assert.equal(it.chat.messages.length, 2);
      assert.equal(it.requests.length, 4, 'one request for each answer');
    });

    it('keeps its question over a stop while nothing runs', async (t) => {
      const it = await begin(t, 'remove');
      await it.chat.stop();
      assert.deepEqual(it.states, ['remove: approval-requested']);
      assert.deepEqual(await it.chat.respondToApproval('call_0', true), { ok: true });
      await it.settled();
      assert.deepEqual(await agent.ran(), [['remove', 'old.txt']]);
    });

    it('is stopped while it speaks, and a new message works', async (t) => {
      const it = await begin(t, 'nothing');
      const turn = it.chat.sendMessage({ text: 'slowly remove' });
      await it.until('a word', () => it.text.includes('takes'));
      await it.chat.stop();
      assert.deepEqual(await turn, { ok: true });
      assert.equal(it.chat.status, 'ready');
      assert.doesNotMatch(it.text, /more/);
      await it.say('look up');
      assert.equal(it.chat.status, 'ready', String(it.chat.error));
      assert.deepEqual(it.states, ['look_up: output-available']);
      assert.deepEqual(await agent.ran(), [['look_up', 'tide']]);
    });

    it('goes on after a reload with what was saved', async (t) => {
      const before = await begin(t, 'ask and remove');
      const it = agent.converse(sdk, { messages: before.saved() });
      t.after(() => it.end());
      assert.equal(it.requests.length, 0, 'nothing is sent by loading');
      await it.chat.addToolOutput({ tool: 'ask_person', toolCallId: it.call('ask_person').toolCallId, output: 'red' });
      await it.chat.respondToApproval(it.call('remove').toolCallId, { approved: false, reason: 'Not now.' });
      await it.settled();
      assert.equal(it.chat.status, 'ready');
      assert.deepEqual(new Set(told(it).map(({ content }) => content)), new Set(['red', 'Not now.', 'tide is a word']));
      assert.equal(it.requests.length, 1);
    });
  });
}

/** What the model was told: each tool's outcome and content. */
function told({ reply }) {
  return JSON.parse(reply.parts.findLast(({ type }) => type === 'text').text);
}
