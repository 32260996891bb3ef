// A page may hold the package twice: as a module and for `require`.

import { createRequire } from 'node:module';
import * as asModule from 'countersign';
import { callTool } from 'countersign/testing';
import { describe, expect, test } from 'vitest';
import { listen, refuse } from './loopback-server.js';

const required = createRequire(import.meta.url)('countersign') as typeof asModule;

describe('a conversation with the transport of the other copy', () => {
  async function answered(reply: Parameters<typeof listen>[0]) {
    const server = await listen(callTool('mail', {}, { approvalId: 'ap' }), reply);
    const chat = new asModule.ChatController({
      transport: new required.HttpChatTransport({ api: server.url }),
      sendAutomaticallyWhen: asModule.lastAssistantMessageIsComplete,
    });
    await chat.sendMessage({ text: 'Hi' });
    await chat.respondToApproval('call-1', true);
    await expect.poll(() => chat.status).toBe('error');
    return chat;
  }

  test('is one of two', () => {
    expect(required.ChatController).not.toBe(asModule.ChatController);
  });

  test('says that the connection broke, and that the outcome is unknown', async () => {
    const chat = await answered((response) => response.destroy());
    expect(chat.error).toMatchObject({ code: 'network' });
    expect(chat.error).toBeInstanceOf(Error);
    expect(chat.getItem('call-1')?.stage).toBe('unknown');
  });

  test('says that the response was empty, and that the outcome is unknown', async () => {
    const chat = await answered(refuse(204, ''));
    expect(chat.error).toMatchObject({ code: 'empty_response' });
    expect(chat.getItem('call-1')?.stage).toBe('unknown');
  });

  test('says that the server refused', async () => {
    const chat = await answered(refuse(429, { wait: true }, { 'retry-after': '3' }));
    expect(chat.error).toMatchObject({ code: 'http_status', status: 429, body: { wait: true }, retryAfter: 3000 });
    expect(chat.getItem('call-1')?.stage).toBe('answered');
  });
});
