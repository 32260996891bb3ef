// What a server that refuses says, and what becomes of the answer in the refused request.

import { DefaultChatTransport } from 'ai';
import { ChatController, ChatError, HttpChatTransport, lastAssistantMessageIsComplete } from 'countersign';
import { callTool, say } from 'countersign/testing';
import { describe, expect, test } from 'vitest';
import { listen, refuse } from './loopback-server.js';

describe('the error of a refused request', () => {
  async function refusal(...reply: Parameters<typeof refuse>): Promise<ChatError> {
    const server = await listen(refuse(...reply));
    const told: Error[] = [];
    const chat = new ChatController({
      transport: new HttpChatTransport({ api: server.url }),
      onError: (error) => told.push(error),
    });
    await chat.sendMessage({ text: 'Hi' });
    expect(chat.status).toBe('error');
    expect(told).toEqual([chat.error]);
    expect(told[0]).toBe(chat.error);
    return chat.error as ChatError;
  }

  test('is an Error with a code and the status', async () => {
    const error = await refusal(503, 'busy');
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(ChatError);
    expect(error).toMatchObject({ code: 'http_status', status: 503, retryable: true });
  });

  test('has the parsed body where it is JSON', async () => {
    const body = { error: { type: 'quota', left: 0 } };
    expect(await refusal(402, body)).toMatchObject({ status: 402, body, message: JSON.stringify(body) });
  });

  test('has the text where it is not', async () => {
    expect(await refusal(400, '{no json')).toMatchObject({ body: '{no json', message: '{no json' });
  });

  test('says something where the body is empty', async () => {
    expect(await refusal(404, '')).toMatchObject({ body: '', message: 'Failed to fetch the chat response.' });
  });

  test('says after how many milliseconds to try again, from seconds', async () => {
    expect(await refusal(429, 'slow down', { 'retry-after': '120' })).toMatchObject({
      retryAfter: 120_000,
      retryable: true,
    });
  });

  test('says after how many milliseconds to try again, from a date', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const { retryAfter } = await refusal(503, '', { 'retry-after': date });
    expect(retryAfter).toBeGreaterThan(85_000);
    expect(retryAfter).toBeLessThanOrEqual(90_000);
  });

  test('understands the older forms of dates', async () => {
    const inADay = new Date(Date.now() + 86_400_000);
    const [, day = '', month = '', year = '', time = ''] =
      /, (..) (...) (....) (.*) GMT/.exec(inADay.toUTCString()) ?? [];
    const older = [
      `${inADay.toLocaleString('en', { weekday: 'long', timeZone: 'UTC' })}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
      `${inADay.toLocaleString('en', { weekday: 'short', timeZone: 'UTC' })} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`,
    ];
    for (const date of older) {
      const { retryAfter } = await refusal(503, '', { 'retry-after': date });
      expect(retryAfter, date).toBeGreaterThan(86_390_000);
      expect(retryAfter, date).toBeLessThanOrEqual(86_400_000);
    }
  });

  test('says that it may be tried at once after a date that has passed', async () => {
    const date = new Date(Date.now() - 90_000).toUTCString();
    expect((await refusal(503, '', { 'retry-after': date })).retryAfter).toBe(0);
  });

  for (const header of ['soon', '-5', '1.5', '1e3', '']) {
    test(`says nothing of another try where the header makes no sense: "${header}"`, async () => {
      expect((await refusal(503, '', { 'retry-after': header })).retryAfter).toBeUndefined();
    });
  }

  test('tells which refusals may go away by themselves', async () => {
    for (const [status, retryable] of [
      [400, false],
      [401, false],
      [403, false],
      [404, false],
      [408, true],
      [409, true],
      [413, false],
      [422, false],
      [425, true],
      [429, true],
      [500, true],
      [502, true],
      [504, true],
    ] as const) {
      expect(await refusal(status, ''), String(status)).toMatchObject({ status, retryable });
    }
  });
});

describe('an answer in a refused request', () => {
  const first = callTool('mail', { to: 'a' }, { approvalId: 'ap', messageId: 'a' });
  const sent = [
    { type: 'start', messageId: 'a' },
    { type: 'tool-output-available', toolCallId: 'call-1', output: 'sent' },
    ...say('Sent.').slice(1),
  ];

  for (const [name, transportOf] of [
    ['our transport', (api: string, headers: () => Record<string, string>) => new HttpChatTransport({ api, headers })],
    [
      'AI SDK’s transport',
      (api: string, headers: () => Record<string, string>) => new DefaultChatTransport({ api, headers }),
    ],
  ] as const) {
    async function asked(...replies: Parameters<typeof listen>) {
      const server = await listen(first, ...replies);
      let token = 'old';
      const chat = new ChatController({
        transport: transportOf(server.url, () => ({ authorization: token })),
        sendAutomaticallyWhen: lastAssistantMessageIsComplete,
      });
      await chat.sendMessage({ text: 'Hi' });
      expect(await chat.respondToApproval('call-1', true)).toEqual({ ok: true });
      await expect.poll(() => chat.status).toMatch(/ready|error/);
      return {
        server,
        chat,
        signIn: () => {
          token = 'new';
        },
      };
    }

    test(`of ${name} is not sent after a 401, and goes out once after signing in`, async () => {
      const { server, chat, signIn } = await asked(refuse(401, { error: 'sign in' }), sent);
      expect(chat.status).toBe('error');
      expect(chat.error).toMatchObject({ code: 'http_status' });
      expect(chat.getItem('call-1')?.stage).toBe('answered');
      expect(server.requests).toHaveLength(2);
      signIn();
      await chat.sendMessage();
      expect(chat.status).toBe('ready');
      expect(chat.getItem('call-1')?.stage).toBe('approved');
      expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['old', 'old', 'new']);
      expect(server.requests[2]?.text).toBe(server.requests[1]?.text);
      expect(chat.messages).toHaveLength(2);
    });

    for (const status of [400, 401, 403, 404, 413, 422, 429]) {
      test(`of ${name} is not sent after a ${status}`, async () => {
        const { chat } = await asked(refuse(status, ''));
        expect(chat.getItem('call-1')?.stage).toBe('answered');
      });
    }

    for (const status of [402, 409, 500, 502, 503]) {
      test(`of ${name} is of unknown outcome after a ${status}, and goes out again only when asked to`, async () => {
        const { server, chat } = await asked(refuse(status, ''), say('Fine'), sent);
        expect(chat.getItem('call-1')?.stage).toBe('unknown');
        expect(server.requests).toHaveLength(2);
        await chat.resend('call-1');
        expect(server.requests).toHaveLength(3);
      });
    }

    test(`of ${name} is of unknown outcome when the connection breaks`, async () => {
      const { chat } = await asked((response) => response.destroy());
      expect(chat.error).toMatchObject({ code: 'network' });
      expect(chat.getItem('call-1')?.stage).toBe('unknown');
    });
  }

  test('is not sent where the address cannot be made out', async () => {
    const server = await listen(first);
    const chat = new ChatController({
      transport: new HttpChatTransport({
        api: server.url,
        headers: () => {
          if (server.requests.length > 0) throw new Error('No token');
          return {};
        },
      }),
      sendAutomaticallyWhen: lastAssistantMessageIsComplete,
    });
    await chat.sendMessage({ text: 'Hi' });
    await chat.respondToApproval('call-1', true);
    await expect.poll(() => chat.status).toBe('error');
    expect(chat.error?.message).toBe('No token');
    expect(chat.getItem('call-1')?.stage).toBe('answered');
  });
});
