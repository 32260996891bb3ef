// Nothing is answered by accident: by a second click, by a key that means something else, by a card that has changed.

import type { ChatController } from 'countersign';
import { InputRequestCard, ToolApproval } from 'countersign/components';
import { callTool, flush, say } from 'countersign/testing';
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { open } from '../react/page/page.js';
import { button, buttons, click, field } from './found.js';
import { inAct, one, press, scriptedChat, type } from './scripted-chat.js';

const ALL = { reason: true, editInput: true, remember: true };
const INERT = 400;

/** An approval whose moment has passed, and a way to let more of it pass. */
async function judged(
  props: object = {},
  { request = {}, init = {} }: { request?: object; init?: ConstructorParameters<typeof ChatController>[0] } = {},
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { chat } = scriptedChat([], init);
  const heard: unknown[] = [];
  void chat
    .approver({ protocol: 'mcp', name: 'mail' })
    .decide({ toolCallId: 'c1', toolName: 'send', input: { to: 'a@b.c' }, answers: ALL, ...request })
    .then(
      (decision) => heard.push(decision),
      () => {},
    );
  const { container } = await open(<ToolApproval chat={chat} id="c1" inertMs={INERT} {...props} />);
  const pass = () => act(async () => void vi.advanceTimersByTime(INERT));
  const choose = async (entry: string) => {
    await act(async () => button(container, 'More answers')?.click());
    await act(async () => button(container, entry)?.click());
  };
  const hit = (name: string) => act(async () => button(container, name)?.click());
  await pass();
  return { chat, container, heard, pass, choose, hit };
}

test('a double click on an answer does not take it back', async () => {
  const { chat, hit, pass } = await judged({}, { init: { undoWindowMs: 60_000 } });
  await hit('Allow');
  await hit('Undo');
  expect(chat.getItem('c1')?.stage).toBe('answered');
  await pass();
  await hit('Undo');
  expect(chat.getItem('c1')?.stage).toBe('pending');
});

test('a double click on an entry of the menu does not also press what opens in its place', async () => {
  const { chat, choose, hit, pass } = await judged();
  await choose('Always allow…');
  await hit('Allow and store the rule');
  expect(chat.getItem('c1')?.stage).toBe('pending');
  await pass();
  await hit('Allow and store the rule');
  expect(chat.getItem('c1')?.stage).not.toBe('pending');
  expect(chat.getSnapshot().grants).toHaveLength(1);
});

test('a double click on the way back does not also press what comes in its place', async () => {
  const { chat, choose, hit, pass } = await judged();
  await choose('Deny with a reason…');
  await hit('Back');
  await hit('Deny');
  await hit('Allow');
  expect(chat.getItem('c1')?.stage).toBe('pending');
  await pass();
  await hit('Deny');
  expect(chat.getItem('c1')?.stage).not.toBe('pending');
});

test('an outcome that nobody knows is not sent again by the click that made it', async () => {
  const { chat, transport } = scriptedChat([
    callTool('send', { to: 'a@b.c' }, { approvalId: 'ap', messageId: 'a' }),
    [{ type: 'start', messageId: 'a' }],
    say('Sent.', { messageId: 'a' }),
  ]);
  await inAct(() => chat.sendMessage({ text: 'Go' }));
  await inAct(() => chat.respondToApproval('ap', true));
  expect(chat.getItem('ap')?.stage).toBe('unknown');
  const { container } = await open(<ToolApproval chat={chat} id="ap" inertMs={60_000} />);
  await click(container, 'Send again');
  expect(transport.requests).toHaveLength(2);
});

test('a double click opens an address once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opened = vi.fn(() => null);
  vi.stubGlobal('open', opened);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const { chat } = scriptedChat();
  const connection = { protocol: 'mcp', name: 'rooms' };
  chat.onRetry(connection, () => true);
  chat.askForRetry('input', connection, { id: 'r1', url: 'https://pay.example/' }, { requestState: 's' });
  const { container } = await open(<InputRequestCard chat={chat} id="r1" inertMs={INERT} />);
  const hit = (name: string) => act(async () => button(container, name)?.click());
  await act(async () => void vi.advanceTimersByTime(INERT));
  await hit('Open pay.example');
  await hit('Open it again');
  await hit('I have finished');
  expect(opened).toHaveBeenCalledTimes(1);
  expect(chat.getItem('r1')?.stage).toBe('pending');
  await act(async () => void vi.advanceTimersByTime(INERT));
  await hit('I have finished');
  expect(chat.getItem('r1')?.stage).not.toBe('pending');
});

test('Escape that ends a composition of characters keeps what was written', async () => {
  const { container, choose } = await judged();
  await choose('Deny with a reason…');
  const reason = field<HTMLTextAreaElement>(container, 'Reason');
  await act(async () => {
    reason.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }),
    );
  });
  expect(container.querySelector('textarea')).toBe(reason);
});

const card = (container: HTMLElement) => one(container, 'section');
const key = (container: HTMLElement, name: string) =>
  act(async () => {
    card(container).dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  });

test('a key that decides does nothing while something else is being written', async () => {
  const { chat, container, choose, pass, hit } = await judged({ shortcuts: { allow: 'a', deny: 'd' } });
  await choose('Deny with a reason…');
  await pass();
  await key(container, 'a');
  expect(chat.getItem('c1')?.stage).toBe('pending');
  await hit('Back');
  await pass();
  await key(container, 'a');
  expect(chat.getItem('c1')?.stage).toBe('approved');
});

test('a key decides nothing where the wire names its own answers and shows no key', async () => {
  const options = [{ id: 'always', name: 'Every time', allows: true, remembers: true }];
  const { chat, container } = await judged({ shortcuts: { allow: 'a' } }, { request: { answers: { options } } });
  await key(container, 'a');
  expect(chat.getItem('c1')?.stage).toBe('pending');
});

test('no rule is offered where the application leaves an input that is cut to the card', async () => {
  const input = { text: 'x'.repeat(30_000) };
  const { container, hit } = await judged({ renderInput: () => null }, { request: { input } });
  await hit('More answers');
  expect(buttons(one(container, '[role=menu]'))).toEqual(['Deny with a reason…', 'Edit and allow…']);
});

test('what would not be seen in an input is written by its number where it is edited', async () => {
  const { container, choose, pass, hit, heard } = await judged({}, { request: { input: { file: 'a\u202egpj.exe' } } });
  await choose('Edit and allow…');
  const json = field<HTMLTextAreaElement>(container, 'Input as JSON');
  expect(json.value).toContain('a\\u202egpj.exe');
  await act(async () => {});
  await type(json, json.value.replace('\\u202e', '-'));
  await pass();
  await hit('Allow with these changes');
  expect(heard).toMatchObject([{ approved: true, editedInput: { file: 'a-gpj.exe' } }]);
});

test('a number that cannot be held is no edit', async () => {
  const { container, choose, pass, hit, chat } = await judged();
  await choose('Edit and allow…');
  await type(field<HTMLTextAreaElement>(container, 'Input as JSON'), '{ "seats": 1e999 }');
  await pass();
  await hit('Allow with these changes');
  expect(chat.getItem('c1')?.stage).toBe('pending');
  expect(one(container, '.countersign-error').textContent).toContain('not JSON');
});

test('a request that is answered elsewhere while it is filled in takes no answer more', async () => {
  const { chat } = scriptedChat();
  const heard: unknown[] = [];
  void chat
    .approver({ protocol: 'mcp', name: 'rooms' })
    .input({ id: 'r1', schema: { type: 'object', properties: { note: { type: 'string', title: 'Note' } } } })
    .then((response) => heard.push(response));
  await flush();
  const { container } = await open(<InputRequestCard chat={chat} id="r1" inertMs={0} />);
  await type(field(container, 'Note'), 'by the door');
  const send = button(container, 'Send the answer');
  await inAct(() => {
    void chat.respondToInput('r1', { action: 'decline' });
    send?.click();
  });
  expect(heard).toEqual([{ action: 'decline' }]);
  expect(one(container, '[role=alert]').textContent).toContain('Your answer was not taken');
  await press(card(container), 'Enter');
  expect(heard).toHaveLength(1);
});

test('a card that is over takes no focus that was never in it, or has gone elsewhere', async () => {
  const { chat, decide, fill } = scriptedChat();
  void decide('c1');
  void fill('r1');
  await flush();
  const { container } = await open(
    <>
      <ToolApproval chat={chat} id="c1" inertMs={0} />
      <InputRequestCard chat={chat} id="r1" inertMs={0} />
    </>,
  );
  const allow = button(container, 'Allow');
  allow?.focus();
  await act(async () => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  allow?.blur();
  await inAct(() => chat.respondToInput('r1', { action: 'cancel' }));
  expect(document.activeElement).toBe(document.body);
  await inAct(() => chat.respondToApproval('c1', true));
  expect(document.activeElement).toBe(document.body);
});
