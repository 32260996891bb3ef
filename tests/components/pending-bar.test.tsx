// What waits in all conversations of the page.

import { Conversation, PendingBar } from 'countersign/components';
import { expect, test, vi } from 'vitest';
import { open } from '../react/page/page.js';
import { inAct, one, scriptedChat } from './scripted-chat.js';

const boxes = (container: HTMLElement) => [...container.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];

const pressed = (container: HTMLElement, label: RegExp) => {
  const button = [...container.querySelectorAll('button')].find(({ textContent }) => label.test(textContent ?? ''));
  if (button === undefined) throw new Error(`no button ${label}`);
  return button;
};

test('counts what waits in every conversation, and shows nothing while nothing does', async () => {
  const [one, two] = [scriptedChat([], { id: 'one' }), scriptedChat([], { id: 'two' })];
  const page = await open(<PendingBar />);
  expect(page.text).toBe('');
  await inAct(() => void one.decide('c1'));
  expect(page.text).toContain('1 thing waits for you');
  await inAct(() => void two.fill('r1'));
  expect(page.text).toContain('2 things wait for you');
  await inAct(() => one.chat.stop());
  await inAct(() => two.chat.stop());
  expect(page.text).toBe('');
});

test('goes from one thing to the next and around, on the page or by whoever opens conversations', async () => {
  const { chat, decide } = scriptedChat([], { id: 'here' });
  const other = scriptedChat([], { id: 'there' });
  await inAct(() => {
    void decide('c1');
    void other.decide('c1');
  });
  const renderItem = () => <p>The call</p>;
  const onOpen = vi.fn();
  // Simulated pages do not scroll.
  Element.prototype.scrollIntoView = () => {};
  const page = await open(
    <>
      <Conversation chat={chat} renderItem={renderItem} />
      <PendingBar onOpen={onOpen} />
    </>,
  );
  await page.press('Show the next');
  expect(document.activeElement?.textContent).toBe('The call');
  expect(onOpen).not.toHaveBeenCalled();
  await page.press('Show the next');
  expect(onOpen.mock.calls).toMatchObject([[{ chatId: 'there', item: { toolCallId: 'c1' } }]]);
  (document.activeElement as HTMLElement).blur();
  await page.press('Show the next');
  expect(document.activeElement?.textContent).toBe('The call');
});

test('decides together about what is picked, and about nothing else', async () => {
  const first = scriptedChat([], { id: 'one' });
  const second = scriptedChat([], { id: 'two' });
  const told: unknown[] = [];
  await inAct(() => {
    void first.decide('c1').then(({ approved }) => told.push(['c1', approved]));
    void first.decide('c2').then(({ approved }) => told.push(['c2', approved]));
    void second.decide('c3').then(({ approved }) => told.push(['c3', approved]));
    void second.fill('r1');
  });
  const page = await open(<PendingBar chats={[first.chat, second.chat]} inertMs={0} />);
  await page.press('Decide together');
  expect(boxes(page.container)).toHaveLength(3);
  expect(boxes(page.container).every(({ checked }) => !checked)).toBe(true);
  expect(one(page.container, 'li:first-child dl').textContent).toBe('toa@b.c');
  await inAct(() => boxes(page.container)[0]?.click());
  await inAct(() => boxes(page.container)[2]?.click());
  await inAct(() => pressed(page.container, /^Allow 2$/).click());
  expect(told).toEqual([
    ['c1', true],
    ['c3', true],
  ]);
  expect(first.chat.getItem('c2')?.stage).toBe('pending');
});

test('a set can be denied', async () => {
  const { chat, decide } = scriptedChat();
  await inAct(() => {
    void decide('c1');
    void decide('c2');
  });
  const page = await open(<PendingBar chats={[chat]} inertMs={0} />);
  await page.press('Decide together');
  for (const box of boxes(page.container)) await inAct(() => box.click());
  await inAct(() => pressed(page.container, /^Deny 2$/).click());
  expect(['c1', 'c2'].map((id) => chat.getItem(id)?.stage)).toEqual(['denied', 'denied']);
});

test('nothing is decided while nothing is picked', async () => {
  const { chat, decide } = scriptedChat();
  await inAct(() => {
    void decide('c1');
    void decide('c2');
  });
  const page = await open(<PendingBar chats={[chat]} inertMs={0} />);
  await page.press('Decide together');
  expect(pressed(page.container, /^Allow/).disabled).toBe(true);
  expect(pressed(page.container, /^Deny/).disabled).toBe(true);
});

test('whoever may only look is offered no decision', async () => {
  const { chat, decide } = scriptedChat([], { canAnswer: () => false });
  await inAct(() => {
    void decide('c1');
    void decide('c2');
  });
  const page = await open(<PendingBar chats={[chat]} inertMs={0} />);
  expect(page.text).toContain('2 things wait for you');
  expect(page.text).not.toContain('Decide together');
});

test('stays above a keyboard on the screen, and is not moved by zooming in', async () => {
  const { decide } = scriptedChat();
  await inAct(() => void decide('c1'));
  const viewport = Object.assign(new EventTarget(), { height: innerHeight - 300, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  const { container } = await open(<PendingBar />);
  const bar = one(container, '.countersign-pending-bar');
  expect(bar.style.getPropertyValue('--countersign-keyboard')).toBe('300px');
  viewport.scale = 2;
  viewport.dispatchEvent(new Event('resize'));
  expect(bar.style.getPropertyValue('--countersign-keyboard')).toBe('0px');
  vi.unstubAllGlobals();
});

test('decides nothing for a moment after the buttons have appeared', async () => {
  const { chat, decide } = scriptedChat();
  await inAct(() => {
    void decide('c1');
    void decide('c2');
  });
  const page = await open(<PendingBar chats={[chat]} inertMs={60} />);
  await page.press('Decide together');
  await inAct(() => boxes(page.container)[0]?.click());
  await inAct(() => pressed(page.container, /^Allow 1$/).click());
  expect(chat.getItem('c1')?.stage).toBe('pending');
  await inAct(() => new Promise((resolve) => setTimeout(resolve, 120)));
  await inAct(() => pressed(page.container, /^Allow 1$/).click());
  expect(chat.getItem('c1')?.stage).toBe('approved');
});

test('shows hidden characters in what is decided together', async () => {
  const { chat, decide } = scriptedChat();
  await inAct(() => {
    void decide('c1', { input: { to: 'a\u202eb' } });
    void decide('c2');
  });
  const page = await open(<PendingBar chats={[chat]} inertMs={0} />);
  await page.press('Decide together');
  expect(one(page.container, 'li:first-child dl').textContent).not.toContain('\u202e');
});
