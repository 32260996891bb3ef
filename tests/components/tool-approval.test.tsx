// The decision about a tool call.

import type { ChatController } from 'countersign';
import { GrantList, LocaleProvider, ToolApproval, useToolApproval } from 'countersign/components';
import { de } from 'countersign/locales';
import { callTool, flush, ScriptedTransport, SimulatedClock, say } from 'countersign/testing';
import { act, StrictMode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { open } from '../react/page/page.js';
import { button, buttons, click, field } from './found.js';
import { inAct, one, press, scriptedChat, type } from './scripted-chat.js';

const ALL = { reason: true, editInput: true, remember: true };
const MAIL = { to: 'a@b.c', subject: 'Hello' };

/** A back end asks, and its question is shown. */
async function asked(
  request: object = {},
  props: object = {},
  init: ConstructorParameters<typeof ChatController>[0] = {},
) {
  const { chat } = scriptedChat([], init);
  const answer = vi.fn();
  const asks = chat.approver({ protocol: 'mcp', name: 'mail' });
  const decide = (toolCallId: string, more: object = {}) =>
    asks
      .decide({ toolCallId, toolName: 'send', input: MAIL, answers: ALL, ...request, ...more })
      .then(answer, () => {});
  void decide('c1');
  await flush();
  const page = await open(<ToolApproval chat={chat} id="c1" inertMs={0} {...props} />);
  const heard = () => answer.mock.calls.map(([decision]) => decision);
  return { chat, page, heard, decide, container: page.container };
}

/** Opens the menu and chooses. */
async function choose(container: HTMLElement, entry: string): Promise<void> {
  await click(container, 'More answers');
  await click(container, entry);
}

const menuOf = async (answers: object, request: object = {}) => {
  const { container } = await asked({ answers, ...request });
  if (button(container, 'More answers') === undefined) return [];
  await click(container, 'More answers');
  return buttons(one(container, '[role=menu]'));
};

test('says what is asked, by whom, and with which input', async () => {
  const { container, page } = await asked();
  const card = one(container, 'section');
  expect(document.getElementById(card.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('Allow send?');
  expect(page.text).toContain('Asked by mcp/mail');
  expect([...container.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['to', 'subject']);
  expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['a@b.c', 'Hello']);
});

test('says why the agent asks', async () => {
  const { chat } = scriptedChat([
    [
      { type: 'start', messageId: 'a' },
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 'c1', toolName: 'send', input: MAIL },
      { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'c1', reason: 'It leaves the house.' } as never,
      { type: 'finish-step' },
      { type: 'finish' },
    ],
  ]);
  await inAct(() => chat.sendMessage({ text: 'Go' }));
  const { container } = await open(<ToolApproval chat={chat} id="ap" inertMs={0} />);
  expect(one(container, '.countersign-why').textContent).toBe('It leaves the house.');
});

test('allows, and denies', async () => {
  const allowed = await asked();
  await click(allowed.container, 'Allow');
  expect(allowed.heard()).toMatchObject([{ approved: true }]);
  const denied = await asked();
  await click(denied.container, 'Deny');
  expect(denied.heard()).toMatchObject([{ approved: false }]);
});

test('the focus is on no answer by itself', async () => {
  const { container } = await asked();
  expect(container.contains(document.activeElement)).toBe(false);
});

test('the menu has only what the agent would receive', async () => {
  const none = { reason: false, editInput: false, remember: false };
  expect(await menuOf(none)).toEqual([]);
  expect(await menuOf({ ...none, reason: true })).toEqual(['Deny with a reason…']);
  expect(await menuOf({ ...none, editInput: true })).toEqual(['Edit and allow…']);
  expect(await menuOf({ ...none, remember: true })).toEqual(['Always allow…', 'Always deny…']);
});

test('no rule is offered for an input that is not there, or is not shown whole', async () => {
  const deep = { list: Array.from({ length: 4_000 }, () => [1]) };
  expect(JSON.stringify(deep).length).toBeLessThan(20_000 * 1.05);
  expect(await menuOf(ALL, { input: undefined })).toEqual(['Deny with a reason…']);
  expect(await menuOf(ALL, { input: { text: 'x'.repeat(30_000) } })).toEqual([
    'Deny with a reason…',
    'Edit and allow…',
  ]);
  expect(await menuOf(ALL, { input: { list: deep.list.slice(0, 2_500) } })).toEqual([
    'Deny with a reason…',
    'Edit and allow…',
  ]);
});

test('no rule is offered for what destroys', async () => {
  const { container } = await asked({}, {}, { tools: { send: { destructive: true } } });
  await click(container, 'More answers');
  expect(buttons(one(container, '[role=menu]'))).toEqual(['Deny with a reason…', 'Edit and allow…']);
});

test('denies with a reason; Enter in the reason gives no answer', async () => {
  const { container, heard } = await asked();
  await choose(container, 'Deny with a reason…');
  const reason = field<HTMLTextAreaElement>(container, 'Reason');
  expect(document.activeElement).toBe(reason);
  await click(container, 'Deny for this reason');
  expect(heard()).toEqual([]);
  await type(reason, 'Not today.');
  await press(reason, 'Enter');
  await press(reason, 'Tab', { shiftKey: true });
  expect(heard()).toEqual([]);
  await click(container, 'Deny for this reason');
  expect(heard()).toMatchObject([{ approved: false, reason: 'Not today.' }]);
});

test('Escape closes the menu or the field, gives no answer, and is heard by nobody else', async () => {
  const { container, heard, chat } = await asked();
  const outside = vi.fn();
  document.addEventListener('keydown', outside);
  onTestFinished(() => document.removeEventListener('keydown', outside));
  await click(container, 'More answers');
  await press(document.activeElement as HTMLElement, 'Escape');
  expect(container.querySelector('[role=menu]')).toBeNull();
  expect(document.activeElement).toBe(button(container, 'More answers'));
  await choose(container, 'Deny with a reason…');
  await press(field(container, 'Reason'), 'Escape');
  expect(container.querySelector('form')).toBeNull();
  expect(container.contains(document.activeElement)).toBe(true);
  expect(outside).not.toHaveBeenCalled();
  expect(heard()).toEqual([]);
  expect(chat.getItem('c1')?.stage).toBe('pending');
});

test('the menu is walked through by keys', async () => {
  const { container } = await asked();
  const opener = button(container, 'More answers');
  expect(opener?.getAttribute('aria-haspopup')).toBe('menu');
  expect(opener?.getAttribute('aria-expanded')).toBe('false');
  await click(container, 'More answers');
  expect(opener?.getAttribute('aria-expanded')).toBe('true');
  const walked = [document.activeElement?.textContent];
  for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home']) {
    await press(document.activeElement as HTMLElement, key);
    walked.push(document.activeElement?.textContent);
  }
  const [reason, edit, , deny] = ['Deny with a reason…', 'Edit and allow…', 'Always allow…', 'Always deny…'];
  expect(walked).toEqual([reason, edit, deny, reason, deny, reason]);
});

test('edits as JSON where the schema is not known: what does not parse is refused, what changes is shown', async () => {
  const { container, heard, page } = await asked();
  await choose(container, 'Edit and allow…');
  const json = field<HTMLTextAreaElement>(container, 'Input as JSON');
  expect(JSON.parse(json.value)).toEqual(MAIL);
  expect(page.text).toContain('Nothing is changed yet.');
  await type(json, '{"to":');
  expect(json.getAttribute('aria-invalid')).toBe('true');
  expect(button(container, 'Allow with these changes')?.getAttribute('aria-disabled')).toBe('true');
  await click(container, 'Allow with these changes');
  expect(heard()).toEqual([]);
  await type(json, '{"to":"d@e.f","subject":"Hello","cc":"g@h.i"}');
  const changes = [...one(container, '.countersign-changes').querySelectorAll('dl > div')];
  expect(changes.map(({ textContent }) => textContent)).toEqual([
    'toBefore: a@b.cAfter: d@e.f',
    'ccBefore: not thereAfter: g@h.i',
  ]);
  await click(container, 'Allow with these changes');
  expect(heard()).toMatchObject([{ approved: true, editedInput: { to: 'd@e.f', subject: 'Hello', cc: 'g@h.i' } }]);
});

test('null is a value that an input can be edited to', async () => {
  const { container, heard } = await asked();
  await choose(container, 'Edit and allow…');
  await type(field<HTMLTextAreaElement>(container, 'Input as JSON'), 'null');
  await click(container, 'Allow with these changes');
  expect(heard()).toMatchObject([{ approved: true, editedInput: null }]);
});

const MAIL_SCHEMA = {
  type: 'object',
  properties: { to: { type: 'string', title: 'Recipient' }, subject: { type: 'string', minLength: 3 } },
  required: ['to'],
};

test('edits by a form where the schema is known, and only what fits it', async () => {
  const { container, heard } = await asked({ inputSchema: MAIL_SCHEMA });
  await choose(container, 'Edit and allow…');
  const recipient = field(container, 'Recipient');
  expect(recipient.value).toBe('a@b.c');
  await type(field(container, 'subject'), 'x');
  expect(button(container, 'Allow with these changes')?.getAttribute('aria-disabled')).toBe('true');
  await type(field(container, 'subject'), 'Hello you');
  await click(container, 'Allow with these changes');
  expect(heard()).toMatchObject([{ approved: true, editedInput: { to: 'a@b.c', subject: 'Hello you' } }]);
});

test('a form that would lose something of the input is not used', async () => {
  const { container } = await asked({ inputSchema: MAIL_SCHEMA, input: { ...MAIL, bcc: 'x@y.z' } });
  await choose(container, 'Edit and allow…');
  expect(JSON.parse(field<HTMLTextAreaElement>(container, 'Input as JSON').value)).toHaveProperty('bcc');
});

test('always allow reads out the rule exactly as it is stored', async () => {
  const { chat, container, heard } = await asked();
  await choose(container, 'Always allow…');
  const rule = () => one(container, '.countersign-rule').textContent;
  expect(rule()).toContain('send of mcp/mail is allowed for the rest of this conversation. Whatever its input is.');
  await click(container, 'Until this turn ends');
  await click(container, 'Only with exactly this input');
  expect(rule()).toContain('send of mcp/mail is allowed until this turn ends. Only with exactly this input:');
  expect(rule()).toContain('a@b.c');
  await click(container, 'Allow and store the rule');
  expect(chat.getSnapshot().grants).toMatchObject([
    { tool: 'send', source: 'mcp/mail', scope: 'turn', allows: true, input: MAIL },
  ]);
  expect(heard()).toMatchObject([{ approved: true }]);
});

test('a rule hides nothing either, neither before it is stored nor after', async () => {
  const { chat, container } = await asked({ toolName: 'se\u200bnd', input: { to: 'a\u202eb' } });
  await choose(container, 'Always allow…');
  await click(container, 'Only with exactly this input');
  const marks = (within: ParentNode) => [...within.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marks(one(container, '.countersign-rule'))).toEqual(['U+200B', 'U+202E']);
  await click(container, 'Allow and store the rule');
  const rules = await open(<GrantList chat={chat} />);
  expect(marks(rules.container)).toEqual(['U+200B', 'U+202E']);
});

test('always deny stores a rule that denies', async () => {
  const { chat, container } = await asked();
  await choose(container, 'Always deny…');
  await click(container, 'Deny and store the rule');
  expect(chat.getSnapshot().grants).toMatchObject([{ scope: 'conversation', allows: false }]);
});

test('what a rule answers is not asked again, and says that a rule did', async () => {
  const { chat, container, decide, page } = await asked();
  await choose(container, 'Always allow…');
  await click(container, 'Allow and store the rule');
  await inAct(() => decide('c2'));
  await page.show(<ToolApproval chat={chat} id="c2" inertMs={0} />);
  expect(buttons(page.container)).toEqual([]);
  expect(one(page.container, '.countersign-outcome').textContent).toBe('allowed · Rule 1');
});

test('what the policy of the app answers says so', async () => {
  const { page } = await asked({}, {}, { approvalPolicy: () => false });
  expect(one(page.container, '.countersign-outcome').textContent).toBe('denied · The policy of the app');
});

test("the wire's own answers stand in its order, by its names", async () => {
  const options = [
    { id: 'once', name: 'Just this once', allows: true, remembers: false },
    { id: 'always', name: 'Every time', allows: true, remembers: true },
    { id: 'no', name: 'No, thanks', allows: false, remembers: false },
  ];
  const { container, heard } = await asked({ answers: { options } });
  expect(buttons(container)).toEqual(['Just this once', 'Every time', 'No, thanks']);
  await click(container, 'Every time');
  expect(heard()).toMatchObject([{ approved: true, optionId: 'always' }]);
});

test('a double click answers once, and the app is told once', async () => {
  const onToolDecision = vi.fn();
  const { container, heard } = await asked({}, { onToolDecision });
  await click(container, 'Allow', 2);
  expect(heard()).toHaveLength(1);
  expect(onToolDecision.mock.calls).toMatchObject([[{ approved: true }, { toolCallId: 'c1' }]]);
});

test('two answers at once: the first one holds', async () => {
  const { container, heard } = await asked();
  const [deny, allow] = [button(container, 'Deny'), button(container, 'Allow')];
  await inAct(() => {
    deny?.click();
    allow?.click();
  });
  expect(heard()).toMatchObject([{ approved: false }]);
});

test('controls do nothing for a moment after they appear, nor after the window gets the focus back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { chat } = scriptedChat();
  void chat
    .approver({ protocol: 'test' })
    .decide({ toolCallId: 'c1', toolName: 'send', input: MAIL })
    .catch(() => {});
  const { container } = await open(<ToolApproval chat={chat} id="c1" />);
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  const press = () => act(async () => button(container, 'Allow')?.click());
  const stage = () => chat.getItem('c1')?.stage;
  await press();
  await pass(399);
  await press();
  expect(stage()).toBe('pending');
  await pass(1);
  await act(async () => void window.dispatchEvent(new Event('focus')));
  await press();
  expect(stage()).toBe('pending');
  await pass(400);
  await press();
  expect(stage()).toBe('approved');
});

test('controls do nothing while the agent is speaking', async () => {
  const clock = new SimulatedClock();
  const transport = new ScriptedTransport({
    responses: [[...callTool('send', MAIL, { approvalId: 'ap' }).slice(0, -2), { pause: 1_000 }]],
    clock,
  });
  const { chat } = scriptedChat([], { transport });
  void chat.sendMessage({ text: 'Go' });
  await flush();
  const { container } = await open(<ToolApproval chat={chat} id="ap" inertMs={0} />);
  expect(chat.status).toBe('streaming');
  expect(button(container, 'Allow')?.getAttribute('aria-disabled')).toBe('true');
  await click(container, 'Allow');
  expect(chat.getItem('ap')?.stage).toBe('pending');
});

test('what was begun about one call never answers another', async () => {
  const { chat, container, page, decide, heard } = await asked();
  await choose(container, 'Deny with a reason…');
  await type(field<HTMLTextAreaElement>(container, 'Reason'), 'About the first');
  await inAct(() => void decide('c2'));
  await page.show(<ToolApproval chat={chat} id="c2" inertMs={0} />);
  expect(page.container.querySelector('textarea')).toBeNull();
  await click(page.container, 'Deny');
  expect(heard()).toEqual([{ approved: false }]);
});

test('what was begun about an input is over when the input changes, and the answer is about the new one', async () => {
  const clock = new SimulatedClock();
  const asks = callTool('send', MAIL, { approvalId: 'ap' });
  const changed = { to: 'boss@b.c' };
  const transport = new ScriptedTransport({
    responses: [
      [
        ...asks.slice(0, -2),
        { pause: 100 },
        { type: 'tool-input-available', toolCallId: 'call-1', toolName: 'send', input: changed },
        ...asks.slice(-2),
      ],
      say('Done.'),
    ],
    clock,
  });
  const { chat } = scriptedChat([], { transport, clock });
  void chat.sendMessage({ text: 'Go' });
  await flush();
  const { container } = await open(<ToolApproval chat={chat} id="ap" inertMs={0} />);
  await choose(container, 'Deny with a reason…');
  await type(field<HTMLTextAreaElement>(container, 'Reason'), 'Not to them');
  await inAct(() => clock.advance(100));
  expect(container.querySelector('textarea')).toBeNull();
  expect(container.textContent).toContain('boss@b.c');
  await click(container, 'Allow');
  expect(chat.getAuditLog().find(({ to }) => to === 'answered')?.input).toEqual(changed);
});

test('an answer that comes too late changes nothing and says so', async () => {
  const { chat, container, page } = await asked();
  const allow = button(container, 'Allow');
  await inAct(() => {
    // Somebody else decides, before this page shows it.
    void chat.respondToApproval('c1', false);
    allow?.click();
  });
  expect(chat.getItem('c1')?.stage).toBe('denied');
  expect(one(page.container, '[role=alert]').textContent).toBe(
    'Your answer was not taken: It has already been answered.',
  );
});

test('keys decide only where the app wants them, and only while the card itself has the focus', async () => {
  const plain = await asked();
  await press(one(plain.container, 'section'), 'a');
  expect(plain.heard()).toEqual([]);
  const { container, heard } = await asked({}, { shortcuts: { allow: 'a', deny: 'd' } });
  expect(button(container, 'Allowa')?.getAttribute('aria-keyshortcuts')).toBe('a');
  await press(one(container, '[aria-keyshortcuts=d]'), 'a');
  await press(one(container, 'section'), 'a', { ctrlKey: true });
  await press(one(container, 'section'), 'a', { repeat: true });
  expect(heard()).toEqual([]);
  await press(one(container, 'section'), 'd');
  expect(heard()).toMatchObject([{ approved: false }]);
});

test('a key that was pressed before the card could be read decides nothing', async () => {
  const { container, heard } = await asked({}, { shortcuts: { allow: 'a' }, inertMs: 60_000 });
  await press(one(container, 'section'), 'a');
  expect(heard()).toEqual([]);
});

test('an edit that the tool cannot take is refused, says why, and can be mended', async () => {
  const inputSchema = { type: 'object', properties: { to: { type: 'string' } }, additionalProperties: false };
  const { chat, container, heard } = await asked({ inputSchema });
  await choose(container, 'Edit and allow…');
  const json = field<HTMLTextAreaElement>(container, 'Input as JSON');
  await click(container, 'Allow with these changes');
  expect(one(container, '[role=alert]').textContent).toBe(
    'Your answer was not taken: It does not fit what was asked for.',
  );
  expect(chat.getItem('c1')?.stage).toBe('pending');
  await type(json, '{"to":"d@e.f"}');
  await click(container, 'Allow with these changes');
  expect(heard()).toMatchObject([{ approved: true, editedInput: { to: 'd@e.f' } }]);
});

test('time that runs out is shown, and then that it ran out', async () => {
  const clock = new SimulatedClock();
  const { chat, page, container } = await asked({ deadline: clock.now() + 61_000 }, {}, { clock });
  expect(one(container, '[role=timer]').textContent).toBe('1 min 1 sec left to decide');
  await inAct(() => clock.advance(61_000));
  expect(chat.getItem('c1')?.stage).toBe('expired');
  expect(buttons(container)).toEqual([]);
  expect(page.text).toContain('timed out · The deadline');
});

test('an answer can be taken back while its time runs', async () => {
  const clock = new SimulatedClock();
  const { container, heard, page } = await asked({}, {}, { clock, undoWindowMs: 5_000 });
  await click(container, 'Allow');
  expect(page.text).toContain('Your answer goes out in 5 sec.');
  await click(container, 'Undo');
  expect(buttons(container)).toContain('Allow');
  expect(heard()).toEqual([]);
  await click(container, 'Deny');
  await inAct(() => clock.advance(5_000));
  expect(heard()).toMatchObject([{ approved: false }]);
});

test('an outcome that nobody knows is shown as that, and sent again by the person alone', async () => {
  const { chat, transport } = scriptedChat([
    callTool('send', MAIL, { approvalId: 'ap', messageId: 'a' }),
    [{ type: 'start', messageId: 'a' }],
    say('Sent.', { messageId: 'a' }),
  ]);
  await inAct(() => chat.sendMessage({ text: 'Go' }));
  const { container, page } = await open(<ToolApproval chat={chat} id="ap" inertMs={0} />).then((page) => ({
    page,
    container: page.container,
  }));
  await click(container, 'Allow');
  expect(chat.getItem('ap')?.stage).toBe('unknown');
  expect(page.text).toContain('Nobody can tell whether the agent has acted on your answer.');
  expect(transport.requests).toHaveLength(2);
  await click(container, 'Send again');
  expect(transport.requests).toHaveLength(3);
});

test('who may only look sees what is judged, and no controls', async () => {
  const { page, container } = await asked({}, {}, { canAnswer: () => false });
  expect(page.text).toContain('You may look at this, not answer it.');
  expect(page.text).toContain('a@b.c');
  expect(buttons(container)).toEqual([]);
});

test('who comes later sees what still waits, and once it is settled it is not asked again', async () => {
  const { chat, container } = await asked();
  const later = await open(<ToolApproval chat={chat} id="c1" inertMs={0} />);
  expect(buttons(later.container)).toContain('Allow');
  await click(container, 'Allow');
  expect(buttons(later.container)).toEqual([]);
  const again = await open(<ToolApproval chat={chat} id="c1" inertMs={0} />);
  expect(buttons(again.container)).toEqual([]);
});

test('when it is over the focus stays in the card', async () => {
  const { container } = await asked();
  button(container, 'Allow')?.focus();
  await click(container, 'Allow');
  expect(document.activeElement).toBe(one(container, 'section'));
});

test('characters that would not be seen are shown where something is judged', async () => {
  const { container } = await asked({
    toolName: 'rm\u200b',
    input: { 'pa\u202eth': 'a\u2066b', list: ['\u00ad'] },
  });
  const shown = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(shown.sort()).toEqual(['U+00AD', 'U+200B', 'U+202E', 'U+2066']);
});

test.each([[null], ['text'], [0], [[]], [{ a: { b: [{}] } }], [{ __proto__: null, toString: 1 }]])(
  'an input of any shape can be judged: %j',
  async (input) => {
    const { container } = await asked({ input });
    expect(buttons(container)).toContain('Allow');
  },
);

test('an application shows what is judged in its own way, or all of it', async () => {
  const renderInput = (input: unknown) => <p>A mail to {(input as typeof MAIL).to}</p>;
  const own = await asked({}, { renderInput });
  expect(own.page.text).toContain('A mail to a@b.c');
  expect(own.container.querySelector('dl')).toBeNull();
  const children = ({ item, answers }: ReturnType<typeof useToolApproval>) => (
    <p>
      {item?.stage} {Object.keys(answers).length}
    </p>
  );
  const whole = await asked({}, { children });
  expect(whole.page.text).toBe('pending 3');
});

test('without a look: state and answers for a component of your own', async () => {
  const { chat } = scriptedChat();
  const told = chat.approver({ protocol: 'test' }).decide({ toolCallId: 'c1', toolName: 'send', input: MAIL });
  function Own() {
    const { isOpen, isInert, decide, item } = useToolApproval(chat, 'c1', { inertMs: 0 });
    return (
      <button type="button" disabled={!isOpen || isInert} onClick={() => decide(true)}>
        {item?.stage}
      </button>
    );
  }
  const page = await open(
    <StrictMode>
      <Own />
    </StrictMode>,
  );
  await click(page.container, 'pending');
  expect(page.text).toBe('approved');
  expect(await told).toMatchObject({ approved: true });
});

test('another language is spoken', async () => {
  const { chat } = await asked();
  const { container } = await open(
    <LocaleProvider locale={de}>
      <ToolApproval chat={chat} id="c1" inertMs={0} />
    </LocaleProvider>,
  );
  expect(one(container, 'section').lang).toBe('de');
  expect(buttons(container)).toEqual(['Ablehnen', 'Erlauben', de.texts.approval.more]);
});
