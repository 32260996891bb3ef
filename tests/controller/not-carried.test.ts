// An answer that the protocol cannot carry is refused with the name of the field; nothing is dropped silently.

import { ChatController, type ChatControllerInit, ChatError, type ToolDecision } from 'countersign';
import { callTool, flush, ScriptedTransport, say } from 'countersign/testing';
import { describe, expect, test } from 'vitest';

async function field(answer: Promise<{ ok: true } | { ok: false; error: ChatError }>) {
  const result = await answer;
  if (result.ok) return 'carried';
  expect(result.error).toBeInstanceOf(ChatError);
  return `${result.error.code}: ${result.error.path}`;
}

/** What an AI SDK server is to be told. */
async function overAiSdk(decision: ToolDecision, init: ChatControllerInit = {}) {
  const transport = new ScriptedTransport({
    responses: [callTool('send', { to: 'a' }, { approvalId: 'ap', messageId: 'a', toolCallId: 'mail' }), say('Done')],
  });
  const chat = new ChatController({ transport, ...init });
  await chat.sendMessage({ text: 'Go' });
  const told = await field(chat.respondToApproval('mail', decision));
  await flush();
  return { told, chat };
}

describe('over plain AI SDK', () => {
  test('a reason is carried', async () => {
    const { told, chat } = await overAiSdk({ approved: false, reason: 'no' });
    expect(told).toBe('carried');
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ approval: { id: 'ap', approved: false, reason: 'no' } });
  });

  test('an edited input is not, whatever it is', async () => {
    for (const editedInput of [{ to: 'b' }, null, 0, '']) {
      const { told, chat } = await overAiSdk({ approved: true, editedInput });
      expect(told).toBe('not_carried: editedInput');
      expect(chat.getItem('mail')?.stage).toBe('pending');
    }
  });

  test('an edited input is, where the server is known to take it', async () => {
    const { told, chat } = await overAiSdk({ approved: true, editedInput: { to: 'b' } }, { editableInput: true });
    expect(told).toBe('carried');
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ input: { to: 'b' } });
  });

  test('an option of a list is not', async () => {
    expect((await overAiSdk({ approved: true, optionId: 'once' })).told).toBe('not_carried: optionId');
  });
});

describe('a back end that takes nothing but yes and no', () => {
  const cases: [string, ToolDecision][] = [
    ['reason', { approved: false, reason: 'no' }],
    ['editedInput', { approved: true, editedInput: null }],
    ['remember', { approved: true, remember: true }],
    ['optionId', { approved: true, optionId: 'once' }],
  ];
  for (const [name, decision] of cases) {
    test(`is given no ${name}`, async () => {
      const chat = new ChatController();
      const asked = chat.approver({ protocol: 'mcp' }).decide({ toolCallId: 'c', toolName: 'remove', input: {} });
      expect(await field(chat.respondToApproval('c', decision))).toBe(`not_carried: ${name}`);
      await chat.respondToApproval('c', decision.approved);
      expect(await asked).toEqual({ approved: decision.approved });
    });
  }
});

test('an edited input has to fit the tool’s schema, and the errors say where it does not', async () => {
  const chat = new ChatController({
    tools: { move: { inputSchema: { type: 'object', properties: { to: { type: 'string', minLength: 2 } } } } },
  });
  const answers = { editInput: true };
  const asked = chat.approver({ protocol: 'x' }).decide({ toolCallId: 'c', toolName: 'move', input: {}, answers });
  const result = await chat.respondToApproval('c', { approved: true, editedInput: { to: 'x' } });
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', errors: [{ path: '/to' }] } });
  await chat.respondToApproval('c', { approved: true, editedInput: { to: 'xy' } });
  expect(await asked).toEqual({ approved: true, editedInput: { to: 'xy' } });
});
