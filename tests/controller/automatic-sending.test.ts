// Sending by itself, with callbacks that take their time, answer or fail.

import { ChatController, type ChatControllerInit, lastAssistantMessageIsComplete } from 'countersign';
import { callTool, flush, ScriptedTransport, say } from 'countersign/testing';
import { describe, expect, test } from 'vitest';

const asked = callTool('ask', {}, { messageId: 'a' });
const answer = { tool: 'ask', toolCallId: 'call-1', output: 'yes' };

async function conversation(init: ChatControllerInit, responses = [asked, say('Fine', { messageId: 'a' })]) {
  const transport = new ScriptedTransport({ responses });
  const chat = new ChatController({ transport, ...init });
  return { transport, chat };
}

describe('one request', () => {
  test('comes of an answer given in onFinish', async () => {
    const { transport, chat } = await conversation({
      sendAutomaticallyWhen: lastAssistantMessageIsComplete,
      onFinish: ({ message }) => {
        if (message.parts.at(-1)?.type === 'tool-ask') void chat.addToolOutput(answer);
      },
    });
    await chat.sendMessage({ text: 'Hi' });
    await flush();
    expect(transport.requests).toHaveLength(2);
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ text: 'Fine' });
  });

  test('comes of two answers while the predicate takes its time', async () => {
    const both = [...asked.slice(0, -2), ...callTool('ask', {}, { toolCallId: 'call-2' }).slice(2)];
    const { transport, chat } = await conversation(
      {
        sendAutomaticallyWhen: async (given) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          return lastAssistantMessageIsComplete(given);
        },
      },
      [both, say('Fine', { messageId: 'a' })],
    );
    await chat.sendMessage({ text: 'Hi' });
    await chat.addToolOutput(answer);
    await chat.addToolOutput({ ...answer, toolCallId: 'call-2' });
    await expect.poll(() => chat.lastMessage?.parts.at(-1)).toMatchObject({ text: 'Fine' });
    expect(transport.requests).toHaveLength(2);
    expect(transport.requests[1]?.messages.at(-1)?.parts.slice(1)).toMatchObject([
      { state: 'output-available' },
      { state: 'output-available' },
    ]);
  });

  test('comes of an answer that is awaited in onToolCall', async () => {
    const { transport, chat } = await conversation({
      sendAutomaticallyWhen: lastAssistantMessageIsComplete,
      onToolCall: async ({ toolCall: { toolCallId } }) => {
        expect(await chat.addToolOutput({ ...answer, toolCallId })).toEqual({ ok: true });
      },
    });
    expect(await chat.sendMessage({ text: 'Hi' })).toEqual({ ok: true });
    expect(transport.requests).toHaveLength(2);
  });

  test('is made with what is shown when it is made', async () => {
    const { transport, chat } = await conversation({ sendAutomaticallyWhen: lastAssistantMessageIsComplete });
    await chat.sendMessage({ text: 'Hi' });
    const results = await Promise.all([chat.addToolOutput(answer), chat.addToolOutput({ ...answer, output: 'no' })]);
    await flush();
    expect(results).toMatchObject([{ ok: true }, { ok: false, error: { code: 'already_answered' } }]);
    expect(transport.requests).toHaveLength(2);
    expect(transport.requests[1]?.messages.at(-1)?.parts.at(-1)).toMatchObject({ output: 'yes' });
    expect(chat.lastMessage?.parts).toContainEqual(expect.objectContaining({ output: 'yes' }));
  });
});

describe('a predicate that fails', () => {
  for (const [how, predicate] of Object.entries({
    'at once': () => {
      throw new Error('predicate');
    },
    later: async () => {
      await flush();
      throw new Error('predicate');
    },
  })) {
    test(`${how} shows the error and keeps the answer, which can be sent`, async () => {
      const told: string[] = [];
      const { transport, chat } = await conversation({
        sendAutomaticallyWhen: predicate,
        onError: (error) => told.push(error.message),
      });
      await chat.sendMessage({ text: 'Hi' });
      expect(await chat.addToolOutput(answer)).toEqual({ ok: true });
      await expect.poll(() => chat.status).toBe('error');
      expect(told).toEqual(['predicate']);
      expect(chat.error).toMatchObject({ message: 'predicate', code: 'callback' });
      expect(chat.getItem('call-1')?.stage).toBe('answered');
      await chat.sendMessage();
      expect(transport.requests).toHaveLength(2);
      expect(transport.requests[1]?.messages.at(-1)?.parts.at(-1)).toMatchObject({ output: 'yes' });
    });
  }
});

describe('stop resolves', () => {
  const never = () => new Promise<never>(() => {});

  test('while a callback never ends', async () => {
    const { chat } = await conversation({ onToolCall: never });
    const turn = chat.sendMessage({ text: 'Hi' });
    await flush();
    await chat.stop();
    expect(await turn).toEqual({ ok: true });
    expect(chat.status).toBe('ready');
  });

  test('while the predicate never ends', async () => {
    const { transport, chat } = await conversation({ sendAutomaticallyWhen: never });
    await chat.sendMessage({ text: 'Hi' });
    await chat.addToolOutput(answer);
    await chat.stop();
    expect(chat.status).toBe('ready');
    expect(transport.requests).toHaveLength(1);
  });

  test('while a schema never ends', async () => {
    const validate = never;
    const { chat } = await conversation(
      { dataPartSchemas: { x: { '~standard': { version: 1, vendor: 'own', validate } } } as never },
      [[{ type: 'start' }, { type: 'data-x', data: 1 }]],
    );
    const turn = chat.sendMessage({ text: 'Hi' });
    await flush();
    await chat.stop();
    expect(await turn).toEqual({ ok: true });
    expect(chat.status).toBe('ready');
  });

  test('while the transport never answers and hears of no stop', async () => {
    const transport = { sendMessages: never, reconnectToStream: never };
    const chat = new ChatController({ transport });
    const turn = chat.sendMessage({ text: 'Hi' });
    await flush();
    await chat.stop();
    expect(await turn).toEqual({ ok: true });
    const resumed = chat.resumeStream();
    await chat.stop();
    expect(await resumed).toEqual({ ok: true });
    expect(chat.status).toBe('ready');
  });

  test('not awaited, before the next message, which is sent', async () => {
    const { transport, chat } = await conversation({}, [[...asked.slice(0, 4), { pause: 1e9 } as never], say('Fine')]);
    const first = chat.sendMessage({ text: 'One' });
    await flush();
    void chat.stop();
    expect(await chat.sendMessage({ text: 'Two' })).toEqual({ ok: true });
    expect(await first).toEqual({ ok: true });
    expect(transport.requests).toHaveLength(2);
    expect(chat.status).toBe('ready');
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ text: 'Fine' });
  });
});
