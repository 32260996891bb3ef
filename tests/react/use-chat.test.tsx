// What useChat takes and gives.

import type { UIMessage } from 'ai';
import { ChatController } from 'countersign';
import { Chat, type UseChatHelpers, type UseChatOptions, useChat } from 'countersign/react';
import { callTool, type ScriptedResponse, ScriptedTransport, SimulatedClock, say } from 'countersign/testing';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { frames, open, settle } from './page/page.js';

/** A component that hands out what the hook gives. */
function Probe({ options, into }: { options: UseChatOptions; into: { chat?: UseChatHelpers } }) {
  const chat = useChat(options);
  into.chat = chat;
  return (
    <>
      <output>{chat.status}</output>
      {chat.messages.map((message) => (
        <p key={message.id}>{message.parts.map((part) => ('text' in part ? part.text : '')).join('')}</p>
      ))}
    </>
  );
}

async function openChat(options: UseChatOptions) {
  const into: { chat?: UseChatHelpers } = {};
  const page = await open(<Probe options={options} into={into} />);
  return {
    page,
    get chat() {
      return into.chat as UseChatHelpers;
    },
    show: (next: UseChatOptions) => page.show(<Probe options={next} into={into} />),
    async run(command: () => unknown) {
      await act(async () => void command());
      await settle();
    },
  };
}

const user = (id: string, text: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] });

/** A response that never ends. */
const endless = [...say('Half').slice(0, 4), { pause: 1e9 }];

describe('a turn', () => {
  test('goes from ready over submitted and streaming to ready', async () => {
    const seen: string[] = [];
    const transport = new ScriptedTransport({ responses: [say('Hello')] });
    const { page, chat, run } = await openChat({ transport });
    chat.chat.subscribe(() => seen.push(chat.chat.status), 'chunk');
    await run(() => chat.sendMessage({ text: 'Hi' }));
    expect([...new Set(seen)]).toEqual(['submitted', 'streaming', 'ready']);
    expect(page.text).toBe('readyHiHello');
  });

  test('shows the error and can leave it', async () => {
    const transport = new ScriptedTransport({ responses: [new Error('refused')] });
    const view = await openChat({ transport });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    expect(view.chat.status).toBe('error');
    expect(view.chat.error?.message).toBe('refused');
    await view.run(() => view.chat.clearError());
    expect(view.chat.status).toBe('ready');
    expect(view.chat.error).toBeUndefined();
  });

  test('is stopped', async () => {
    const view = await openChat({ transport: new ScriptedTransport({ responses: [endless] }) });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    expect(view.chat.status).toBe('streaming');
    await view.run(() => view.chat.stop());
    expect(view.page.text).toBe('readyHiHalf');
  });

  test('is regenerated', async () => {
    const view = await openChat({ transport: new ScriptedTransport({ responses: [say('One'), say('Two')] }) });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    await view.run(() => view.chat.regenerate());
    expect(view.page.text).toBe('readyHiTwo');
  });
});

describe('messages', () => {
  test('are replaced at once, by a value', async () => {
    const view = await openChat({ messages: [user('1', 'One')] });
    await act(async () => view.chat.setMessages([user('2', 'Two')]));
    expect(view.page.text).toBe('readyTwo');
  });

  test('are replaced at once, by a function of the current ones', async () => {
    const view = await openChat({ messages: [user('1', 'One')] });
    await act(async () => view.chat.setMessages((messages) => [...messages, user('2', 'Two')]));
    expect(view.page.text).toBe('readyOneTwo');
  });

  test('shows what the person answered without waiting for a frame', async () => {
    const transport = new ScriptedTransport({ responses: [callTool('askUser', {})] });
    const view = await openChat({ transport, throttle: 10_000 });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    await act(async () => void view.chat.addToolOutput({ tool: 'askUser', toolCallId: 'call-1', output: 1 }));
    expect(view.chat.messages[1]?.parts[1]).toMatchObject({ state: 'output-available', output: 1 });
  });
});

describe('what it gives', () => {
  test('keeps the identity of every function while the conversation is the same', async () => {
    const view = await openChat({ transport: new ScriptedTransport({ responses: [say('Hello')] }) });
    const before = view.chat;
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    const functions = Object.entries(before).filter(([, value]) => typeof value === 'function');
    expect(functions.length).toBeGreaterThan(10);
    for (const [name, value] of functions) expect(view.chat).toHaveProperty(name, value);
  });

  test('has everything that AI SDK gives', async () => {
    const { useChat: useAiSdkChat } = await import('@ai-sdk/react');
    const names: { ours?: string[]; theirs?: string[] } = {};
    const Both = () => {
      names.ours = Object.keys(useChat());
      names.theirs = Object.keys(useAiSdkChat());
      return null;
    };
    await open(<Both />);
    expect(names.ours).toEqual(expect.arrayContaining(names.theirs ?? []));
  });

  test('draws the id only when it is asked for', async () => {
    const generateId = vi.fn(() => 'drawn');
    const view = await openChat({ generateId });
    expect(generateId).not.toHaveBeenCalled();
    expect(view.chat.id).toBe('drawn');
  });

  test('answers are told whether they were taken', async () => {
    const transport = new ScriptedTransport({ responses: [callTool('mail', {}, { approvalId: 'a' })] });
    const view = await openChat({ transport });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    const results: unknown[] = [];
    await act(async () => {
      results.push(await view.chat.addToolApprovalResponse({ id: 'a', approved: false }));
      results.push(await view.chat.addToolApprovalResponse({ id: 'a', approved: true }));
    });
    expect(results).toMatchObject([{ ok: true }, { ok: false, error: { code: 'already_answered' } }]);
  });
});

describe('options', () => {
  test('callbacks are those of the latest render', async () => {
    const transport = new ScriptedTransport({ responses: [say('Hello')] });
    const first = vi.fn();
    const second = vi.fn();
    const view = await openChat({ transport, onFinish: first });
    await view.show({ transport, onFinish: second });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  test('the transport is that of the latest render', async () => {
    const first = new ScriptedTransport({ responses: [say('One')] });
    const second = new ScriptedTransport({ responses: [say('Two')] });
    const view = await openChat({ transport: first });
    await view.show({ transport: second });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    expect(view.page.text).toBe('readyHiTwo');
  });

  test('the transport may go away: the default one is used', async () => {
    const fetch = vi.fn(async () => new Response(null, { status: 500 }));
    vi.stubGlobal('fetch', fetch);
    const view = await openChat({ transport: new ScriptedTransport() });
    await view.show({});
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    vi.unstubAllGlobals();
    expect(fetch).toHaveBeenCalledWith('/api/chat', expect.anything());
  });

  test('another id makes another conversation and stops the one before', async () => {
    const transport = new ScriptedTransport({ responses: [endless] });
    const onFinish = vi.fn();
    const view = await openChat({ id: 'a', transport, onFinish });
    const { chat: first } = view.chat;
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    await view.show({ id: 'b', transport, messages: [user('1', 'Other')] });
    await settle();
    expect(view.chat.id).toBe('b');
    expect(view.page.text).toBe('readyOther');
    expect(first.status).toBe('ready');
    expect(transport.requests[0]?.abortSignal?.aborted).toBe(true);
  });

  test('the same id keeps the conversation', async () => {
    const view = await openChat({ id: 'a', messages: [user('1', 'One')] });
    const before = view.chat.chat;
    await view.show({ id: 'a', messages: [user('2', 'Two')] });
    expect(view.chat.chat).toBe(before);
    expect(view.page.text).toBe('readyOne');
  });

  test('a conversation of the application is used as it is', async () => {
    const onFinish = vi.fn();
    const ignored = vi.fn();
    const transport = new ScriptedTransport({ responses: [say('Hello')] });
    const chat = new Chat({ id: 'mine', transport, onFinish });
    const view = await openChat({ chat, onFinish: ignored } as UseChatOptions);
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    expect(view.chat.chat).toBe(chat);
    expect(view.chat.id).toBe('mine');
    expect(onFinish).toHaveBeenCalledOnce();
    expect(ignored).not.toHaveBeenCalled();
  });

  test('another conversation of the application takes its place', async () => {
    const view = await openChat({ chat: new Chat({ messages: [user('1', 'One')] }) });
    await view.show({ chat: new Chat({ messages: [user('2', 'Two')] }) });
    expect(view.page.text).toBe('readyTwo');
  });

  test('two components show one conversation', async () => {
    const transport = new ScriptedTransport({ responses: [say('Hello')] });
    const chat = new ChatController({ transport });
    const into: { chat?: UseChatHelpers } = {};
    const page = await open(
      <>
        <Probe options={{ chat }} into={into} />
        <Probe options={{ chat, throttle: 5 }} into={{}} />
      </>,
    );
    await act(async () => void into.chat?.sendMessage({ text: 'Hi' }));
    await settle();
    expect(page.text).toBe('readyHiHelloreadyHiHello');
  });

  test('a throttle delays content and never the status', async () => {
    for (const throttle of [{ throttle: 10_000 }, { experimental_throttle: 10_000 }]) {
      const transport = new ScriptedTransport({
        responses: [[...say('One ').slice(0, 4), { pause: 300 }, ...say('two').slice(3)]],
      });
      const view = await openChat({ transport, ...throttle });
      await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
      expect(view.page.text).not.toContain('One');
      await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
      expect(view.page.text).toBe('readyHiOne two');
      await view.page.close();
    }
  });
});

describe('on unmount', () => {
  let count = 0;

  test('a conversation of its own is stopped', async () => {
    const transport = new ScriptedTransport({ responses: [endless] });
    const view = await openChat({ transport });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    await view.page.close();
    await settle();
    expect(transport.requests[0]?.abortSignal?.aborted).toBe(true);
  });

  test('a conversation of the application goes on', async () => {
    const transport = new ScriptedTransport({ responses: [endless] });
    const view = await openChat({ chat: new Chat({ transport }) });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    await view.page.close();
    await settle();
    expect(transport.requests[0]?.abortSignal?.aborted).toBe(false);
  });

  test('an answer on its way is unknown then, and not pending', async () => {
    const transport = new ScriptedTransport({
      responses: [callTool('mail', {}, { approvalId: 'a' }), [{ pause: 1e9 }]],
    });
    const view = await openChat({ transport, sendAutomaticallyWhen: () => true });
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    const { chat } = view.chat;
    await view.run(() => view.chat.addToolApprovalResponse({ id: 'a', approved: true }));
    await view.page.close();
    await settle();
    expect(chat.getItem('a')?.stage).toBe('unknown');
  });

  describe.each(['approval', 'question'] as const)('an answer to an %s that is on its way', (kind) => {
    const asked = callTool('mail', {}, { messageId: 'm', ...(kind === 'approval' ? { approvalId: 'a' } : {}) });

    async function answeredAndGone(continuation: ScriptedResponse, more: UseChatOptions = {}) {
      const clock = new SimulatedClock();
      const transport = new ScriptedTransport({ responses: [asked, continuation, say('Not expected')], clock });
      const options: UseChatOptions = {
        id: `${kind}-${count++}`,
        transport,
        sendAutomaticallyWhen: () => true,
        ...more,
      };
      const view = await openChat(options);
      await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
      const { chat } = view.chat;
      await view.run(() =>
        kind === 'approval'
          ? chat.addToolApprovalResponse({ id: 'a', approved: true })
          : chat.addToolOutput({ tool: 'mail', toolCallId: 'call-1', output: 'yes' }),
      );
      await view.page.close();
      await settle();
      const wait = () => act(() => clock.advance(30));
      return { options, transport, chat, wait };
    }

    test('is unknown when the page comes back with what was saved, and does not go out by itself', async () => {
      const { options, transport, chat } = await answeredAndGone([{ pause: 1e9 }]);
      expect(chat.getItem('call-1')?.stage).toBe('unknown');
      const saved = JSON.parse(JSON.stringify({ messages: chat.messages, state: chat.exportState() }));
      const again = await openChat({ ...options, ...saved });
      expect(again.chat.chat).not.toBe(chat);
      expect(again.chat.chat.getItem('call-1')?.stage).toBe('unknown');
      await settle();
      expect(transport.requests).toHaveLength(2);
    });

    test('is settled when the page comes back and the detached conversation has gone on', async () => {
      const result =
        kind === 'approval' ? [{ type: 'tool-output-available' as const, toolCallId: 'call-1', output: 'sent' }] : [];
      const { options, transport, chat, wait } = await answeredAndGone(
        [{ pause: 30 }, { type: 'start', messageId: 'm' }, ...result, ...say('Done').slice(1)],
        { onUnmount: 'detach' },
      );
      const again = await openChat(options);
      expect(again.chat.chat).toBe(chat);
      await wait();
      expect(again.page.text).toBe('readyHiDone');
      expect(again.chat.chat.getItem('call-1')?.stage).toBe(kind === 'approval' ? 'approved' : 'settled');
      expect(transport.requests).toHaveLength(2);
    });

    test('is unknown when the page comes back and the detached conversation has broken off', async () => {
      const { options, transport, chat, wait } = await answeredAndGone(
        [{ pause: 30 }, { fail: new TypeError('network error') }],
        { onUnmount: 'detach' },
      );
      const again = await openChat(options);
      await wait();
      expect(again.chat.chat).toBe(chat);
      expect(again.chat.error).toMatchObject({ code: 'network' });
      expect(again.chat.chat.getItem('call-1')?.stage).toBe('unknown');
      expect(transport.requests).toHaveLength(2);
    });
  });

  test('a detached conversation goes on, and a component of the same id takes it over', async () => {
    const clock = new SimulatedClock();
    const transport = new ScriptedTransport({
      responses: [[...say('One ').slice(0, 4), { pause: 60 }, ...say('two').slice(3)]],
      clock,
    });
    const options: UseChatOptions = { id: 'long', transport, onUnmount: 'detach' };
    const view = await openChat(options);
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    await view.page.close();
    await settle();
    expect(transport.requests[0]?.abortSignal?.aborted).toBe(false);
    const again = await openChat(options);
    expect(again.page.text).toBe('streamingHiOne ');
    await act(() => clock.advance(60));
    await frames(2, 20);
    expect(again.page.text).toBe('readyHiOne two');
  });

  test('a detached conversation that has ended is not taken over', async () => {
    const clock = new SimulatedClock();
    const transport = new ScriptedTransport({ responses: [[{ pause: 20 }, ...say('Done')]], clock });
    const onFinish = vi.fn();
    const options: UseChatOptions = { id: 'short', transport, onFinish, onUnmount: 'detach' };
    const view = await openChat(options);
    await view.run(() => view.chat.sendMessage({ text: 'Hi' }));
    await view.page.close();
    await act(() => clock.advance(20));
    expect(onFinish).toHaveBeenCalledOnce();
    const again = await openChat({ ...options, messages: [user('1', 'Saved')] });
    expect(again.page.text).toBe('readySaved');
  });
});

describe('the queue', () => {
  test('shows what waits, and sends it when the response is over', async () => {
    const clock = new SimulatedClock();
    const transport = new ScriptedTransport({
      responses: [[...say('One').slice(0, 4), { pause: 40 }, ...say('').slice(4)], say('Two')],
      clock,
    });
    const view = await openChat({ transport, experimental_queue: true });
    await view.run(() => view.chat.sendMessage({ text: 'a' }));
    await view.run(() => view.chat.sendMessage({ text: 'b' }));
    expect(view.chat.experimental_queuedMessages).toMatchObject([{ role: 'user', parts: [{ text: 'b' }] }]);
    expect(view.page.text).toBe('streamingaOne');
    await act(() => clock.advance(40));
    expect(view.chat.experimental_queuedMessages).toEqual([]);
    expect(view.page.text).toBe('readyaOnebTwo');
  });

  test('forgets a message that is removed', async () => {
    const view = await openChat({
      transport: new ScriptedTransport({ responses: [endless] }),
      experimental_queue: true,
    });
    await view.run(() => view.chat.sendMessage({ text: 'a' }));
    await view.run(() => view.chat.sendMessage({ text: 'b' }));
    await view.run(() =>
      view.chat.experimental_removeQueuedMessage(view.chat.experimental_queuedMessages[0]?.id ?? ''),
    );
    expect(view.chat.experimental_queuedMessages).toEqual([]);
  });

  test('sends one now', async () => {
    const transport = new ScriptedTransport({ responses: [endless, say('Two'), say('Three')] });
    const view = await openChat({ transport, experimental_queue: true });
    await view.run(() => view.chat.sendMessage({ text: 'a' }));
    await view.run(() => view.chat.sendMessage({ text: 'b' }));
    await view.run(() => view.chat.sendMessage({ text: 'c' }));
    const last = view.chat.experimental_queuedMessages[1]?.id ?? '';
    await view.run(() => view.chat.experimental_sendQueuedMessageNow(last));
    expect(view.page.text).toBe('readyaHalfcTwobThree');
  });
});
