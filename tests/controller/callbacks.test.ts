// When the application is called, with what, and what the conversation shows then.

import type { UIMessageChunk } from 'ai';
import { ChatController, type ChatControllerInit, lastAssistantMessageIsComplete } from 'countersign';
import { callTool, flush, ScriptedTransport, type ScriptedTransportOptions, say } from 'countersign/testing';
import { describe, expect, test } from 'vitest';

type Finish = Parameters<NonNullable<ChatControllerInit['onFinish']>>[0];

/** A conversation whose callbacks and statuses are written down in their order. */
function watched(script: ScriptedTransportOptions, init: ChatControllerInit = {}) {
  const told: string[] = [];
  const finished: Finish[] = [];
  const transport = new ScriptedTransport(script);
  const chat: ChatController = new ChatController({
    transport,
    onError: (error) => told.push(`onError(${error.message}) while ${chat.status}`),
    onToolCall: ({ toolCall }) => void told.push(`onToolCall(${toolCall.toolName}) while ${chat.status}`),
    onData: (part) => void told.push(`onData(${part.type}) while ${chat.status}`),
    onFinish: (event) => {
      finished.push(event);
      told.push(`onFinish while ${chat.status}`);
    },
    ...init,
  });
  let status = chat.status;
  chat.subscribe(() => {
    if (chat.status !== status) told.push(chat.status);
    status = chat.status;
  }, 'chunk');
  return { chat, transport, told, finished };
}

const half = say('Half', { messageId: 'a' }).slice(0, 4);

describe('the order of statuses and callbacks', () => {
  test('of a turn that goes well', async () => {
    const { chat, told } = watched({ responses: [say('Hello')] });
    await chat.sendMessage({ text: 'Hi' });
    expect(told).toEqual(['submitted', 'streaming', 'onFinish while ready', 'ready']);
  });

  test('of a request that fails', async () => {
    const { chat, told } = watched({ responses: [new Error('no')] });
    await chat.sendMessage({ text: 'Hi' });
    expect(told).toEqual(['submitted', 'onError(no) while submitted', 'onFinish while error', 'error']);
  });

  test('of a response that fails', async () => {
    const { chat, told } = watched({ responses: [[...half, { type: 'error', errorText: 'boom' }]] });
    await chat.sendMessage({ text: 'Hi' });
    expect(told).toEqual(['submitted', 'streaming', 'onError(boom) while streaming', 'onFinish while error', 'error']);
  });

  test('of a stop', async () => {
    const { chat, told } = watched({ responses: [[...half, { pause: 1e9 }]] });
    const turn = chat.sendMessage({ text: 'Hi' });
    await flush();
    await chat.stop();
    told.push('stopped');
    await turn;
    expect(told).toEqual(['submitted', 'streaming', 'onFinish while ready', 'ready', 'stopped']);
  });

  test('of calls and data', async () => {
    const { chat, told } = watched({
      responses: [
        [
          ...half.slice(0, 2),
          { type: 'data-now', data: 1, transient: true },
          { type: 'tool-input-available', toolCallId: 'c', toolName: 'find', input: {} },
          { type: 'data-later', data: 2 },
          { type: 'tool-input-available', toolCallId: 'd', toolName: 'theirs', input: {}, providerExecuted: true },
        ],
      ],
    });
    await chat.sendMessage({ text: 'Hi' });
    expect(told).toEqual([
      'submitted',
      'onData(data-now) while submitted',
      'streaming',
      'onToolCall(find) while streaming',
      'onData(data-later) while streaming',
      'onFinish while ready',
      'ready',
    ]);
  });

  test('of an answer that is sent by itself: onFinish of each response', async () => {
    const { chat, told, finished } = watched(
      { responses: [callTool('ask', {}, { messageId: 'a' }), say('Fine', { messageId: 'a' })] },
      { sendAutomaticallyWhen: lastAssistantMessageIsComplete },
    );
    await chat.sendMessage({ text: 'Hi' });
    told.length = 0;
    await chat.addToolOutput({ tool: 'ask', toolCallId: 'call-1', output: 'yes' });
    await flush();
    expect(told).toEqual(['submitted', 'streaming', 'onFinish while ready', 'ready']);
    expect(finished.map(({ message }) => message.id)).toEqual(['a', 'a']);
  });
});

describe('onFinish is given', () => {
  const all = { isAbort: false, isDisconnect: false, isError: false };

  async function finish(response: ScriptedTransportOptions['responses'], act?: (chat: ChatController) => unknown) {
    const { chat, finished } = watched({ responses: response ?? [] });
    const turn = chat.sendMessage({ text: 'Hi' });
    await flush();
    await act?.(chat);
    await turn;
    expect(finished).toHaveLength(1);
    const { message, messages, ...rest } = finished[0] as Finish;
    expect(messages).toBe(chat.messages);
    return { message, messages, rest, chat };
  }

  for (const finishReason of ['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'] as const) {
    test(`the reason that the server gives: ${finishReason}`, async () => {
      const response: UIMessageChunk[] = [
        ...say('Hello', { messageId: 'a' }).slice(0, -1),
        { type: 'finish', finishReason },
      ];
      const { message, messages, rest } = await finish([response]);
      expect(rest).toEqual({ ...all, finishReason });
      expect(message).toBe(messages.at(-1));
      expect(message).toMatchObject({ id: 'a', role: 'assistant' });
    });
  }

  test('no reason where the server gives none', async () => {
    const { rest } = await finish([half]);
    expect(rest).toEqual({ ...all, finishReason: undefined });
  });

  test('that it was stopped', async () => {
    const { rest, message } = await finish([[...half, { pause: 1e9 }]], (chat) => chat.stop());
    expect(rest).toMatchObject({ ...all, isAbort: true });
    expect(message.parts.at(-1)).toMatchObject({ text: 'Half' });
  });

  test('that the connection broke', async () => {
    for (const fault of ['network error', 'Failed to fetch', 'Load failed', 'terminated']) {
      const { rest, chat } = await finish([[...half, { fail: new TypeError(fault) }]]);
      expect(rest, fault).toMatchObject({ ...all, isError: true, isDisconnect: true });
      expect(chat.error).toMatchObject({ code: 'network' });
    }
  });

  test('that it failed, and no broken connection', async () => {
    for (const fault of [new Error('network error'), new TypeError('x is undefined')]) {
      const { rest } = await finish([[...half, { fail: fault }]]);
      expect(rest).toMatchObject({ ...all, isError: true });
    }
  });

  test('that the server failed', async () => {
    const { rest } = await finish([[...half, { type: 'error', errorText: 'boom' }]]);
    expect(rest).toMatchObject({ ...all, isError: true });
  });

  test('a message without parts where none came', async () => {
    const { message, messages, rest } = await finish([[{ type: 'start' }, { type: 'finish', finishReason: 'stop' }]]);
    expect(rest).toEqual({ ...all, finishReason: 'stop' });
    expect(message).toEqual({ id: expect.any(String), metadata: undefined, role: 'assistant', parts: [] });
    expect(messages).toHaveLength(1);
  });
});

test('a response that the server interrupted is not continued by itself', async () => {
  const { chat, transport, finished } = watched(
    {
      responses: [
        [
          ...callTool('ask', {}, { messageId: 'a' }).slice(0, -1),
          { type: 'finish', finishReason: 'interrupted' as never },
        ],
        say('Fine', { messageId: 'a' }),
      ],
    },
    { sendAutomaticallyWhen: () => true },
  );
  await chat.sendMessage({ text: 'Hi' });
  expect(finished[0]?.finishReason).toBe('interrupted');
  await chat.addToolOutput({ tool: 'ask', toolCallId: 'call-1', output: 1 });
  await flush();
  expect(transport.requests).toHaveLength(1);
});

describe('generateId', () => {
  test('names the conversation once it is asked for, each message and each response', async () => {
    const drawn: string[] = [];
    const generateId = () => {
      drawn.push(`id-${drawn.length + 1}`);
      return drawn.at(-1) as string;
    };
    const { chat } = watched({ responses: [say('Hello'), say('Named', { messageId: 'server' })] }, { generateId });
    expect(drawn).toEqual([]);
    await chat.sendMessage({ text: 'Hi' });
    await chat.regenerate();
    expect(chat.messages.map(({ id }) => id)).toEqual(['id-1', 'server']);
    const { id } = chat;
    expect(chat.id).toBe(id);
    expect(drawn).toHaveLength(4);
    expect(drawn).toContain(id);
    expect(chat.generateId()).toBe('id-5');
  });
});

describe('a callback that throws', () => {
  const thrower = (what: string) => () => {
    throw new Error(what);
  };

  test('in onToolCall fails the turn and keeps the call', async () => {
    const { chat, told } = watched({ responses: [callTool('ask', {})] }, { onToolCall: thrower('mine') });
    expect(await chat.sendMessage({ text: 'Hi' })).toMatchObject({ ok: false, error: { code: 'callback' } });
    expect(told).toContain('onError(mine) while streaming');
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ type: 'tool-ask', state: 'input-available' });
  });

  test('in onToolCall, later, too', async () => {
    const { chat } = watched({ responses: [callTool('ask', {})] }, { onToolCall: async () => thrower('mine')() });
    expect(await chat.sendMessage({ text: 'Hi' })).toMatchObject({ ok: false, error: { message: 'mine' } });
  });

  test('in onData fails the turn', async () => {
    const { chat } = watched({ responses: [[{ type: 'data-x', data: 1 }]] }, { onData: thrower('mine') });
    expect(await chat.sendMessage({ text: 'Hi' })).toMatchObject({ ok: false, error: { code: 'callback' } });
  });
});
