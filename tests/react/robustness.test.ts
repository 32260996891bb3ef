// @vitest-environment node
// Many conversations, and listeners that talk back.

import { ChatController } from 'countersign';
import { callTool, flush, ScriptedTransport, say } from 'countersign/testing';
import { describe, expect, test, vi } from 'vitest';
import { heapInUse, wasmMemory } from './page/wasm-memory.js';

describe('a conversation that is disposed of', () => {
  test('leaves nothing behind: 2 000 of them need the memory of 1 000', async () => {
    const use = async () => {
      const chat = new ChatController({
        transport: new ScriptedTransport({
          responses: [callTool('mail', { to: 'a', text: 'x'.repeat(2000) }, { approvalId: 'ap' }), say('Sent')],
        }),
        sendAutomaticallyWhen: () => true,
      });
      const unsubscribe = chat.subscribe(() => void chat.getSnapshot());
      await chat.sendMessage({ text: 'Hi' });
      await chat.addToolApprovalResponse({ id: 'ap', approved: true });
      unsubscribe();
      chat.dispose();
    };
    const thousand = async () => {
      for (let count = 0; count < 1000; count++) await use();
      await flush();
      return { wasm: wasmMemory(), heap: await heapInUse() };
    };
    const first = await thousand();
    const second = await thousand();
    expect(second.wasm).toBe(first.wasm);
    expect(second.heap - first.heap).toBeLessThan(1_000_000);
  }, 60_000);

  test('says so to each later call, and can still be read', async () => {
    const transport = new ScriptedTransport({ responses: [say('Hello')] });
    const chat = new ChatController({ transport });
    await chat.sendMessage({ text: 'Hi' });
    const before = chat.getSnapshot();
    chat.dispose();
    expect(chat.getSnapshot()).toBe(before);
    expect(chat.messages).toBe(before.messages);
    const disposed = { code: 'disposed' };
    expect(await chat.addToolOutput({ tool: 't', toolCallId: 'c', output: 1 })).toMatchObject({ error: disposed });
    expect(await chat.sendMessage({ text: 'Hi' })).toMatchObject({ ok: false, error: disposed });
    await chat.stop();
    chat.dispose();
  });

  test('while a response comes ends the response and its promise', async () => {
    const transport = new ScriptedTransport({ responses: [[...say('Half').slice(0, 4), { pause: 1e9 }]] });
    const chat = new ChatController({ transport });
    const sent = chat.sendMessage({ text: 'Hi' });
    await flush();
    chat.dispose();
    await sent;
    expect(transport.requests[0]?.abortSignal?.aborted).toBe(true);
    expect(chat.status).toBe('ready');
  });

  test('inside a callback ends there', async () => {
    const transport = new ScriptedTransport({ responses: [say('Hello')] });
    const chat: ChatController = new ChatController({ transport, onFinish: () => chat.dispose() });
    await Promise.race([chat.sendMessage({ text: 'Hi' }).catch(() => {}), flush()]);
    expect(chat.messages).toHaveLength(2);
  });

  test('by `using` is gone at the end of the block', async () => {
    let chat: ChatController;
    {
      using inner = new ChatController({ transport: new ScriptedTransport() });
      chat = inner;
    }
    expect(await chat.sendMessage({ text: 'Hi' })).toMatchObject({ error: { code: 'disposed' } });
  });

  test('closes its transport', () => {
    const close = vi.fn();
    new ChatController({ transport: Object.assign(new ScriptedTransport(), { close }) }).dispose();
    expect(close).toHaveBeenCalledOnce();
  });

  test('gives a promise, as with AI SDK', async () => {
    const chat = new ChatController({ transport: new ScriptedTransport() });
    expect(await chat.dispose().then(() => 'gone')).toBe('gone');
  });
});

describe('a conversation that nobody holds any more', () => {
  test('is freed, although it was never disposed of', async () => {
    const make = async (count: number) => {
      for (let at = 0; at < count; at++) {
        new ChatController({
          messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
        });
        if (at % 250 === 0) await heapInUse();
      }
      await heapInUse();
    };
    await make(2000);
    const before = wasmMemory();
    await make(4000);
    expect(wasmMemory()).toBe(before);
  }, 60_000);
});

describe('a listener', () => {
  test('may call any command', async () => {
    const transport = new ScriptedTransport({
      responses: [callTool('askUser', {}, { messageId: 'a' }), say('Fine', { messageId: 'a' })],
    });
    const chat = new ChatController({ transport, notify: 'chunk', sendAutomaticallyWhen: () => true });
    let replaced = false;
    chat.subscribe(() => {
      const part = chat.lastMessage?.parts.at(-1);
      if (part?.type === 'tool-askUser' && part.state === 'input-available') {
        void chat.addToolOutput({ tool: 'askUser', toolCallId: 'call-1', output: 'yes' });
      }
      chat.clearError();
      if (chat.messages.length === 2 && !replaced) {
        replaced = true;
        chat.messages = [...chat.messages];
      }
    });
    await chat.sendMessage({ text: 'Hi' });
    await flush();
    expect(chat.status).toBe('ready');
    expect(transport.requests).toHaveLength(2);
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ type: 'text', text: 'Fine' });
  });

  test('may stop what it is told of', async () => {
    const transport = new ScriptedTransport({ responses: [say('A long story')] });
    const chat = new ChatController({ transport, notify: 'chunk' });
    chat.subscribe(() => void (chat.status === 'streaming' && chat.stop()));
    await chat.sendMessage({ text: 'Hi' });
    expect(chat.status).toBe('ready');
  });

  test('may dispose of what it listens to', async () => {
    const transport = new ScriptedTransport({ responses: [say('Hello')] });
    const chat = new ChatController({ transport });
    chat.subscribe(() => chat.status === 'streaming' && chat.dispose());
    await chat.sendMessage({ text: 'Hi' }).catch(() => {});
    expect(chat.messages.length).toBeGreaterThan(0);
  });

  test('that throws keeps no other from being told', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('reportError', undefined);
    const told = vi.fn();
    const chat = new ChatController({ transport: new ScriptedTransport({ responses: [say('Hello')] }) });
    chat.subscribe(() => {
      throw new Error('broken listener');
    });
    chat.subscribe(told);
    await chat.sendMessage({ text: 'Hi' });
    vi.unstubAllGlobals();
    expect(told).toHaveBeenCalled();
    expect(complaint).toHaveBeenCalled();
    expect(chat.status).toBe('ready');
  });

  test('may leave while it is told', async () => {
    const chat = new ChatController({ transport: new ScriptedTransport({ responses: [say('Hello')] }) });
    const leaves = vi.fn(() => unsubscribe());
    const stays = vi.fn();
    const unsubscribe = chat.subscribe(leaves);
    chat.subscribe(stays);
    await chat.sendMessage({ text: 'Hi' });
    expect(leaves).toHaveBeenCalledOnce();
    expect(stays.mock.calls.length).toBeGreaterThan(1);
  });
});

describe('a callback', () => {
  test('may send the next message', async () => {
    const transport = new ScriptedTransport({ responses: [say('One'), say('Two')] });
    let sent = false;
    const chat: ChatController = new ChatController({
      transport,
      onFinish: () => {
        if (sent) return;
        sent = true;
        void chat.sendMessage({ text: 'And?' });
      },
    });
    await chat.sendMessage({ text: 'Hi' });
    await flush();
    expect(chat.messages).toHaveLength(4);
    expect(chat.status).toBe('ready');
  });

  test('may wait for its own answer to be taken', async () => {
    const transport = new ScriptedTransport({
      responses: [callTool('askUser', {}, { messageId: 'a' }), say('Fine', { messageId: 'a' })],
    });
    const chat: ChatController = new ChatController({
      transport,
      sendAutomaticallyWhen: () => true,
      onToolCall: async ({ toolCall }) => {
        await chat.addToolOutput({ tool: 'askUser', toolCallId: toolCall.toolCallId, output: 'yes' });
      },
    });
    await chat.sendMessage({ text: 'Hi' });
    expect(transport.requests).toHaveLength(2);
  });
});
