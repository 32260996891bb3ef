// What our transport sends is what AI SDK's sends for the same options, byte by byte.

import { DefaultChatTransport, type UIMessage } from 'ai';
import { ChatController, HttpChatTransport, type HttpChatTransportOptions } from 'countersign';
import { say } from 'countersign/testing';
import { describe, expect, test, vi } from 'vitest';

interface Sent {
  url: string;
  init: RequestInit;
}

/** A network that says the same to everything, and keeps what it was asked. */
function network(answer: () => Response) {
  const sent: Sent[] = [];
  const fetch = (async (url: string, { signal: _, ...init }: RequestInit = {}) => {
    sent.push({ url, init });
    return answer();
  }) as typeof globalThis.fetch;
  return { sent, fetch };
}

const streamed = () =>
  new Response(
    say('Hello')
      .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
      .join(''),
  );

type Act = (chat: ChatController) => unknown;

const messages: UIMessage[] = [
  { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
  { id: 'a1', role: 'assistant', metadata: { n: 1 }, parts: [{ type: 'text', text: 'Hello', state: 'done' }] },
];

async function requests(
  transportOf: (fetch: typeof globalThis.fetch) => ConstructorParameters<typeof ChatController>[0] & object,
  act: Act,
  answer: () => Response,
) {
  const { sent, fetch } = network(answer);
  let ids = 0;
  const chat = new ChatController({ id: 'chat/1', messages, generateId: () => `id-${++ids}`, ...transportOf(fetch) });
  await act(chat);
  return sent;
}

async function both(options: HttpChatTransportOptions, act: Act, answer = streamed) {
  const ours = await requests((fetch) => ({ transport: new HttpChatTransport({ fetch, ...options }) }), act, answer);
  const theirs = await requests(
    (fetch) => ({ transport: new DefaultChatTransport({ fetch, ...options } as never) }),
    act,
    answer,
  );
  expect(ours).toEqual(theirs);
  return ours;
}

const sends: Record<string, Act> = {
  'a text': (chat) => chat.sendMessage({ text: 'Hi' }),
  'files and a text': (chat) =>
    chat.sendMessage({ text: 'See', files: [{ type: 'file', mediaType: 'image/png', url: 'data:,x', filename: 'x' }] }),
  'files alone': (chat) => chat.sendMessage({ files: [{ type: 'file', mediaType: 'image/png', url: 'data:,x' }] }),
  parts: (chat) => chat.sendMessage({ id: 'own', role: 'user', parts: [{ type: 'data-x', data: { a: 1 } }] } as never),
  metadata: (chat) => chat.sendMessage({ text: 'Hi', metadata: { from: 'form' } }),
  'an edited message': (chat) => chat.sendMessage({ text: 'Hi!', messageId: 'u1' }),
  'nothing new': (chat) => chat.sendMessage(),
  'another try': (chat) => chat.regenerate(),
  'another try of one message': (chat) => chat.regenerate({ messageId: 'a1' }),
  'options of the call': (chat) =>
    chat.sendMessage({ text: 'Hi' }, { headers: { 'X-Call': '1', 'x-both': 'call' }, body: { call: 1, both: 'call' } }),
  'options of another try': (chat) => chat.regenerate({ headers: { 'x-call': '1' }, body: { call: 1 }, metadata: 1 }),
  'headers of the call as Headers': (chat) =>
    chat.sendMessage({ text: 'Hi' }, { headers: new Headers({ 'X-Call': '1', 'x-both': 'call' }) }),
  'fields of the call that are the request’s own': (chat) =>
    chat.sendMessage({ text: 'Hi' }, { body: { id: 'no', messages: 'no', trigger: 'no', more: 1 } }),
};

const options: Record<string, HttpChatTransportOptions> = {
  'nothing given': {},
  'everything given': {
    api: 'https://api.example/talk?x=1#y',
    credentials: 'include',
    headers: { 'X-Own': '1', 'x-both': 'own' },
    body: { own: 1, both: 'own' },
  },
  'functions given': {
    api: '/talk/',
    credentials: () => 'same-origin',
    headers: async () => new Headers({ 'X-Own': '1', 'x-both': 'own' }),
    body: async () => ({ own: 1, both: 'own' }),
  },
  'promises given': {
    credentials: Promise.resolve('omit' as const),
    headers: Promise.resolve({ 'X-Own': '1' }),
    body: Promise.resolve({ own: 1 }),
  },
  'a content type given': { headers: { 'Content-Type': 'application/x-own' } },
};

describe('the request with', () => {
  for (const [what, act] of Object.entries(sends)) {
    for (const [how, given] of Object.entries(options)) {
      test(`${what}, and ${how} to the transport`, async () => {
        expect(await both(given, act)).toHaveLength(1);
      });
    }
  }

  test('options of an answer, which the continuation is sent with', async () => {
    const asking = [
      {
        id: 'a',
        role: 'assistant' as const,
        parts: [{ type: 'tool-ask' as const, toolCallId: 'c', state: 'input-available' as const, input: {} }],
      },
    ];
    const [request] = await both({ headers: { 'x-own': '1' } }, async (chat) => {
      chat.messages = asking;
      await chat.addToolOutput({ tool: 'ask', toolCallId: 'c', output: 1 });
      await chat.sendMessage(undefined, { headers: { 'x-call': '1' }, body: { call: 1 } });
    });
    expect(request?.init.headers).toEqual({ 'content-type': 'application/json', 'x-own': '1', 'x-call': '1' });
  });
});

describe('prepareSendMessagesRequest', () => {
  const act: Act = (chat) =>
    chat.sendMessage({ text: 'Hi' }, { headers: { 'x-call': '1' }, body: { call: 1 }, metadata: { user: 'u' } });

  test('is given everything that AI SDK gives', async () => {
    const given = vi.fn((_: unknown) => ({}));
    await both(
      { headers: { 'X-Own': '1' }, body: { own: 1 }, credentials: 'include', prepareSendMessagesRequest: given },
      act,
    );
    const [ours, theirs] = given.mock.calls.map(([first]) => first as object);
    expect(ours).toEqual(theirs);
    expect(ours).toMatchObject({
      api: '/api/chat',
      id: 'chat/1',
      trigger: 'submit-message',
      requestMetadata: { user: 'u' },
      body: { own: 1, call: 1 },
      headers: { 'x-own': '1', 'x-call': '1' },
      credentials: 'include',
    });
  });

  test('replaces the whole body, headers, address and credentials', async () => {
    const [request] = await both(
      {
        headers: { 'x-own': '1' },
        prepareSendMessagesRequest: async ({ messages, id }) => ({
          body: { only: messages.at(-1)?.parts, id },
          headers: { 'X-New': '1' },
          api: '/elsewhere',
          credentials: 'omit',
        }),
      },
      act,
    );
    expect(request).toMatchObject({
      url: '/elsewhere',
      init: { credentials: 'omit', headers: { 'x-new': '1', 'content-type': 'application/json' } },
    });
    expect(JSON.parse(request?.init.body as string)).toEqual({ only: [{ type: 'text', text: 'Hi' }], id: 'chat/1' });
  });

  test('replaces one thing and leaves the others', async () => {
    await both({ headers: { 'x-own': '1' }, prepareSendMessagesRequest: () => ({ body: { b: 1 } }) }, act);
    await both({ headers: { 'x-own': '1' }, prepareSendMessagesRequest: () => ({ headers: { b: '1' } }) }, act);
    await both({ headers: { 'x-own': '1' }, prepareSendMessagesRequest: () => ({ api: '/b' }) }, act);
  });
});

describe('the request for a response to resume', () => {
  const nothing = () => new Response(null, { status: 204 });
  const act: Act = (chat) =>
    chat.resumeStream({ headers: { 'X-Call': '1' }, body: { call: 1 }, metadata: { user: 'u' } });

  for (const [how, given] of Object.entries(options)) {
    test(`is as AI SDK’s, with ${how} to the transport`, async () => {
      const [request] = await both(given, act, nothing);
      expect(request?.url).toContain('/chat%2F1/stream');
      expect(request?.init.body).toBeUndefined();
    });
  }

  test('is prepared by prepareReconnectToStreamRequest, which is given everything', async () => {
    const given = vi.fn((_: unknown) => ({ api: '/again', headers: { 'X-New': '1' }, credentials: 'omit' as const }));
    const [request] = await both({ body: { own: 1 }, prepareReconnectToStreamRequest: given }, act, nothing);
    const [ours, theirs] = given.mock.calls.map(([first]) => first as object);
    expect(ours).toEqual(theirs);
    expect(ours).toMatchObject({ id: 'chat/1', requestMetadata: { user: 'u' }, body: { own: 1, call: 1 } });
    expect(request).toMatchObject({ url: '/again', init: { method: 'GET', headers: { 'x-new': '1' } } });
  });

  test('shows nothing where there is nothing', async () => {
    const seen: string[] = [];
    const onFinish = vi.fn();
    const { fetch } = network(nothing);
    const chat = new ChatController({ messages, transport: new HttpChatTransport({ fetch }), onFinish });
    chat.subscribe(() => seen.push(chat.status), 'chunk');
    await chat.resumeStream();
    expect(seen).toEqual([]);
    expect(onFinish).not.toHaveBeenCalled();
  });

  for (const id of ['.', '..']) {
    test(`is not made for an id that would change its path: ${id}`, async () => {
      const { sent, fetch } = network(nothing);
      const chat = new ChatController({ id, transport: new HttpChatTransport({ fetch }) });
      expect(await chat.resumeStream()).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
      expect(sent).toEqual([]);
    });
  }
});

test('fetch is looked up when it is called: others may have replaced it meanwhile', async () => {
  const chat = new ChatController({ transport: new HttpChatTransport() });
  const { sent, fetch } = network(streamed);
  vi.stubGlobal('fetch', fetch);
  await chat.sendMessage({ text: 'Hi' });
  vi.unstubAllGlobals();
  expect(sent).toHaveLength(1);
});
