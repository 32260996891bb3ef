// @vitest-environment node
// How often the listeners of a plain controller are told.

import { ChatController, type ChatControllerInit, HttpChatTransport, type Notify } from 'countersign';
import { flush, ScriptedTransport, SimulatedClock, say } from 'countersign/testing';
import { expect, test } from 'vitest';

const chunks = say('x');
const delta = chunks[3] as (typeof chunks)[number];
const deltas = (count: number) => [...chunks.slice(0, 3), ...Array.from({ length: count }, () => delta)];

/** The texts that a listener saw, each once. */
function watch(chat: ChatController, notify?: Notify): string[] {
  const seen: string[] = [];
  chat.subscribe(() => {
    const part = chat.getSnapshot().messages.at(-1)?.parts.at(-1);
    if (part?.type === 'text' && chat.lastMessage?.role === 'assistant') seen.push(part.text);
  }, notify);
  return seen;
}

/** A server whose response comes in these network reads. */
function reads(...pieces: object[][]): ChatControllerInit {
  const text = (piece: object[]) => piece.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  const fetch = async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(text(piece)));
          controller.close();
        },
      }),
    );
  return { transport: new HttpChatTransport({ fetch }) };
}

test('by default once per network read', async () => {
  const chat = new ChatController(reads(deltas(3), [delta, delta], [delta], chunks.slice(4)));
  const seen = watch(chat);
  await chat.sendMessage({ text: 'Hi' });
  expect([...new Set(seen)]).toEqual(['xxx', 'xxxxx', 'xxxxxx']);
});

test("'chunk' gives every intermediate state, whatever one read holds", async () => {
  const chat = new ChatController({ ...reads([...deltas(4), ...chunks.slice(4)]), notify: 'chunk' });
  const seen = watch(chat);
  await chat.sendMessage({ text: 'Hi' });
  expect([...new Set(seen)]).toEqual(['', 'x', 'xx', 'xxx', 'xxxx']);
});

test("'chunk' for one listener makes no other one be told more often", async () => {
  const chat = new ChatController(reads([...deltas(4), ...chunks.slice(4)]));
  const every = watch(chat, 'chunk');
  const some = watch(chat);
  await chat.sendMessage({ text: 'Hi' });
  expect([...new Set(every)]).toEqual(['', 'x', 'xx', 'xxx', 'xxxx']);
  expect([...new Set(some)]).toEqual(['xxxx']);
});

test('a number of milliseconds is how often content is told', async () => {
  const clock = new SimulatedClock();
  const transport = new ScriptedTransport({
    responses: [[...deltas(1), ...Array.from({ length: 20 }, () => [{ pause: 10 }, delta]).flat()]],
    clock,
  });
  const chat = new ChatController({ transport, clock, notify: 100 });
  const seen = watch(chat);
  void chat.sendMessage({ text: 'Hi' });
  await clock.advance(95);
  const before = seen.length;
  await clock.advance(10);
  expect(seen.length).toBe(before + 1);
  await clock.advance(90);
  expect(seen.length).toBe(before + 1);
  chat.dispose();
});

test("'microtask' tells of everything that one task brought once", async () => {
  const chat = new ChatController({ ...reads(deltas(2), [delta], [delta]), notify: 'microtask' });
  const seen = watch(chat);
  await chat.sendMessage({ text: 'Hi' });
  await flush();
  expect(seen.at(-1)).toBe('xxxx');
});

test('status and errors are never delayed', async () => {
  const clock = new SimulatedClock();
  const transport = new ScriptedTransport({ responses: [new Error('refused')] });
  const chat = new ChatController({ transport, clock, notify: 1_000_000 });
  const seen: unknown[] = [];
  chat.subscribe(() => seen.push([chat.status, chat.error?.message]));
  await chat.sendMessage({ text: 'Hi' });
  expect(seen).toContainEqual(['submitted', undefined]);
  expect(seen.at(-1)).toEqual(['error', 'refused']);
});

test('what is told is told with a new snapshot, and the old one stays as it was', async () => {
  const chat = new ChatController(reads(deltas(1), [delta]));
  const snapshots: string[] = [];
  const kept: { messages: unknown }[] = [];
  chat.subscribe(() => {
    const snapshot = chat.getSnapshot();
    kept.push(snapshot);
    snapshots.push(JSON.stringify(snapshot.messages));
  });
  await chat.sendMessage({ text: 'Hi' });
  expect(kept.map(({ messages }) => JSON.stringify(messages))).toEqual(snapshots);
});
