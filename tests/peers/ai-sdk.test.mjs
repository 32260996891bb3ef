// The human's side against AI SDK's own server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accept } from 'countersign';
import { SimulatedClock } from 'countersign/testing';
import { startAiSdkServer } from './stage/ai-sdk.mjs';

/** The results that the model was told in its last step, by call. */
function toldLast(server) {
  const results = server.prompts.at(-1).flatMap(({ role, content }) => (role === 'tool' ? content : []));
  return Object.fromEntries(results.map(({ toolCallId, output }) => [toolCallId, output]));
}

describe('AI SDK’s server', () => {
  async function begin(t, script, init, options) {
    const server = await startAiSdkServer(script, options);
    const client = server.converse(init);
    t.after(async () => {
      client.end();
      await server.stop();
    });
    return { server, client };
  }

  it('gets the answer to a question, and its message keeps its id', async (t) => {
    const { server, client } = await begin(t, [[['q1', 'askUser', { question: 'Colour?' }]], ['Red it is.']]);
    await client.say('go');
    assert.deepEqual(client.states, ['askUser: input-available']);
    const { id } = client.reply;
    await client.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: 'red' });
    await client.settled();
    assert.deepEqual(toldLast(server), { q1: { type: 'text', value: 'red' } });
    assert.equal(client.text, 'Red it is.');
    assert.equal(client.reply.id, id);
    assert.equal(client.chat.messages.length, 2);
  });

  it('pauses several times in one message', async (t) => {
    const { server, client } = await begin(t, [
      [['q1', 'askUser', { question: 'Colour?' }]],
      [['m1', 'sendEmail', { to: 'a@x.example' }]],
      [['q2', 'askUser', { question: 'Enough?' }]],
      ['Done.'],
    ]);
    await client.say('go');
    await client.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: 'red' });
    await client.settled();
    await client.chat.respondToApproval('m1', true);
    await client.settled();
    await client.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q2', output: 'yes' });
    await client.settled();
    assert.deepEqual(client.states, [
      'askUser: output-available',
      'sendEmail: output-available',
      'askUser: output-available',
    ]);
    assert.equal(client.text, 'Done.');
    assert.deepEqual(server.sent, ['a@x.example']);
    assert.equal(client.chat.messages.length, 2);
    assert.equal(client.requests.length, 4, 'one request for each answer');
  });

  it('is answered after a reload, with what was saved', async (t) => {
    const script = [
      [
        ['q1', 'askUser', { question: 'Colour?' }],
        ['m1', 'sendEmail', { to: 'a@x.example' }],
      ],
      ['Done.'],
    ];
    const { server, client: before } = await begin(t, script);
    await before.say('go');
    await before.chat.respondToApproval('m1', true);
    const state = JSON.parse(JSON.stringify(before.chat.exportState()));
    const client = server.converse({ messages: before.saved(), state });
    t.after(() => client.end());
    await client.settled();
    assert.equal(client.requests.length, 0, 'nothing is sent by loading');
    assert.equal(client.chat.getItem('m1').stage, 'answered');
    await client.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: 'red' });
    await client.settled();
    assert.deepEqual(server.sent, ['a@x.example']);
    assert.deepEqual(client.states, ['askUser: output-available', 'sendEmail: output-available']);
    assert.equal(client.chat.messages.length, 2);
  });

  it('keeps its question over a stop while nothing runs', async (t) => {
    const { client } = await begin(t, [[['q1', 'askUser', { question: 'Colour?' }]], ['Red it is.']]);
    await client.say('go');
    await client.chat.stop();
    assert.deepEqual(client.states, ['askUser: input-available']);
    await client.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: 'red' });
    await client.settled();
    assert.equal(client.text, 'Red it is.');
  });

  it('gets two answers and a decision of one step in one request', async (t) => {
    const { server, client } = await begin(t, [
      [
        ['q1', 'askUser', { question: 'Colour?' }],
        ['q2', 'askUser', { question: 'Size?' }],
        ['m1', 'sendEmail', { to: 'a@x.example' }],
      ],
      ['Done.'],
    ]);
    await client.say('go');
    await client.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q2', output: 'large' });
    await client.chat.respondToApproval('m1', true);
    await client.settled();
    assert.equal(client.requests.length, 1, 'nothing goes before everything is answered');
    await client.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: 'red' });
    await client.settled();
    assert.equal(client.requests.length, 2);
    assert.deepEqual(server.sent, ['a@x.example']);
    assert.deepEqual(toldLast(server), {
      q1: { type: 'text', value: 'red' },
      q2: { type: 'text', value: 'large' },
      m1: { type: 'json', value: { sent: true } },
    });
    assert.deepEqual(
      ['q1', 'q2', 'm1'].map((call) => client.chat.getItem(call).stage),
      ['settled', 'settled', 'approved'],
    );
    assert.equal(client.text, 'Done.');
  });

  it('tells the model why something was denied', async (t) => {
    const { server, client } = await begin(t, [[['m1', 'sendEmail', { to: 'a@x.example' }]], ['As you wish.']]);
    await client.say('go');
    await client.chat.respondToApproval('m1', { approved: false, reason: 'Not before Friday.' });
    await client.settled();
    assert.match(JSON.stringify(toldLast(server).m1), /Not before Friday\./);
    assert.deepEqual(server.sent, []);
    assert.equal(client.chat.getItem('m1').stage, 'denied');
  });

  it('is answered by “always allow” the second time, without asking', async (t) => {
    const { server, client } = await begin(t, [
      [['m1', 'sendEmail', { to: 'a@x.example' }]],
      [['m2', 'sendEmail', { to: 'b@x.example' }]],
      ['Both are out.'],
    ]);
    const listed = [];
    client.chat.subscribe(() => listed.push(client.chat.getSnapshot().approvals.map(({ toolCallId }) => toolCallId)));
    await client.say('go');
    await client.chat.respondToApproval('m1', { approved: true, remember: true });
    await client.settled();
    assert.deepEqual(server.sent, ['a@x.example', 'b@x.example']);
    assert.ok(!listed.flat().includes('m2'), 'nobody was asked');
    const { by, stage } = client.chat.getItem('m2');
    const [grant] = client.chat.getSnapshot().grants;
    assert.deepEqual([by, stage], [{ kind: 'grant', grant: grant.id }, 'approved']);
    assert.equal(client.requests.length, 3);
  });

  it('has its question cancelled by a stop while it speaks', async (t) => {
    const script = [[['q1', 'askUser', { question: 'Colour?' }], 'And there is more', ' to come', ' and more']];
    const { client } = await begin(t, script, {}, { pace: 30 });
    const turn = client.chat.sendMessage({ text: 'go' });
    await client.until('the question', () => client.states[0] === 'askUser: input-available');
    await client.chat.stop();
    await turn;
    assert.equal(client.chat.getItem('q1').stage, 'cancelled');
    const late = await client.chat.addToolOutput({ tool: 'askUser', toolCallId: 'q1', output: 'red' });
    assert.equal(late.error?.code, 'cancelled');
    await client.settled();
    assert.equal(client.requests.length, 1);
  });

  it('is told that nobody decided when a deadline passes, and nothing runs', async (t) => {
    const clock = new SimulatedClock();
    const script = [[['m1', 'sendEmail', { to: 'a@x.example' }]], ['Then not.']];
    const { server, client } = await begin(t, script, { clock, approvalDeadlineMs: 60_000 });
    await client.say('go');
    const [waiting] = client.chat.getSnapshot().approvals;
    assert.equal(waiting.deadline, clock.now() + 60_000);
    await clock.advance(59_999);
    assert.equal(client.chat.getItem('m1').stage, 'pending');
    await clock.advance(1);
    assert.equal(client.chat.getItem('m1').stage, 'expired');
    const late = await client.chat.respondToApproval('m1', true);
    assert.equal(late.error?.code, 'expired');
    await client.until('the agent goes on', () => client.text === 'Then not.');
    assert.deepEqual(server.sent, []);
    assert.equal(client.requests.length, 2);
  });

  it('asks for itself in a data part, and gets the answer by a route of its own', async (t) => {
    const { server, client } = await begin(t, [[['r1', 'bookRoom', { day: 'Friday' }]], ['Booked.']], {
      onData: (part) => {
        if (part.type === 'data-input-request') void relay(part.data);
      },
    });
    const rooms = client.chat.approver({ protocol: 'data', name: 'rooms' });
    const statuses = [];
    async function relay({ id, message, schema }) {
      const response = await rooms.input({ id, message, schema });
      const { status } = await fetch(`${server.url}/answers`, {
        method: 'POST',
        body: JSON.stringify({ id, response }),
      });
      statuses.push(status);
    }
    const turn = client.chat.sendMessage({ text: 'book' });
    await client.until('the question', () => client.chat.getSnapshot().inputRequests.length === 1);
    const [question] = client.chat.getSnapshot().inputRequests;
    assert.equal(question.request.message, 'How many seats on Friday?');
    const refused = await client.chat.respondToInput(question.id, accept({ seats: 0 }));
    assert.equal(refused.error?.code, 'invalid_input');
    assert.deepEqual(await client.chat.respondToInput(question.id, accept({ seats: 4 })), { ok: true });
    await turn;
    await client.settled();
    assert.deepEqual(statuses, [204]);
    assert.deepEqual(toldLast(server).r1, {
      type: 'json',
      value: { action: 'accept', content: { seats: 4 } },
    });
    assert.equal(client.text, 'Booked.');
    assert.equal(client.requests.length, 1, 'the answer is no message');
  });
});
