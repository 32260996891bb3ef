// What screen readers are told.

import { Announcer, Conversation } from 'countersign/components';
import { callTool, say } from 'countersign/testing';
import { expect, test, vi } from 'vitest';
import { open } from '../react/page/page.js';
import { inAct, one, scriptedChat } from './scripted-chat.js';

test('a conversation has one live region, and it is polite', async () => {
  const { chat } = scriptedChat([new Error('dead')]);
  const { container } = await open(<Conversation chat={chat} />);
  await inAct(() => chat.sendMessage({ text: 'Hello' }));
  const live = [...container.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')].filter(
    (element) => element.getAttribute('aria-live') !== 'off',
  );
  expect(live.map((element) => element.getAttribute('aria-live'))).toEqual(['polite']);
});

test('requests are announced, and what became of them', async () => {
  const { chat, decide } = scriptedChat();
  const page = await open(<Announcer chat={chat} />);
  expect(page.text).toBe('');
  await inAct(() => void decide('c1'));
  expect(page.text).toBe('The agent asks whether it may run send.');
  await inAct(() => chat.respondToApproval('c1', true));
  expect(page.text).toBe('send: allowed.');
});

test('how much time there is is announced at first, and once more shortly before the end', async () => {
  vi.useFakeTimers();
  try {
    const { chat, decide } = scriptedChat();
    const page = await open(<Announcer chat={chat} />);
    await inAct(() => void decide('c1', { deadline: chat.now() + 60_000 }));
    expect(page.text).toBe('The agent asks whether it may run send. 1 min left to decide.');
    await inAct(() => vi.advanceTimersByTime(39_000));
    expect(page.text).toMatch(/^The agent asks/);
    await inAct(() => vi.advanceTimersByTime(1_500));
    expect(page.text).toMatch(/^\d+ sec left to decide\.$/);
    await inAct(() => chat.respondToApproval('c1', false));
    await inAct(() => vi.advanceTimersByTime(30_000));
    expect(page.text).toBe('send: denied.');
  } finally {
    vi.useRealTimers();
  }
});

test('what waited before is announced when the conversation is shown', async () => {
  const { chat, decide, fill } = scriptedChat();
  await inAct(() => {
    void decide('c1');
    void fill('r1');
  });
  const page = await open(<Announcer chat={chat} />);
  expect(page.text).toBe('2 things wait for you');
});

test('an answer is announced once it is there, an error when it comes', async () => {
  const { chat } = scriptedChat([say('Hello.'), new Error('The line is dead.')]);
  const page = await open(<Announcer chat={chat} />);
  await inAct(() => chat.sendMessage({ text: 'Hello' }));
  expect(page.text).toBe('The agent has answered.');
  await inAct(() => chat.sendMessage({ text: 'And?' }));
  expect(page.text).toBe('Error: The line is dead.');
});

test('a stopped question is announced as cancelled, not as denied', async () => {
  const { chat, decide } = scriptedChat([callTool('pick', {})]);
  const { container } = await open(<Conversation chat={chat} />);
  await inAct(() => void decide('c1'));
  await inAct(() => chat.stop());
  expect(one(container, '.countersign-announcer').textContent).toBe('send: cancelled.');
});
