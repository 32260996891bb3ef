// How often components render while a response streams.

import type { UIMessage, UIMessageChunk } from 'ai';
import { Chat, useChat } from 'countersign/react';
import { ScriptedTransport, say } from 'countersign/testing';
import { act, memo } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { open, settle } from './page/page.js';

afterEach(() => vi.restoreAllMocks());

const saved: UIMessage[] = [
  { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
  {
    id: 'a',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'text', text: 'Hello', state: 'done' },
      {
        type: 'dynamic-tool',
        toolName: 't',
        toolCallId: 'c',
        state: 'output-available',
        input: {},
        output: { a: [1] },
      },
    ],
  },
];

/** A response with so many deltas, `gap` milliseconds apart. */
function deltas(count: number, gap = 0): (UIMessageChunk | { pause: number })[] {
  const [start, step, textStart, delta, ...end] = say('x') as [
    UIMessageChunk,
    UIMessageChunk,
    UIMessageChunk,
    UIMessageChunk,
    ...UIMessageChunk[],
  ];
  const each = Array.from({ length: count }, () => (gap === 0 ? [delta] : [{ pause: gap }, delta])).flat();
  return [start, step, textStart, ...each, ...end];
}

async function openChat(options: Parameters<typeof useChat>[0]) {
  const renders = { whole: 0, message: {} as Record<string, number> };
  const Message = memo(({ message }: { message: UIMessage }) => {
    renders.message[message.id] = (renders.message[message.id] ?? 0) + 1;
    return <p>{message.parts.map((part) => ('text' in part ? part.text : '')).join('')}</p>;
  });
  const chat = new Chat({ messages: saved, ...(options as object) });
  const App = () => {
    renders.whole++;
    const { messages } = useChat({ ...options, chat });
    return messages.map((message) => <Message key={message.id} message={message} />);
  };
  const page = await open(<App />);
  return { page, chat, renders };
}

describe('a message that does not change', () => {
  test('renders 0 times while another one streams', async () => {
    const transport = new ScriptedTransport({ responses: [deltas(50, 2)] });
    const { chat, renders } = await openChat({ transport, throttle: 0 });
    const before = { ...renders.message };
    await act(async () => {
      await chat.sendMessage({ text: 'More' });
    });
    expect(renders.message.u).toBe(before.u);
    expect(renders.message.a).toBe(before.a);
    expect(renders.whole).toBeGreaterThan(1);
  });

  test('keeps the identity of every part and payload', async () => {
    const transport = new ScriptedTransport({ responses: [say('Hello')] });
    const { chat } = await openChat({ transport });
    const before = chat.messages[1];
    await act(async () => {
      await chat.sendMessage({ text: 'More' });
    });
    expect(chat.messages[1]).toBe(before);
    expect(chat.messages[1]).toBe(saved[1]);
  });

  test('a part that does not change keeps its identity while another one of its message grows', async () => {
    const [start, step, ...rest] = say('Hello') as [UIMessageChunk, UIMessageChunk, ...UIMessageChunk[]];
    const transport = new ScriptedTransport({
      responses: [
        [
          start,
          step,
          { type: 'tool-input-available', toolCallId: 'c', toolName: 't', input: { a: 1 }, providerExecuted: true },
          { type: 'tool-output-available', toolCallId: 'c', output: { b: 2 }, providerExecuted: true },
          { pause: 30 },
          ...rest,
        ],
      ],
    });
    const { chat } = await openChat({ transport });
    let sent: Promise<void> | undefined;
    await act(async () => {
      sent = chat.sendMessage({ text: 'More' });
    });
    await settle();
    const before = chat.lastMessage?.parts[1];
    expect(before).toMatchObject({ state: 'output-available' });
    await act(async () => {
      await sent;
    });
    expect(chat.lastMessage?.parts.length).toBe(3);
    expect(chat.lastMessage?.parts[1]).toBe(before);
  });
});

describe('the whole', () => {
  /** Runs frames when the test says so. */
  function frames() {
    const waiting: FrameRequestCallback[] = [];
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => waiting.push(run));
    vi.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation((number) => {
      delete waiting[number - 1];
    });
    return {
      get asked() {
        return waiting.filter((run) => run !== undefined).length;
      },
      async draw() {
        const now = waiting.splice(0);
        await act(async () => {
          for (const run of now) run?.(performance.now());
        });
      },
    };
  }

  test('renders once per frame, however many deltas come', async () => {
    const { draw } = frames();
    const transport = new ScriptedTransport({ responses: [[...deltas(200).slice(0, -3), { pause: 1e9 }]] });
    const { page, chat, renders } = await openChat({ transport });
    await act(async () => void chat.sendMessage({ text: 'More' }));
    await settle();
    const before = renders.whole;
    await draw();
    expect(renders.whole).toBe(before + 1);
    expect(page.text).toContain('x'.repeat(200));
    await draw();
    expect(renders.whole).toBe(before + 1);
  });

  test('renders what the status changes at once, and no second time for the frame', async () => {
    const { draw } = frames();
    const transport = new ScriptedTransport({ responses: [deltas(10)] });
    const { page, chat, renders } = await openChat({ transport });
    await act(async () => void chat.sendMessage({ text: 'More' }));
    await settle();
    expect(page.text).toContain('x'.repeat(10));
    const before = renders.whole;
    await draw();
    expect(renders.whole).toBe(before);
  });

  test('does not stall on a hidden page, which draws no frames', async () => {
    const { draw } = frames();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const transport = new ScriptedTransport({ responses: [[...deltas(5).slice(0, -3), { pause: 1e9 }]] });
    const { page, chat } = await openChat({ transport });
    await act(async () => void chat.sendMessage({ text: 'More' }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
    expect(page.text).toContain('xxxxx');
    await draw();
  });

  test('does not stall on a page that is hidden before its frame is drawn', async () => {
    frames();
    const transport = new ScriptedTransport({ responses: [[...deltas(5).slice(0, -3), { pause: 1e9 }]] });
    const { page, chat } = await openChat({ transport });
    await act(async () => void chat.sendMessage({ text: 'More' }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(page.text).toContain('xxxxx');
  });

  test('renders for nothing that does not concern it', async () => {
    const { chat, renders } = await openChat({ transport: new ScriptedTransport() });
    const before = renders.whole;
    await act(async () => {
      chat.clearError();
      await chat.stop();
      chat.getSnapshot();
    });
    expect(renders.whole).toBe(before);
  });

  test('is mounted with one render', async () => {
    const { renders } = await openChat({ transport: new ScriptedTransport() });
    expect(renders.whole).toBe(1);
  });
});
