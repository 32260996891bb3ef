// The transport for AG-UI, over real HTTP.

import { HttpAgent } from '@ag-ui/client';
import { accept, askUser, ChatController, type ChatControllerInit, lastAssistantMessageIsComplete } from 'countersign';
import { type AgUiOptions, AgUiTransport, agUiAgent } from 'countersign/ag-ui';
import { describe, expect, test, vi } from 'vitest';
import { type LoopbackServer, listen, type Reply, refuse } from './loopback-server.js';

/** A run that says these and ends so. */
function run(events: readonly object[], outcome: object = { type: 'success' }): Reply {
  const all = [
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    ...events,
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome },
  ];
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  };
}

const says = (delta: string) => [
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta },
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
];

const calls = (toolCallId: string, toolCallName: string, input: object) => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(input) },
  { type: 'TOOL_CALL_END', toolCallId },
];

const result = (toolCallId: string, content: string) => [
  { type: 'TOOL_CALL_RESULT', messageId: `${toolCallId}-r`, toolCallId, content },
];

const asks = (toolCallId: string) => ({
  type: 'interrupt',
  interrupts: [
    {
      id: `int-${toolCallId}`,
      reason: 'tool_call',
      message: 'May it?',
      toolCallId,
      responseSchema: {
        type: 'object',
        properties: { approved: { type: 'boolean' }, editedArgs: { type: 'object' }, reason: { type: 'string' } },
        required: ['approved'],
      },
    },
  ],
});

/** Both ways to an agent: they do the same. */
const ways = {
  AgUiTransport: (server: LoopbackServer, options: AgUiOptions = {}) =>
    new AgUiTransport({ url: server.url, ...options }),
  agUiAgent: (server: LoopbackServer, options: AgUiOptions = {}) =>
    agUiAgent(new HttpAgent({ url: server.url, threadId: 'chat' }), options),
};

function converse(transport: AgUiTransport, init: ChatControllerInit = {}) {
  return new ChatController({
    id: 'chat',
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsComplete,
    ...init,
  });
}

const text = (chat: ChatController) =>
  chat.messages.at(-1)?.parts.flatMap((part) => (part.type === 'text' ? part.text : []));

describe.each(Object.entries(ways))('%s', (_, way) => {
  test('says what the agent says', async () => {
    const server = await listen(run(says('Hello.')));
    const chat = converse(way(server));
    await chat.sendMessage({ text: 'Hi' });
    expect(chat.error).toBeUndefined();
    expect(text(chat)).toEqual(['Hello.']);
    expect(chat.status).toBe('ready');
    expect(server.requests[0]?.json).toMatchObject({
      threadId: 'chat',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [],
      context: [],
      forwardedProps: {},
    });
  });

  test('takes an approval with edited arguments back', async () => {
    const server = await listen(
      run(calls('c1', 'remove', { path: 'a' }), asks('c1')),
      run([...result('c1', 'gone'), ...says('Done.')]),
    );
    const chat = converse(way(server));
    await chat.sendMessage({ text: 'Hi' });
    const [approval] = chat.getSnapshot().approvals;
    expect(approval?.answers).toMatchObject({ reason: true, editInput: true });
    await chat.respondToApproval(approval?.id ?? '', { approved: true, editedInput: { path: 'b' } });
    await vi.waitFor(() => expect(text(chat)).toEqual(['Done.']));
    expect(server.requests[1]?.json.resume).toEqual([
      { interruptId: 'int-c1', status: 'resolved', payload: { approved: true, editedArgs: { path: 'b' } } },
    ]);
    expect(chat.getItem('c1')?.stage).toBe('approved');
    const part = chat.messages.at(-1)?.parts.find((part) => 'toolCallId' in part);
    expect(part).toMatchObject({ state: 'output-available', input: { path: 'b' }, output: 'gone' });
  });

  test('takes a number that the engine cannot hold for no edit', async () => {
    const big = (toolCallId: string) => [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'pay' },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"to": 12345678901234567890, "share": 0.10}' },
      { type: 'TOOL_CALL_END', toolCallId },
    ];
    const server = await listen(run(big('c1'), asks('c1')), run(result('c1', 'paid')));
    const chat = converse(way(server));
    await chat.sendMessage({ text: 'Hi' });
    await chat.respondToApproval('c1', true);
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    expect(server.requests[1]?.json.resume).toEqual([
      { interruptId: 'int-c1', status: 'resolved', payload: { approved: true } },
    ]);
    expect(server.requests[1]?.text).toContain('12345678901234567890');
  });

  test('shows the question of ask-user and sends what was picked', async () => {
    const questions = [
      { header: 'Colour', question: 'Which?', options: [{ label: 'Red' }, { label: 'Green' }], multi_select: false },
    ];
    const server = await listen(run(calls('q1', 'ask_user_question', { questions })), run(says('Red it is.')));
    const chat = converse(way(server, { tools: () => [askUser.tool()] }), { capabilities: [askUser()] });
    await chat.sendMessage({ text: 'Hi' });
    const tool = (server.requests[0]?.json.tools as { name: string; parameters: { type: string } }[] | undefined)?.[0];
    expect(tool?.name).toBe('ask_user_question');
    expect(tool?.parameters.type).toBe('object');
    expect(tool).not.toHaveProperty('inputSchema');
    const [request] = chat.getSnapshot().inputRequests;
    expect(request?.source).toBe('ag-ui');
    await chat.respondToInput(request?.id ?? '', accept({ Colour: 'Red' }));
    await vi.waitFor(() => expect(text(chat)).toEqual(['Red it is.']));
    const sent = server.requests[1]?.json.messages as { role: string; toolCallId: string; content: string }[];
    expect(sent.at(-1)).toMatchObject({ role: 'tool', toolCallId: 'q1' });
    expect(JSON.parse(sent.at(-1)?.content ?? '')).toEqual({ Colour: ['Red'] });
  });

  test('shares its state both ways', async () => {
    const server = await listen(
      run([
        { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } },
        { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/n', value: 2 }] },
      ]),
      run([]),
      run([]),
    );
    const transport = way(server, { state: { n: 0 } });
    const chat = converse(transport);
    expect(transport.state).toEqual({ n: 0 });
    await chat.sendMessage({ text: 'Hi' });
    expect(transport.state).toEqual({ n: 2 });
    expect(transport.state).toBe(transport.state);
    await chat.sendMessage({ text: 'Hi' });
    transport.setState({ n: 3 });
    await chat.sendMessage({ text: 'Hi' });
    expect(server.requests.map(({ json }) => json.state)).toEqual([{ n: 0 }, { n: 2 }, { n: 3 }]);
  });

  test('gives context and what is forwarded, and names each run anew', async () => {
    const server = await listen(run([]), run([]));
    const chat = converse(
      way(server, {
        context: async () => [{ description: 'who', value: 'Ana' }],
        forwardedProps: { plan: 'a' },
      }),
    );
    await chat.sendMessage({ text: 'Hi' }, { body: { extra: 1 } });
    await chat.sendMessage({ text: 'Hi' });
    const [first, second] = server.requests.map(({ json }) => json);
    expect(first).toMatchObject({
      context: [{ description: 'who', value: 'Ana' }],
      forwardedProps: { plan: 'a', extra: 1 },
    });
    expect(first?.runId).not.toBe(second?.runId);
  });

  test('is stopped, and goes on after it', async () => {
    const server = await listen(
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of [{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }, ...says('Half').slice(0, 2)]) {
          response.write(`data: ${JSON.stringify(event)}\n\n`);
        }
      },
      run(says('Whole.')),
    );
    const chat = converse(way(server));
    const sent = chat.sendMessage({ text: 'Hi' });
    await vi.waitFor(() => expect(text(chat)).toEqual(['Half']));
    await chat.stop();
    await sent;
    expect(chat.status).toBe('ready');
    await chat.sendMessage({ text: 'Hi' });
    expect(chat.error).toBeUndefined();
    expect(text(chat)).toEqual(['Whole.']);
  });

  test('takes a response that ends too soon for an interruption', async () => {
    const server = await listen((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ type: 'RUN_STARTED', threadId: 't', runId: 'r' })}\n\n`);
    });
    const chat = converse(way(server));
    await chat.sendMessage({ text: 'Hi' });
    expect(chat.status).toBe('error');
    expect(chat.error).toMatchObject({ code: 'network', message: 'The response ended before its run did.' });
  });

  test('keeps an answer that is not known to have arrived, and asks before it is sent again', async () => {
    const server = await listen(
      run(calls('c1', 'remove', {}), asks('c1')),
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end();
      },
      run(result('c1', 'gone')),
    );
    const chat = converse(way(server));
    await chat.sendMessage({ text: 'Hi' });
    await chat.respondToApproval('c1', true);
    await vi.waitFor(() => expect(chat.getItem('c1')?.stage).toBe('unknown'));
    expect(server.requests).toHaveLength(2);
    await chat.resend('c1');
    await vi.waitFor(() => expect(chat.getItem('c1')?.stage).toBe('approved'));
    expect(server.requests[2]?.json.resume).toEqual(server.requests[1]?.json.resume);
  });

  test('shows the same items after a reload', async () => {
    const server = await listen(run(calls('c1', 'remove', {}), asks('c1')), run(result('c1', 'kept')));
    const before = converse(way(server));
    await before.sendMessage({ text: 'Hi' });
    const messages = structuredClone(before.messages);
    const state = before.exportState();
    before.dispose();
    const chat = converse(way(server), { messages, state });
    expect(chat.getSnapshot().approvals).toHaveLength(1);
    await chat.respondToApproval('c1', { approved: false, reason: 'No.' });
    await vi.waitFor(() => expect(chat.getItem('c1')?.stage).toBe('denied'));
    expect(server.requests[1]?.json.resume).toEqual([
      { interruptId: 'int-c1', status: 'resolved', payload: { approved: false, reason: 'No.' } },
    ]);
  });
});

test('a refusal keeps the answer, and says with which status', async () => {
  const server = await listen(run(calls('c1', 'remove', {}), asks('c1')), refuse(422, { detail: 'no' }));
  const chat = converse(new AgUiTransport({ url: server.url, headers: { 'X-Team': 'blue' } }));
  await chat.sendMessage({ text: 'Hi' });
  await chat.respondToApproval('c1', true);
  await vi.waitFor(() => expect(chat.status).toBe('error'));
  expect(chat.error).toMatchObject({ code: 'http_status', status: 422 });
  expect(chat.getItem('c1')?.stage).toBe('answered');
  expect(server.requests[0]?.headers).toMatchObject({ 'x-team': 'blue', accept: 'text/event-stream' });
});

test('one run of a conversation is under way at a time', async () => {
  const server = await listen(() => {});
  const transport = new AgUiTransport({ url: server.url });
  const first = converse(transport);
  const second = converse(transport);
  void first.sendMessage({ text: 'Hi' });
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  await second.sendMessage({ text: 'Hi' });
  expect(second.error).toMatchObject({ code: 'invalid_argument' });
  expect(server.requests).toHaveLength(1);
});

test('an interrupt that wants a form gets its content', async () => {
  const interrupts = [
    { id: 'f1', reason: 'input_required', message: 'Who?', responseSchema: { type: 'string', enum: ['Ana', 'Bo'] } },
  ];
  const server = await listen(run([], { type: 'interrupt', interrupts }), run(says('Ana.')));
  const chat = converse(new AgUiTransport({ url: server.url }));
  await chat.sendMessage({ text: 'Hi' });
  const [request] = chat.getSnapshot().inputRequests;
  expect(request?.request.message).toBe('Who?');
  expect(await chat.respondToInput(request?.id ?? '', accept('Cleo'))).toMatchObject({ ok: false });
  expect(await chat.respondToInput(request?.id ?? '', accept('Ana'))).toEqual({ ok: true });
  await vi.waitFor(() => expect(text(chat)).toEqual(['Ana.']));
  expect(server.requests[1]?.json.resume).toEqual([{ interruptId: 'f1', status: 'resolved', payload: 'Ana' }]);
});
