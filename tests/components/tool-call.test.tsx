// A tool call in a message, and the question inside it.

import type { UIMessage } from 'ai';
import { askUser, type ChatController } from 'countersign';
import {
  Conversation,
  ToolApproval,
  ToolCall,
  type ToolCallPart,
  type ToolCallSlot,
  type ToolViews,
} from 'countersign/components';
import { callTool, flush, say } from 'countersign/testing';
import { expect, test, vi } from 'vitest';
import { open } from '../react/page/page.js';
import { buttons, click } from './found.js';
import { inAct, one, press, scriptedChat, type } from './scripted-chat.js';

const MAIL = { to: 'a@b.c' };

const part = (more: object) =>
  ({ type: 'tool-send', toolCallId: 'c1', input: MAIL, ...more }) as unknown as ToolCallPart;

const shown = (more: object, props: object = {}) => {
  const { chat } = scriptedChat();
  return open(<ToolCall chat={chat} part={part(more)} inertMs={0} {...props} />);
};

test.each([
  ['input-streaming', {}, 'The agent is writing the input…'],
  ['input-available', {}, 'Under way'],
  ['output-available', { output: 1 }, 'Done'],
  ['output-available', { output: 1, preliminary: true }, 'Under way, first results'],
  ['output-error', { errorText: 'no mail' }, 'Failed'],
  ['output-denied', {}, 'Denied, not run'],
])('says how far it has come: %s', async (state, more, words) => {
  const { container } = await shown({ state, ...more });
  expect(one(container, '.countersign-state').textContent).toBe(words);
  expect(one(container, 'section').dataset.state).toBe(state);
});

test('shows what went in and what came out', async () => {
  const { page, container } = await shown({ state: 'output-available', output: { id: 7 } }).then((page) => ({
    page,
    container: page.container,
  }));
  expect(one(container, 'h2').textContent).toBe('send');
  expect(one(container, 'details').textContent).toContain('a@b.c');
  expect(one(container, '.countersign-output').textContent).toBe('Resultid7');
  expect(page.text).not.toContain('{');
});

test('a result of many entries is folded level by level', async () => {
  const output = { found: Array.from({ length: 12 }, (_, n) => ({ name: `n${n}` })) };
  const { container } = await shown({ state: 'output-available', output });
  expect(one<HTMLDetailsElement>(container, '.countersign-output details').open).toBe(false);
});

test('an application names its tools for people, in the question too', async () => {
  const { chat, decide } = scriptedChat();
  void decide('c1', { toolName: 'send', input: MAIL });
  await flush();
  const { container } = await open(<ToolApproval chat={chat} id="c1" title="E-mail" inertMs={0} />);
  expect(one(container, 'h2').textContent).toBe('Allow E-mail?');
  expect(one(container, '.countersign-source code').textContent).toBe('send');
});

test.each([
  [{ approved: true }, 'allowed'],
  [{ approved: false, reason: 'not\u202etoday' }, 'denied: notU+202Etoday'],
  [{ approved: true, isAutomatic: true }, undefined],
  [{}, undefined],
])('what was decided before the page was loaded is told: %j', async (approval: { approved?: boolean }, told) => {
  const state = approval.approved === false ? 'output-denied' : 'output-available';
  const { container } = await shown({ state, output: 1, approval: { id: 'a1', ...approval } });
  expect(container.querySelector('.countersign-outcome')?.textContent).toBe(told);
});

test('a long result is folded until the reader asks for it', async () => {
  const { container } = await shown({ state: 'output-available', output: 'x'.repeat(700) });
  expect(buttons(container)).toEqual(['Show 100 more characters']);
});

test('an error is shown with what it hides', async () => {
  const { container } = await shown({ state: 'output-error', errorText: 'no\u202email' });
  expect(one(container, '.countersign-error').textContent).toBe('It failed: noU+202Email');
});

test.each([[undefined], [null], ['half'], [{ a: undefined }]])('half an input is shown as it is: %j', async (input) => {
  const { container } = await shown({ state: 'input-streaming', input });
  expect(one(container, 'section').dataset.state).toBe('input-streaming');
});

type Mails = UIMessage<unknown, never, { send: { input: typeof MAIL; output: { id: number } } }>;

const tools: ToolViews<Mails> = {
  send: {
    title: 'Send a mail',
    input: ({ to }) => <p>To {to}</p>,
    output: ({ id }) => <p>Mail number {id}</p>,
  },
};

test('an application shows the input, the preview and the result of its tools in its own way', async () => {
  const { container } = await shown({ state: 'output-available', output: { id: 7 } }, { tools });
  expect(one(container, 'h2').textContent).toBe('Send a mail');
  expect(one(container, 'details').textContent).toContain('To a@b.c');
  expect(one(container, '.countersign-output').textContent).toContain('Mail number 7');
});

test('a tool that is called like something every object has is no tool of the application', async () => {
  const { container } = await shown({ type: 'tool-toString', state: 'input-available' }, { tools });
  expect(one(container, 'h2').textContent).toBe('toString');
});

async function conversation(props: object = {}, init: ConstructorParameters<typeof ChatController>[0] = {}) {
  const scripted = scriptedChat(
    [callTool('send', MAIL, { approvalId: 'ap', messageId: 'a' }), say('Done.', { messageId: 'a' })],
    init,
  );
  const renderToolCall = ({ chat, part }: ToolCallSlot) => <ToolCall chat={chat} part={part} inertMs={0} {...props} />;
  await inAct(() => scripted.chat.sendMessage({ text: 'Go' }));
  const page = await open(<Conversation chat={scripted.chat} renderToolCall={renderToolCall} />);
  return { ...scripted, page, container: one(page.container, '.countersign-log') };
}

test('its approval stands inside it, with what the application shows of the input', async () => {
  const { container, chat } = await conversation({ tools });
  const approval = one(container, '.countersign-tool-call .countersign-approval');
  expect(approval.textContent).toContain('To a@b.c');
  expect(buttons(container)).toEqual(['Deny', 'Allow', 'More answers']);
  await click(container, 'Deny');
  expect(chat.getItem('ap')?.stage).toBe('denied');
  expect(one(container, '.countersign-outcome').textContent).toBe('denied · A person');
});

test('what was judged stays to be seen after the decision', async () => {
  const { container } = await conversation();
  await click(container, 'Allow');
  expect(one(container, '.countersign-approval').textContent).toContain('a@b.c');
});

test('tells an application of yes or no, and of the whole decision', async () => {
  const [onToolApproval, onToolDecision] = [vi.fn(), vi.fn()];
  const { container } = await conversation({ onToolApproval, onToolDecision });
  await click(container, 'Allow');
  expect(onToolApproval.mock.calls).toEqual([[true, 'call-1']]);
  expect(onToolDecision.mock.calls).toMatchObject([[{ approved: true }, { toolName: 'send' }]]);
});

test('one call never shows or answers the question of another', async () => {
  const calls = ['one', 'two'].flatMap((id) => [
    { type: 'tool-input-available', toolCallId: id, toolName: 'send', input: { to: id } },
    { type: 'tool-approval-request', approvalId: `ap-${id}`, toolCallId: id },
  ]);
  const { chat } = scriptedChat([
    [
      { type: 'start', messageId: 'a' },
      { type: 'start-step' },
      ...calls,
      { type: 'finish-step' },
      { type: 'finish' },
    ] as never,
  ]);
  await inAct(() => chat.sendMessage({ text: 'Go' }));
  const renderToolCall = ({ chat, part }: ToolCallSlot) => <ToolCall chat={chat} part={part} inertMs={0} />;
  const page = await open(<Conversation chat={chat} renderToolCall={renderToolCall} />);
  const [first, second] = page.container.querySelectorAll<HTMLElement>('.countersign-tool-call');
  if (first === undefined || second === undefined) throw new Error('two calls were made');
  await click(second, 'Deny');
  expect(buttons(first)).toContain('Allow');
  expect(chat.getItem('ap-one')?.stage).toBe('pending');
  expect(chat.getItem('ap-two')?.stage).toBe('answered');
});

test('Enter in a reason sends no message, and the answer alone goes out', async () => {
  const { transport, container } = await conversation();
  await click(container, 'More answers');
  await click(container, 'Deny with a reason…');
  const reason = one<HTMLTextAreaElement>(container, 'textarea');
  await type(reason, 'Not today');
  await press(reason, 'Enter');
  expect(transport.requests).toHaveLength(1);
  await click(container, 'Deny for this reason');
  expect(transport.requests).toHaveLength(2);
  expect(transport.requests[1]?.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
});

test('a conversation shows calls and what waits by the cards, without being told', async () => {
  const { chat, decide, fill } = scriptedChat([callTool('send', MAIL, { approvalId: 'ap' })]);
  await inAct(() => chat.sendMessage({ text: 'Go' }));
  await inAct(() => {
    void decide('c7');
    void fill('r1');
  });
  const { container } = await open(<Conversation chat={chat} />);
  expect(container.querySelectorAll('.countersign-tool-call .countersign-approval')).toHaveLength(1);
  expect(container.querySelectorAll('.countersign-approval')).toHaveLength(2);
  expect(container.querySelectorAll('.countersign-input-request')).toHaveLength(1);
});

test("questions of the agent's tool stand inside their call", async () => {
  const questions = [{ header: 'Room', question: 'Which?', options: [{ label: 'Small' }, { label: 'Large' }] }];
  const { chat } = scriptedChat([callTool('ask_user_question', { questions })], { capabilities: [askUser()] });
  await inAct(() => chat.sendMessage({ text: 'Go' }));
  const asks = chat.messages.at(-1)?.parts.find(({ type }) => type === 'tool-ask_user_question');
  const { container } = await open(<ToolCall chat={chat} part={asks as ToolCallPart} inertMs={0} />);
  await click(one(container, '.countersign-tool-call .countersign-input-request'), 'Large');
  await click(container, 'Send the answer');
  expect(chat.messages.at(-1)?.parts).toContainEqual(expect.objectContaining({ output: { Room: ['Large'] } }));
});

test('a call that is a question asks in the application’s way, and the answer is its result', async () => {
  const { chat, transport } = scriptedChat([callTool('pick', { of: ['red', 'blue'] }), say('Blue, then.')]);
  const tools = {
    pick: {
      ask: ({ input, answer, isInert }) =>
        (input as { of: string[] }).of.map((colour) => (
          <button key={colour} type="button" disabled={isInert} onClick={() => answer({ colour })}>
            {colour}
          </button>
        )),
    },
  } satisfies ToolViews;
  const { container, press } = await open(<Conversation chat={chat} tools={tools} inertMs={0} />);
  await inAct(() => chat.sendMessage({ text: 'Paint it' }));
  expect(one(container, '.countersign-state').textContent).toBe('Waits for your answer');
  await press('blue');
  expect(container.textContent).toContain('Blue, then.');
  expect(buttons(container)).not.toContain('red');
  expect(transport.requests).toHaveLength(2);
  expect(JSON.stringify(transport.requests.at(-1))).toContain('"output":{"colour":"blue"}');
});

test('a question does nothing for a moment after it has appeared', async () => {
  const { chat } = scriptedChat([callTool('pick', {})]);
  const tools = {
    pick: {
      ask: ({ answer, isInert }) => (
        <button type="button" aria-disabled={isInert} onClick={() => answer('x')}>
          x
        </button>
      ),
    },
  } satisfies ToolViews;
  const { press } = await open(<Conversation chat={chat} tools={tools} inertMs={60_000} />);
  await inAct(() => chat.sendMessage({ text: 'Paint it' }));
  await press('x');
  expect(chat.messages.at(-1)?.parts.at(-1)).toMatchObject({ state: 'input-available' });
});
