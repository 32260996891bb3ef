// Metadata and data parts are checked by any schema that AI SDK takes, and by any Standard Schema.

import { jsonSchema, type UIMessageChunk, zodSchema } from 'ai';
import { ChatController, type ChatControllerInit, HttpChatTransport } from 'countersign';
import { ScriptedTransport, say } from 'countersign/testing';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { listen } from './loopback-server.js';

/** A Standard Schema as a library of one's own may have it. */
function standard(validate: (value: unknown) => unknown) {
  return { '~standard': { version: 1, vendor: 'own', validate } };
}

const isPercent = (value: unknown) => typeof (value as { percent?: unknown })?.percent === 'number';
const verdict = (value: unknown) => (isPercent(value) ? { value } : { issues: [{ message: 'no percent' }] });
const object = z.object({ percent: z.number() });

/** Each takes an object with a number, in its own way. */
const schemas: Record<string, unknown> = {
  zod: object,
  'zod, lazily': () => zodSchema(object),
  'zod with a check that takes its time': object.refine(async () => true),
  'AI SDK’s schema of zod': zodSchema(object),
  'AI SDK’s JSON schema with a check': jsonSchema(
    { type: 'object' },
    {
      validate: (value) =>
        isPercent(value) ? { success: true, value } : { success: false, error: new Error('no percent') },
    },
  ),
  'a Standard Schema': standard(verdict),
  'a Standard Schema that takes its time': standard(async (value) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return verdict(value);
  }),
  'a Standard Schema that is a function': Object.assign(() => {}, standard(verdict)),
  'a Standard Schema that throws': standard((value) => {
    if (!isPercent(value)) throw new Error('no percent');
    return { value };
  }),
};

const good = { percent: 40 };
const bad = { percent: 'forty' };

const withData = (data: unknown): UIMessageChunk[] => [
  { type: 'start', messageId: 'a' },
  { type: 'start-step' },
  { type: 'data-progress', id: 'p', data },
  ...say('Fine').slice(2),
];

const withMetadata = (metadata: unknown): UIMessageChunk[] => [
  { type: 'start', messageId: 'a', messageMetadata: metadata },
  ...say('Fine').slice(1),
];

describe.each(Object.entries(schemas))('%s', (_, schema) => {
  /** Each of the two ways by which chunks come. */
  async function turns(response: UIMessageChunk[], init: ChatControllerInit) {
    const server = await listen(response);
    const ends = [];
    for (const transport of [
      new ScriptedTransport({ responses: [response] }),
      new HttpChatTransport({ api: server.url }),
    ]) {
      const chat = new ChatController({ transport, ...init });
      const result = await chat.sendMessage({ text: 'Hi' });
      ends.push({ chat, result });
    }
    return ends;
  }

  test('lets fitting data through, which the callback is given', async () => {
    const onData = vi.fn();
    const init = { dataPartSchemas: { progress: schema } as never, onData };
    for (const { chat, result } of await turns(withData(good), init)) {
      expect(result).toEqual({ ok: true });
      expect(chat.lastMessage?.parts[1]).toEqual({ type: 'data-progress', id: 'p', data: good });
      expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ text: 'Fine' });
    }
    expect(onData).toHaveBeenCalledTimes(2);
  });

  test('keeps other data out, and the turn fails', async () => {
    const onData = vi.fn();
    const init = { dataPartSchemas: { progress: schema } as never, onData };
    for (const { chat, result } of await turns(withData(bad), init)) {
      expect(result).toMatchObject({ ok: false, error: { code: 'schema_mismatch' } });
      expect(chat.error?.message).toMatch(/^Type validation failed for message\.parts\[1\]\.data/);
      expect(chat.messages.flatMap(({ parts }) => parts).some(({ type }) => type === 'data-progress')).toBe(false);
    }
    expect(onData).not.toHaveBeenCalled();
  });

  test('lets fitting metadata through', async () => {
    for (const { chat } of await turns(withMetadata(good), { messageMetadataSchema: schema as never })) {
      expect(chat.lastMessage?.metadata).toEqual(good);
    }
  });

  test('keeps other metadata out, and the turn fails', async () => {
    for (const { chat, result } of await turns(withMetadata(bad), { messageMetadataSchema: schema as never })) {
      expect(result).toMatchObject({ ok: false, error: { code: 'schema_mismatch' } });
      expect(chat.lastMessage?.metadata).toBeUndefined();
    }
  });
});

test('data without a schema of its name is not checked', async () => {
  const chat = new ChatController({
    transport: new ScriptedTransport({ responses: [withData(bad)] }),
    dataPartSchemas: { other: object } as never,
  });
  expect(await chat.sendMessage({ text: 'Hi' })).toEqual({ ok: true });
});

test('metadata is checked as it is after it was merged', async () => {
  const seen: unknown[] = [];
  const chat = new ChatController({
    transport: new ScriptedTransport({
      responses: [[...withMetadata({ a: 1 }).slice(0, -1), { type: 'finish', messageMetadata: { b: 2 } }]],
    }),
    messageMetadataSchema: standard((value) => {
      seen.push(value);
      return { value };
    }) as never,
  });
  await chat.sendMessage({ text: 'Hi' });
  expect(seen).toEqual([{ a: 1 }, { a: 1, b: 2 }]);
});

test('what a schema makes of a value is not shown: the value is shown as it came, as with AI SDK', async () => {
  const chat = new ChatController({
    transport: new ScriptedTransport({ responses: [withData({ percent: 40, more: 1 })] }),
    dataPartSchemas: { progress: z.object({ percent: z.number().transform(String) }) } as never,
  });
  await chat.sendMessage({ text: 'Hi' });
  expect(chat.lastMessage?.parts[1]).toMatchObject({ data: { percent: 40, more: 1 } });
});
