// Trigger.dev's chat agent through its own transport. Every record holds only the last message; the server merges.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTriggerAgent } from './stage/trigger.mjs';

describe('an agent on Trigger.dev', () => {
  /** An agent of the test's own, and a client. */
  async function begin(t, words, options) {
    const agent = await startTriggerAgent(options);
    const client = agent.converse();
    t.after(async () => {
      client.end();
      await agent.stop();
    });
    if (words) await client.say(words);
    return { agent, client };
  }

  it('gets the answer to a question, and its message keeps its id', async (t) => {
    const { agent, client } = await begin(t, 'Plan the launch mail');
    assert.deepEqual(client.states, ['askUser: input-available']);
    const { id } = client.reply;
    await answer(client, { optionId: 'press', label: 'The press' });
    assert.deepEqual(client.states, ['askUser: output-available', 'sendEmail: approval-requested']);
    assert.equal(client.call('sendEmail').input.to, 'press@lantern.example');
    assert.equal(client.reply.id, id);
    assert.equal(client.chat.messages.length, 2);
    assert.equal(agent.bridge.appended.length, 2);
    const { message } = agent.bridge.appended[1].payload;
    assert.equal(message.id, id);
    assert.deepEqual(
      message.parts.map(({ state, input, output }) => [state, input, output.optionId]),
      [['output-available', undefined, 'press']],
    );
  });

  it('runs what was allowed, once', async (t) => {
    const { agent, client } = await begin(t, 'Tell the team');
    assert.equal(agent.mailsSent().length, 0);
    await decide(client, true);
    assert.deepEqual(client.states, ['sendEmail: output-available']);
    assert.match(client.text, /Sent to team@lantern\.example/);
    assert.equal(agent.mailsSent().length, 1);
    assert.equal(client.chat.getItem(client.call('sendEmail').toolCallId).stage, 'approved');
    assert.equal(agent.bridge.appended.length, 2);
  });

  it('is told why something was denied', async (t) => {
    const { agent, client } = await begin(t, 'Tell the team');
    await decide(client, { approved: false, reason: 'It is Friday, not Thursday' });
    assert.match(client.text, /You said: “It is Friday, not Thursday”/);
    assert.deepEqual(client.states, ['sendEmail: output-denied', 'sendEmail: approval-requested']);
    assert.match(client.call('sendEmail').input.subject, /Friday/);
    assert.equal(agent.mailsSent().length, 0);
  });

  it('pauses several times in one message', async (t) => {
    const { agent, client } = await begin(t, 'Invite someone');
    const { id } = client.reply;
    await answer(client, { optionId: 'press', label: 'Among the press' });
    await select(client, null);
    await answer(client, { optionId: 'team', label: 'In the team' });
    await select(client, 'noor-haddad');
    assert.match(client.text, /Noor Haddad is invited/);
    assert.equal(client.reply.id, id);
    assert.equal(client.chat.messages.length, 2);
    assert.deepEqual(client.states, [
      'askUser: output-available',
      'searchContacts: output-available',
      'selectContact: output-available',
      'askUser: output-available',
      'searchContacts: output-available',
      'selectContact: output-available',
      'inviteContact: output-available',
    ]);
    assert.deepEqual(
      agent.mailsSent().map(({ to }) => to),
      ['noor-haddad@contacts.example'],
    );
    assert.equal(agent.bridge.appended.length, 5, 'one record per answer');
    await agentHas(agent, 5);
    assert.deepEqual(shape(agent.turns.at(-1).messages), shape(client.chat.messages), 'both ends hold the same');
  });

  it('is answered after a reload, with what was saved', async (t) => {
    const { agent, client: before } = await begin(t, 'Tell the team');
    const client = agent.converse({ messages: before.saved(), session: before.session() });
    t.after(() => client.end());
    before.end();
    await client.chat.resumeStream();
    await client.settled();
    assert.equal(client.chat.status, 'ready');
    assert.deepEqual(client.states, ['sendEmail: approval-requested']);
    await decide(client, true);
    assert.deepEqual(client.states, ['sendEmail: output-available']);
    assert.equal(agent.mailsSent().length, 1);
    assert.equal(client.chat.messages.length, 2);
  });

  const press = { optionId: 'press', label: 'The press' };
  for (const [after, words, act] of [
    ['an approval', 'Tell the team', (client) => decide(client, true, false)],
    ['an answer', 'Plan the launch mail', (client) => answer(client, press, false)],
  ]) {
    it(`goes on after a reload in the middle of the reply to ${after}, and nothing is lost`, async (t) => {
      const { agent, client: before } = await begin(t, words, { pace: 25 });
      const texts = before.reply.parts.filter(({ type }) => type === 'text').length;
      await act(before);
      const saved = before.saved();
      await before.until(
        'the reply has begun',
        () => textsOf(before).length > texts && textsOf(before).at(-1).length > 4,
      );
      const session = JSON.parse(JSON.stringify(before.session()));
      const client = agent.converse({ messages: saved, session });
      t.after(() => client.end());
      await client.chat.resumeStream();
      await client.settled();
      await before.settled();
      assert.equal(client.chat.status, 'ready', String(client.chat.error));
      assert.deepEqual(
        shape(client.chat.messages),
        shape(before.chat.messages),
        'as if the page had not been reloaded',
      );
      assert.equal(textsOf(client).at(-1), textsOf(before).at(-1));
      assert.equal(client.chat.messages.length, 2);
      assert.equal(agent.bridge.appended.length, 2);
    });
  }

  it('goes on after a reload while it asks, and the question can be answered', async (t) => {
    const { agent, client: before } = await begin(t, undefined, { pace: 25 });
    const turn = before.chat.sendMessage({ text: 'Ask me two questions first' });
    await before.until('the first question', () => before.states[0] === 'askUser: input-available');
    const saved = before.saved();
    const client = agent.converse({ messages: saved, session: JSON.parse(JSON.stringify(before.session())) });
    t.after(() => client.end());
    await client.chat.resumeStream();
    await client.settled();
    await turn;
    assert.equal(client.chat.status, 'ready', String(client.chat.error));
    assert.deepEqual(shape(client.chat.messages), shape(before.chat.messages), 'as if the page had not been reloaded');
    for (const { toolCallId } of client.calls) {
      await client.chat.addToolOutput({
        tool: 'askUser',
        toolCallId,
        output: { optionId: 'press', label: 'The press' },
      });
    }
    await client.settled();
    assert.equal(client.call('sendEmail').state, 'approval-requested');
    assert.equal(agent.bridge.appended.length, 2);
  });

  it('repeats its turn to a client that does not know how far it came, and nothing is there twice', async (t) => {
    const { agent, client: before } = await begin(t, 'Plan the launch mail');
    const client = agent.converse({ messages: before.saved(), session: { publicAccessToken: 'token' } });
    t.after(() => client.end());
    await client.chat.resumeStream();
    await client.settled();
    assert.equal(client.chat.status, 'ready', String(client.chat.error));
    assert.deepEqual(shape(client.chat.messages), shape(before.chat.messages));
    await answer(client, { optionId: 'team', label: 'The team' });
    assert.deepEqual(client.states, ['askUser: output-available', 'sendEmail: approval-requested']);
  });

  it('keeps its question over a stop while nothing runs', async (t) => {
    const { agent, client } = await begin(t, 'Plan the launch mail');
    await client.chat.stop();
    assert.deepEqual(client.states, ['askUser: input-available']);
    await answer(client, { optionId: 'team', label: 'The team' });
    assert.equal(client.call('sendEmail').state, 'approval-requested');
    assert.equal(agent.bridge.appended.length, 2);
  });

  it('loses its question to a stop while it speaks, and a new message works', async (t) => {
    const { agent, client } = await begin(t, undefined, { pace: 20 });
    const turn = client.chat.sendMessage({ text: 'Ask me two questions first' });
    await client.until('the first question', () => client.states[0] === 'askUser: input-available');
    await client.chat.stop();
    await turn;
    await client.settled();
    assert.equal(client.states[0], 'askUser: output-error', 'nobody decided, and nobody can any more');
    const { toolCallId } = client.calls[0];
    const late = await client.chat.addToolOutput({
      tool: 'askUser',
      toolCallId,
      output: { optionId: 'team', label: '' },
    });
    assert.equal(late.error?.code, 'cancelled');
    await agentHas(agent, 1);
    assert.equal(agent.turns[0].stopped, true, 'the agent was told');

    await client.say('Tell the team');
    assert.equal(client.chat.status, 'ready');
    await decide(client, true);
    assert.equal(agent.mailsSent().length, 1);
  });

  it('does not take a second answer from another tab: that tab says that the outcome is unknown', async (t) => {
    const { agent, client } = await begin(t, 'Plan the launch mail');
    const messages = client.saved();
    await answer(client, { optionId: 'press', label: 'The press' });
    // Tabs share the session, and the other one still shows the question.
    const other = agent.converse({ messages, session: client.session() });
    t.after(() => other.end());
    await answer(other, { optionId: 'team', label: 'The team' });
    assert.equal(other.chat.getItem(other.call('askUser').toolCallId).stage, 'unknown');
    assert.equal(agent.bridge.appended.length, 3, 'and does not send it again');
    await agentHas(agent, 2);
    const kept = agent.turns
      .at(-1)
      .messages.at(-1)
      .parts.find(({ type }) => type === 'tool-askUser');
    assert.equal(kept.output.optionId, 'press');
  });

  it('gets an answer whose first sending was refused, once', async (t) => {
    const { agent, client } = await begin(t, 'Tell the team');
    agent.bridge.refuse = 1;
    await decide(client, true);
    assert.deepEqual(client.states, ['sendEmail: output-available']);
    assert.equal(agent.mailsSent().length, 1);
    assert.equal(agent.bridge.appended.length, 2);
  });

  it('refuses an answer for good: it counts as not sent, and sending again works', async (t) => {
    const { agent, client } = await begin(t, 'Tell the team');
    agent.bridge.refuse = 2; // also after the transport asked for a fresh token
    await decide(client, true);
    assert.equal(client.chat.status, 'error');
    const { toolCallId } = client.call('sendEmail');
    assert.equal(client.chat.getItem(toolCallId).stage, 'answered', 'refused, so not sent');
    assert.equal(agent.mailsSent().length, 0);
    await client.say();
    assert.deepEqual(client.states, ['sendEmail: output-available']);
    assert.equal(agent.mailsSent().length, 1);
  });

  it('is passed over by a new message while it waits: nothing runs, and the conversation goes on', async (t) => {
    const { agent, client } = await begin(t, 'Tell the team');
    await client.say('What can you do?');
    assert.equal(client.chat.status, 'ready');
    assert.match(client.text, /I write launch mails/);
    assert.equal(client.call('sendEmail').state, 'output-denied');
    assert.equal(agent.mailsSent().length, 0);
    await client.say('Tell the press');
    await decide(client, true);
    assert.deepEqual(
      agent.mailsSent().map(({ to }) => to),
      ['press@lantern.example'],
    );
  });
});

async function answer(client, output, settles = true) {
  const { toolCallId } = client.calls.findLast(({ type }) => type === 'tool-askUser');
  assert.deepEqual(await client.chat.addToolOutput({ tool: 'askUser', toolCallId, output }), { ok: true });
  if (settles) await client.settled();
}

async function select(client, selectedId) {
  const { toolCallId } = client.call('selectContact');
  const output = { selectedId };
  assert.deepEqual(await client.chat.addToolOutput({ tool: 'selectContact', toolCallId, output }), { ok: true });
  await client.settled();
}

async function decide(client, decision, settles = true) {
  assert.deepEqual(await client.chat.respondToApproval(client.call('sendEmail').toolCallId, decision), { ok: true });
  if (settles) await client.settled();
}

/** `onTurnComplete` runs a little after the client has seen the end of a turn. */
async function agentHas({ turns }, count) {
  for (let left = 100; turns.length < count && left > 0; left -= 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(turns.length, count);
}

function textsOf(client) {
  return client.reply.parts.flatMap((part) => (part.type === 'text' ? part.text : []));
}

/** Messages without what the two ends word differently. */
function shape(messages) {
  return messages.map(({ id, role, parts }) => [
    id,
    role,
    parts
      .filter(({ type }) => type !== 'step-start')
      .map(({ type, text, state, toolCallId, output }) =>
        toolCallId ? [type, toolCallId, state, output] : [type, text],
      ),
  ]);
}
