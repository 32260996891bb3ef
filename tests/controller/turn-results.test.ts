// What the methods that begin a turn resolve to. They reject for no fault but the application's own.

import { ChatController, type ChatControllerInit, ChatError, HttpChatTransport, type TurnResult } from 'countersign';
import { callTool, flush, ScriptedTransport, type ScriptedTransportOptions, say } from 'countersign/testing';
import { describe, expect, test } from 'vitest';
import { listen, refuse } from './loopback-server.js';

function conversation(script: ScriptedTransportOptions, init: ChatControllerInit = {}) {
  const transport = new ScriptedTransport(script);
  return { transport, chat: new ChatController({ transport, ...init }) };
}

const user = { id: 'u', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hi' }] };
const ok = { ok: true };

/** What a turn that did not go well resolves to. */
function failed(code: string, more: object = {}) {
  return { ok: false, error: expect.objectContaining({ name: 'ChatError', code, ...more }) };
}

describe('a turn that goes well resolves to ok', () => {
  test('of a new message', async () => {
    const { chat } = conversation({ responses: [say('Hello')] });
    expect(await chat.sendMessage({ text: 'Hi' })).toEqual(ok);
  });

  test('of what is sent again', async () => {
    const { chat } = conversation({ responses: [say('Hello')] }, { messages: [user] });
    expect(await chat.sendMessage()).toEqual(ok);
  });

  test('of an answer that is asked for anew', async () => {
    const { chat } = conversation({ responses: [say('Hello')] }, { messages: [user] });
    expect(await chat.regenerate()).toEqual(ok);
  });

  test('of a response that is resumed, or of which there is nothing', async () => {
    expect(await conversation({ resume: say('Hello') }, { messages: [user] }).chat.resumeStream()).toEqual(ok);
    expect(await conversation({}, { messages: [user] }).chat.resumeStream()).toEqual(ok);
  });

  test('of a queued message', async () => {
    const { chat } = conversation(
      { responses: [[{ pause: 1e9 }], say('Two')] },
      { experimental_queue: true, generateId: () => 'q' },
    );
    const first = chat.sendMessage({ text: 'One' });
    await flush();
    expect(await chat.sendMessage({ text: 'Two' })).toEqual(ok);
    expect(await chat.experimental_sendQueuedMessageNow('q')).toEqual(ok);
    expect(await first).toEqual(ok);
  });

  test('that is stopped', async () => {
    const { chat } = conversation({ responses: [[{ pause: 1e9 }]] });
    const turn = chat.sendMessage({ text: 'Hi' });
    await chat.stop();
    expect(await turn).toEqual(ok);
  });
});

describe('a turn that fails resolves to its error', () => {
  test('which is the one that is shown, where it is ours', async () => {
    const server = await listen(refuse(503, { busy: true }, { 'retry-after': '7' }));
    const chat = new ChatController({ transport: new HttpChatTransport({ api: server.url }) });
    const result = await chat.sendMessage({ text: 'Hi' });
    expect(result).toEqual(failed('http_status', { status: 503, body: { busy: true }, retryAfter: 7000 }));
    expect(!result.ok && result.error).toBe(chat.error);
  });

  test('and tells what the application threw, which is shown as it is', async () => {
    const thrown = Object.assign(new Error('no'), { statusCode: 418 });
    const { chat } = conversation({ responses: [thrown] });
    const result = await chat.sendMessage({ text: 'Hi' });
    expect(result).toEqual(failed('http_status', { message: 'no', status: 418, cause: thrown }));
    expect(chat.error).toBe(thrown);
    expect(chat.error).toMatchObject({ code: 'http_status' });
  });

  test('inside the response', async () => {
    const { chat } = conversation({ responses: [[...say('x').slice(0, 2), { type: 'error', errorText: 'boom' }]] });
    expect(await chat.sendMessage({ text: 'Hi' })).toEqual(failed('server', { message: 'boom' }));
  });

  test('in what is sent by itself', async () => {
    const { chat } = conversation(
      { responses: [callTool('askUser', {}, { messageId: 'a' }), new Error('gone')] },
      {
        sendAutomaticallyWhen: () => true,
        onToolCall: ({ toolCall }) => void chat.addToolOutput({ tool: 'askUser', output: 1, ...toolCall }),
      },
    );
    expect(await chat.sendMessage({ text: 'Hi' })).toEqual(failed('transport', { message: 'gone' }));
  });

  test('in the predicate', async () => {
    const { chat } = conversation(
      { responses: [callTool('askUser', {}, { messageId: 'a' })] },
      {
        sendAutomaticallyWhen: () => {
          throw new Error('predicate');
        },
        onToolCall: ({ toolCall }) => void chat.addToolOutput({ tool: 'askUser', output: 1, ...toolCall }),
      },
    );
    expect(await chat.sendMessage({ text: 'Hi' })).toEqual(failed('callback', { message: 'predicate' }));
  });

  test('of a regenerated answer and of a resumed response', async () => {
    const { chat } = conversation({ responses: [new Error('one')], resume: new Error('two') }, { messages: [user] });
    expect(await chat.regenerate()).toEqual(failed('transport', { message: 'one' }));
    expect(await chat.resumeStream()).toEqual(failed('transport', { message: 'two' }));
  });

  test('of one of two turns: the other goes well', async () => {
    const { chat } = conversation({ responses: [[{ pause: 5 }, ...say('Fine')], new Error('no')] });
    const turns = [chat.sendMessage({ text: 'One' }), chat.sendMessage({ text: 'Two' })];
    expect(await Promise.all(turns)).toEqual([ok, failed('transport', { message: 'no' })]);
  });
});

describe('what does not begin resolves to the reason', () => {
  async function refused(act: (chat: ChatController) => Promise<TurnResult>, init: ChatControllerInit = {}) {
    const { transport, chat } = conversation({}, { messages: [user], ...init });
    const before = chat.getSnapshot();
    const result = await act(chat);
    expect(transport.requests).toEqual([]);
    expect(chat.getSnapshot()).toBe(before);
    expect(chat.status).toBe('ready');
    return result;
  }

  test('where the message to edit is not there', async () => {
    const result = await refused((chat) => chat.sendMessage({ text: 'Edited', messageId: 'none' }));
    expect(result).toEqual(failed('unknown_message'));
  });

  test('where the message to edit is not the person’s', async () => {
    const messages = [{ id: 'a', role: 'assistant' as const, parts: [] }];
    const result = await refused((chat) => chat.sendMessage({ text: 'Edited', messageId: 'a' }), { messages });
    expect(result).toEqual(failed('invalid_argument'));
  });

  test('where there is nothing to regenerate', async () => {
    expect(await refused((chat) => chat.regenerate({ messageId: 'none' }))).toEqual(failed('unknown_message'));
  });

  test('where something waits that the settings do not pass over', async () => {
    const part = { type: 'tool-ask' as const, toolCallId: 'c', state: 'input-available' as const, input: {} };
    const result = await refused((chat) => chat.sendMessage({ text: 'On' }), {
      messages: [user, { id: 'a', role: 'assistant', parts: [part] }],
      pendingOnSend: 'refuse',
    });
    expect(result).toEqual(failed('items_pending', { retryable: true }));
  });

  test('where the answer to send again is on its way', async () => {
    const { chat, transport } = conversation({
      responses: [callTool('mail', {}, { approvalId: 'ap' }), new TypeError('fetch failed'), [{ pause: 1e9 }]],
    });
    await chat.sendMessage({ text: 'Hi' });
    await chat.addToolApprovalResponse({ id: 'ap', approved: true });
    await chat.sendMessage();
    // A button that is pressed twice.
    void chat.sendMessage();
    expect(await chat.sendMessage()).toEqual(failed('nothing_to_send'));
    expect(transport.requests).toHaveLength(3);
    chat.dispose();
  });

  test('where there is nothing to send again', async () => {
    expect(await refused((chat) => chat.resend('none'))).toEqual(failed('unknown_item'));
  });

  test.each([
    ['says yes', () => true],
    [
      'throws',
      () => {
        throw new Error('No.');
      },
    ],
  ])('where the predicate disposes of the conversation and %s', async (_, says) => {
    const errors: Error[] = [];
    const { chat, transport } = conversation(
      { responses: [callTool('mail', {}, { approvalId: 'ap' })] },
      {
        onError: (error) => errors.push(error),
        sendAutomaticallyWhen: () => {
          void chat.dispose();
          return says();
        },
      },
    );
    await chat.sendMessage({ text: 'Hi' });
    expect(await chat.addToolApprovalResponse({ id: 'ap', approved: true })).toEqual(ok);
    expect(await chat.sendMessage()).toEqual(failed('disposed'));
    expect(errors).toEqual([]);
    expect(transport.requests).toHaveLength(1);
  });

  test('where the conversation is over', async () => {
    const { chat } = conversation({ responses: [[{ pause: 1e9 }]] }, { messages: [user] });
    chat.dispose();
    const disposed = failed('disposed');
    expect(await chat.sendMessage({ text: 'Hi' })).toEqual(disposed);
    expect(await chat.sendMessage()).toEqual(disposed);
    expect(await chat.regenerate()).toEqual(disposed);
    expect(await chat.resumeStream()).toEqual(disposed);
    expect(await chat.experimental_sendQueuedMessageNow('q')).toEqual(disposed);
    expect(await chat.resend('c')).toEqual(disposed);
    expect(await chat.stop()).toBeUndefined();
  });
});

describe('a fault of the application’s own', () => {
  test('in onFinish rejects, as with AI SDK', async () => {
    const { chat } = conversation(
      { responses: [say('Hello')] },
      {
        onFinish: () => {
          throw new Error('mine');
        },
      },
    );
    await expect(chat.sendMessage({ text: 'Hi' })).rejects.toThrow('mine');
    expect(chat.status).toBe('ready');
  });

  test('in what is to be sent rejects, as with AI SDK', async () => {
    const { chat } = conversation({});
    await expect(chat.sendMessage({ text: 'Hi', files: 'a.png' as never })).rejects.toBeInstanceOf(ChatError);
  });
});
