// What waits across all conversations of a page.

import { ChatController, type PendingItem, pendingRegistry } from 'countersign';
import { afterEach, describe, expect, test } from 'vitest';

const chats: ChatController[] = [];
afterEach(() => {
  for (const chat of chats.splice(0)) chat.dispose();
});

function conversation(id: string, init = {}): ChatController {
  const chat = new ChatController({ id, ...init });
  chats.push(chat);
  return chat;
}

const ask = (chat: ChatController, toolCallId: string) =>
  chat.approver({ protocol: 'mcp' }).decide({ toolCallId, toolName: 'remove' });
const names = (pending: readonly PendingItem[]) => pending.map(({ chatId, item }) => `${chatId}: ${item.toolCallId}`);

/** Everything that a listener is told. */
function listen() {
  const told: string[][] = [];
  const end = pendingRegistry().onPending((pending) => told.push(names(pending)));
  return { told, end };
}

describe('the registry', () => {
  test('lists what waits in every conversation', async () => {
    const [one, two] = [conversation('one'), conversation('two')];
    void ask(one, 'a');
    void two.approver({ protocol: 'mcp' }).input({ id: 'form', message: 'Which?', schema: {} });
    const { pending } = pendingRegistry();
    expect(pending.map(({ chatId, item }) => [chatId, item.kind])).toEqual([
      ['one', 'approval'],
      ['two', 'input'],
    ]);
    await one.respondToApproval('a', true);
    expect(pendingRegistry().pending.map(({ chatId }) => chatId)).toEqual(['two']);
  });

  test('gives the same list until something changes', () => {
    const chat = conversation('one');
    void ask(chat, 'a');
    const { pending } = pendingRegistry();
    expect(pendingRegistry().pending).toBe(pending);
    void ask(chat, 'b');
    expect(pendingRegistry().pending).not.toBe(pending);
  });

  test('does not list what was answered and can still be taken back', async () => {
    const chat = conversation('one', { undoWindowMs: 60_000 });
    void ask(chat, 'a');
    await chat.respondToApproval('a', true);
    expect(chat.getSnapshot().approvals).toHaveLength(1);
    expect(pendingRegistry().pending).toEqual([]);
    chat.undoAnswer('a');
    expect(names(pendingRegistry().pending)).toEqual(['one: a']);
  });

  test('forgets a conversation that is disposed of', () => {
    const chat = conversation('one');
    void ask(chat, 'a');
    const { told, end } = listen();
    chat.dispose();
    end();
    expect(pendingRegistry().pending).toEqual([]);
    expect(told).toEqual([[]]);
  });
});

describe('a listener of the registry', () => {
  test('is called when something begins and when it stops to wait', async () => {
    const chat = conversation('one');
    const { told, end } = listen();
    void ask(chat, 'a');
    void ask(chat, 'b');
    await chat.respondToApproval('a', false);
    await chat.stop();
    end();
    expect(told).toEqual([['one: a'], ['one: a', 'one: b'], ['one: b'], []]);
  });

  test('is not called when nothing of that changes', async () => {
    const chat = conversation('one');
    void ask(chat, 'a');
    const { told, end } = listen();
    await chat.respondToApproval('nothing', true);
    await chat.stop();
    await chat.stop();
    end();
    expect(told).toEqual([[]]);
  });

  test('is called also where somebody has read the list before', () => {
    const chat = conversation('one');
    const seen: number[] = [];
    // Listeners of the conversation come after; this one reads while it changes.
    chat.subscribe(() => seen.push(pendingRegistry().pending.length));
    const { told, end } = listen();
    void ask(chat, 'a');
    end();
    expect(told).toEqual([['one: a']]);
    expect(seen.at(-1)).toBe(1);
  });

  test('is not called once it has ended', () => {
    const { told, end } = listen();
    end();
    void ask(conversation('one'), 'a');
    expect(told).toEqual([]);
  });

  test('given twice is called twice, and each ends by itself', () => {
    const chat = conversation('one');
    let count = 0;
    const listener = () => count++;
    const registry = pendingRegistry();
    const [first, second] = [registry.onPending(listener), registry.onPending(listener)];
    void ask(chat, 'a');
    expect(count).toBe(2);
    first();
    void ask(chat, 'b');
    expect(count).toBe(3);
    second();
  });
});
