// @vitest-environment jsdom
// Every form in which a message is sent.

import type { UIMessage } from 'ai';
import { ChatController, ChatError } from 'countersign';
import { flush, ScriptedTransport, say } from 'countersign/testing';
import { describe, expect, test, vi } from 'vitest';

const earlier: UIMessage[] = [
  { id: 'u1', role: 'user', metadata: { n: 1 }, parts: [{ type: 'text', text: 'One' }] },
  { id: 'a1', role: 'assistant', parts: [{ type: 'text', text: 'Hello' }] },
  { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'Two' }] },
];

function conversation(messages: UIMessage[] = []) {
  let ids = 0;
  const transport = new ScriptedTransport({ responses: [say('Fine'), say('Fine')] });
  const chat = new ChatController({ messages, transport, generateId: () => `id-${++ids}` });
  return { chat, transport };
}

/** A list of files, as an input of a page gives it. */
function listOf(...files: File[]): FileList {
  const list = Object.create(FileList.prototype) as Record<number, File>;
  files.forEach((file, index) => {
    list[index] = file;
  });
  Object.defineProperty(list, 'length', { value: files.length });
  return list as unknown as FileList;
}

describe('what is sent', () => {
  test('is a text', async () => {
    const { chat } = conversation();
    await chat.sendMessage({ text: 'Hi' });
    expect(chat.messages[0]).toEqual({
      id: 'id-1',
      role: 'user',
      metadata: undefined,
      parts: [{ type: 'text', text: 'Hi' }],
    });
  });

  test('is an empty text too', async () => {
    const { chat } = conversation();
    await chat.sendMessage({ text: '' });
    expect(chat.messages[0]?.parts).toEqual([{ type: 'text', text: '' }]);
  });

  test('is file parts before the text, with metadata', async () => {
    const file = { type: 'file' as const, mediaType: 'image/png', url: 'data:,x' };
    const { chat } = conversation();
    await chat.sendMessage({ text: 'See', files: [file], metadata: { from: 'form' } });
    expect(chat.messages[0]).toMatchObject({
      metadata: { from: 'form' },
      parts: [file, { type: 'text', text: 'See' }],
    });
  });

  test('is the files of a page, read as data urls in their order', async () => {
    const { chat } = conversation();
    await chat.sendMessage({
      text: 'See',
      files: listOf(
        new File(['hello'], 'a.txt', { type: 'text/plain' }),
        new File(['{}'], 'b.json', { type: 'application/json' }),
      ),
    });
    expect(chat.messages[0]?.parts).toEqual([
      { type: 'file', mediaType: 'text/plain', filename: 'a.txt', url: 'data:text/plain;base64,aGVsbG8=' },
      { type: 'file', mediaType: 'application/json', filename: 'b.json', url: 'data:application/json;base64,e30=' },
      { type: 'text', text: 'See' },
    ]);
  });

  test('is an empty list of files with a text', async () => {
    const { chat } = conversation();
    await chat.sendMessage({ text: 'Hi', files: listOf() });
    expect(chat.messages[0]?.parts).toEqual([{ type: 'text', text: 'Hi' }]);
  });

  test('is parts with an id and a role of their own', async () => {
    const { chat } = conversation();
    await chat.sendMessage({ id: 'own', role: 'system', parts: [{ type: 'text', text: 'Be brief' }] });
    expect(chat.messages[0]).toMatchObject({ id: 'own', role: 'system', parts: [{ type: 'text', text: 'Be brief' }] });
  });

  test('is nothing new: the conversation as it is', async () => {
    const { chat, transport } = conversation(earlier);
    await chat.sendMessage();
    expect(transport.requests[0]).toMatchObject({ trigger: 'submit-message', messageId: 'u2', messages: earlier });
    expect(chat.messages).toHaveLength(4);
  });
});

describe('an edited message', () => {
  test('takes the place of the old one, under its id; what came after is gone', async () => {
    const { chat, transport } = conversation(earlier);
    await chat.sendMessage({ text: 'Uno', messageId: 'u1', metadata: { n: 2 } });
    const [request] = transport.requests;
    expect(request?.messages).toMatchObject([{ id: 'u1', metadata: { n: 2 }, parts: [{ text: 'Uno' }] }]);
    expect(request).toMatchObject({ trigger: 'submit-message', messageId: 'u1' });
    expect(chat.messages).toHaveLength(2);
    expect(chat.messages[0]).not.toHaveProperty('messageId');
  });

  test('may bring an id of its own', async () => {
    const { chat } = conversation(earlier);
    await chat.sendMessage({ id: 'new', role: 'user', parts: [{ type: 'text', text: 'Dos' }], messageId: 'u2' });
    expect(chat.messages.map(({ id }) => id)).toEqual(['u1', 'a1', 'new', expect.any(String)]);
    expect(chat.messages[2]).not.toHaveProperty('messageId');
  });
});

describe('files of a page', () => {
  const file = () => new File(['x'.repeat(1000)], 'a.txt', { type: 'text/plain' });

  test('are read before anything is shown or sent', async () => {
    const { chat, transport } = conversation();
    const sent = chat.sendMessage({ files: listOf(file()) });
    expect(chat.messages).toEqual([]);
    expect(chat.status).toBe('ready');
    expect(await sent).toEqual({ ok: true });
    expect(transport.requests).toHaveLength(1);
  });

  test('are not sent where the turn is stopped while they are read', async () => {
    const { chat, transport } = conversation();
    const sent = chat.sendMessage({ files: listOf(file()) });
    await chat.stop();
    expect(await sent).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(transport.requests).toEqual([]);
    expect(chat.messages).toEqual([]);
  });

  test('that cannot be read send nothing and say why', async () => {
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementationOnce(function (this: FileReader) {
      queueMicrotask(() => this.onerror?.(new ProgressEvent('error') as never));
    });
    const { chat, transport } = conversation();
    expect(await chat.sendMessage({ files: listOf(file()) })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
    expect(transport.requests).toEqual([]);
  });

  test('of another kind are refused', async () => {
    const { chat } = conversation();
    for (const files of ['a.png', { 0: file(), length: 1 }]) {
      await expect(chat.sendMessage({ text: 'Hi', files: files as never })).rejects.toBeInstanceOf(ChatError);
    }
    await flush();
    expect(chat.messages).toEqual([]);
  });
});

test('the list that a new conversation has shown stays empty when a message is sent', async () => {
  const { chat } = conversation();
  const shown = chat.messages;
  const sent = chat.sendMessage({ text: 'Hi' });
  expect(shown).toEqual([]);
  expect(chat.messages).not.toBe(shown);
  expect(chat.messages).toHaveLength(1);
  await sent;
});
