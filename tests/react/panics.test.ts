// @vitest-environment node
// A panic of the Rust side breaks one conversation, and no other.

import type * as Package from 'countersign';
import { flush, ScriptedTransport, say } from 'countersign/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';

/** The package with a wasm that panics when it is asked to. */
let fragile: typeof Package;

beforeAll(async () => {
  const { COUNTERSIGN_FRAGILE } = process.env;
  if (COUNTERSIGN_FRAGILE === undefined) throw new Error('COUNTERSIGN_FRAGILE names the package to test');
  fragile = await import(/* @vite-ignore */ COUNTERSIGN_FRAGILE);
});

const panic = { tool: 't', toolCallId: 'panic for tests', output: 1 };

async function talking(init: Package.ChatControllerInit = {}) {
  const transport = new ScriptedTransport({ responses: [say('Hello'), say('Again')] });
  const chat = new fragile.ChatController({ transport, ...init });
  await chat.sendMessage({ text: 'Hi' });
  return chat;
}

describe('the conversation that panicked', () => {
  test('says so, with the message and the place', async () => {
    const chat = await talking();
    const result = await chat.addToolOutput(panic);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'poisoned', place: expect.stringMatching(/^src\/wasm\/panics\.rs:\d+$/) },
    });
    expect(result.ok || result.error.message).toContain('a test asked for it');
  });

  test('gives the same error to each later call', async () => {
    const chat = await talking();
    const first = await chat.addToolOutput(panic);
    const error = first.ok ? undefined : first.error;
    const poisoned = { ok: false, error };
    expect(await chat.addToolOutput({ tool: 't', toolCallId: 'c', output: 1 })).toEqual(poisoned);
    expect(await chat.addToolApprovalResponse({ id: 'a', approved: true })).toEqual(poisoned);
    expect(await chat.respondToApproval('a', true)).toEqual(poisoned);
    expect(await chat.respondToInput('a', { action: 'decline' })).toEqual(poisoned);
    expect(await chat.submitBatch()).toEqual(poisoned);
    expect(await chat.resend('a')).toEqual(poisoned);
    expect(chat.undoAnswer('a')).toEqual(poisoned);
    expect(chat.stageAnswer('a', undefined)).toEqual(poisoned);
    for (const call of [
      () => chat.sendMessage({ text: 'Hi' }),
      () => chat.sendMessage(),
      () => chat.regenerate(),
      () => chat.resumeStream(),
      () => chat.experimental_sendQueuedMessageNow('a'),
    ]) {
      expect(await call()).toEqual(poisoned);
    }
    for (const call of [
      () => chat.clearError(),
      () => chat.exportState(),
      () => chat.getItem('a'),
      () => chat.approveAll(),
      () => chat.trace(),
      () => {
        chat.messages = [];
      },
    ]) {
      expect(call).toThrow(error);
    }
  });

  test('can still be read', async () => {
    const chat = await talking();
    const before = chat.getSnapshot();
    await chat.addToolOutput(panic);
    expect(chat.messages).toBe(before.messages);
    expect(chat.getSnapshot().messages).toBe(before.messages);
    expect(chat.status).toBe('error');
    expect(chat.error).toMatchObject({ code: 'poisoned' });
    expect(chat.getSnapshot()).toBe(chat.getSnapshot());
  });

  test('can be read although nobody had looked before', async () => {
    const transport = new ScriptedTransport();
    const chat = new fragile.ChatController({
      transport,
      messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    });
    await chat.addToolOutput(panic);
    expect(chat.messages).toHaveLength(1);
  });

  test('tells its listeners and onError once', async () => {
    const onError = vi.fn();
    const listener = vi.fn();
    const chat = await talking({ onError });
    chat.subscribe(listener);
    await chat.addToolOutput(panic);
    await flush();
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'poisoned' }));
    expect(listener).toHaveBeenCalledOnce();
  });

  test('stops what it had under way, and its promise ends', async () => {
    const transport = new ScriptedTransport({ responses: [[...say('Half').slice(0, 4), { pause: 1e9 }]] });
    const chat = new fragile.ChatController({ transport });
    const sent = chat.sendMessage({ text: 'Hi' });
    await flush();
    await chat.addToolOutput(panic);
    expect(await sent).toMatchObject({ ok: false, error: { code: 'poisoned' } });
    expect(transport.requests[0]?.abortSignal?.aborted).toBe(true);
  });

  test('can be stopped and disposed of', async () => {
    const chat = await talking();
    await chat.addToolOutput(panic);
    await chat.stop();
    chat.dispose();
    chat.dispose();
    expect(chat.error).toMatchObject({ code: 'poisoned' });
  });
});

describe('its neighbours', () => {
  test('survive more panics than the stack would hold', async () => {
    const neighbour = await talking();
    const transport = new ScriptedTransport();
    for (let time = 0; time < 500; time++) {
      const chat = new fragile.ChatController({ transport });
      const result = await chat.addToolOutput(panic);
      // Out of stack, it would be another error.
      if (result.ok || !result.error.message.includes('a test asked for it')) throw new Error(`${time}`);
    }
    await neighbour.sendMessage({ text: 'Still there?' });
    expect(neighbour.status).toBe('ready');
    expect(neighbour.messages.map(({ parts }) => parts.flatMap((part) => ('text' in part ? [part.text] : [])))).toEqual(
      [['Hi'], ['Hello'], ['Still there?'], ['Again']],
    );
  });

  test('go on with the response that they are receiving', async () => {
    const transport = new ScriptedTransport({
      responses: [[...say('One ').slice(0, 4), { pause: 20 }, ...say('two').slice(3)]],
    });
    const neighbour = new fragile.ChatController({ transport });
    const sent = neighbour.sendMessage({ text: 'Hi' });
    await flush();
    await (await talking()).addToolOutput(panic);
    await sent;
    expect(neighbour.lastMessage?.parts.at(-1)).toMatchObject({ text: 'One two' });
  });
});
