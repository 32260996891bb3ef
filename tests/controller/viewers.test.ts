// Who may answer, and whose name is in the log.

import { accept, ChatController, type ChatControllerInit, type Item } from 'countersign';
import { callTool, flush, ScriptedTransport, say } from 'countersign/testing';
import { describe, expect, test } from 'vitest';

const refused = { ok: false, error: expect.objectContaining({ name: 'ChatError', code: 'read_only' }) };

/** A conversation in which an approval, a form and a question wait. */
async function waiting(init: ChatControllerInit) {
  const transport = new ScriptedTransport({
    responses: [
      [
        ...callTool('send', { to: 'a@b.c' }, { approvalId: 'ap', messageId: 'a', toolCallId: 'mail' }).slice(0, -2),
        ...callTool('colour', {}, { toolCallId: 'colour' }).slice(1),
      ],
      say('Done'),
    ],
  });
  const chat = new ChatController({ transport, ...init });
  void chat.sendMessage({ text: 'Go' });
  await flush();
  const told = chat.approver({ protocol: 'mcp', name: 'files' }).input({ id: 'form', message: 'Which?', schema: {} });
  chat.getSnapshot();
  return { chat, told };
}

describe('a viewer who may not answer', () => {
  const ways: [string, (chat: ChatController) => unknown][] = [
    ['respondToApproval', (chat) => chat.respondToApproval('mail', true)],
    ['respondToApproval, to refuse', (chat) => chat.respondToApproval('mail', false)],
    ['addToolApprovalResponse', (chat) => chat.addToolApprovalResponse({ id: 'ap', approved: true })],
    ['addToolOutput', (chat) => chat.addToolOutput({ tool: 'colour', toolCallId: 'colour', output: 'red' })],
    ['respondToInput', (chat) => chat.respondToInput('form', accept({}))],
    ['stageAnswer', (chat) => chat.stageAnswer('mail', { approved: true })],
  ];
  for (const [name, answer] of ways) {
    test(`is refused by ${name}`, async () => {
      const { chat } = await waiting({ canAnswer: () => false });
      const before = chat.getAuditLog();
      expect(await answer(chat)).toEqual(refused);
      expect(chat.getAuditLog()).toBe(before);
      expect(['mail', 'form'].map((id) => chat.getItem(id)?.stage)).toEqual(['pending', 'pending']);
      expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ toolCallId: 'colour', state: 'input-available' });
    });
  }

  test('decides nothing by deciding about all', async () => {
    const { chat } = await waiting({ canAnswer: () => false });
    expect([chat.approveAll(), chat.denyAll()]).toEqual([0, 0]);
    expect(chat.getItem('mail')?.stage).toBe('pending');
  });

  test('takes nothing back and has nothing sent again', async () => {
    let mayAnswer = true;
    const { chat } = await waiting({ canAnswer: () => mayAnswer, undoWindowMs: 60_000 });
    await chat.respondToApproval('mail', true);
    mayAnswer = false;
    expect(chat.undoAnswer('mail')).toEqual(refused);
    expect(await chat.resend('mail')).toEqual(refused);
    expect(chat.getItem('mail')?.stage).toBe('answered');
  });

  test('is told so before the attempt', async () => {
    const { chat } = await waiting({ canAnswer: ({ kind }) => kind === 'input' });
    expect([chat.isReadOnly('mail'), chat.isReadOnly('ap'), chat.isReadOnly('form')]).toEqual([true, true, false]);
  });

  test('may answer what is left to them, and all of that at once', async () => {
    const { chat, told } = await waiting({ canAnswer: (item) => item.source === 'mcp/files' });
    const call = chat.approver({ protocol: 'mcp', name: 'files' }).decide({ toolCallId: 'move', toolName: 'send' });
    chat.getSnapshot();
    expect(chat.approveAll({ toolName: 'send' })).toBe(1);
    expect(await call).toMatchObject({ approved: true });
    expect(chat.getItem('mail')?.stage).toBe('pending');
    await chat.respondToInput('form', { action: 'decline' });
    expect(await told).toEqual({ action: 'decline' });
  });

  test('is not let through by a name that something else goes by too', async () => {
    const asked: Item[] = [];
    const chat = new ChatController({
      canAnswer: (item) => {
        asked.push(item);
        return item.source !== 'mcp/files';
      },
    });
    const files = chat.approver({ protocol: 'mcp', name: 'files' });
    const mail = chat.approver({ protocol: 'mcp', name: 'mail' });
    void files.decide({ toolCallId: 'c1', toolName: 'remove' });
    const other = new AbortController();
    const gone = mail.decide({ toolCallId: 'c1', toolName: 'read' }, { signal: other.signal }).catch(() => 'gone');
    other.abort();
    expect(await gone).toBe('gone');
    // The newest of this name is over and would be theirs; what waits is not.
    expect(await chat.respondToApproval('c1', true)).toEqual(refused);
    expect(asked.some(({ toolName }) => toolName === 'remove')).toBe(true);
  });

  test('is refused by an application that does not say yes', async () => {
    const canAnswer = (() => Promise.resolve(false)) as unknown as () => boolean;
    const { chat } = await waiting({ canAnswer });
    expect(await chat.respondToApproval('mail', true)).toEqual(refused);
  });
});

describe('whoever answers is named in the log', () => {
  const by = (chat: ChatController, id: string) =>
    chat
      .getAuditLog()
      .filter(({ item, to }) => item === chat.getItem(id)?.id && to === 'answered')
      .map((entry) => entry.by);

  test('as they are called at that moment', async () => {
    let name: string | undefined = 'ana';
    const { chat } = await waiting({ actor: () => name });
    await chat.respondToApproval('mail', false);
    name = 'ben';
    await chat.respondToInput('form', { action: 'decline' });
    name = undefined;
    await chat.addToolOutput({ tool: 'colour', toolCallId: 'colour', output: 'red' });
    expect(by(chat, 'mail')).toEqual([{ kind: 'person', name: 'ana' }]);
    expect(by(chat, 'form')).toEqual([{ kind: 'person', name: 'ben' }]);
    expect(by(chat, 'colour')).toEqual([{ kind: 'person' }]);
  });

  test('also by AI SDK’s own calls, all at once and in a batch', async () => {
    for (const answer of [
      (chat: ChatController) => chat.addToolApprovalResponse({ id: 'ap', approved: false }),
      (chat: ChatController) => chat.denyAll(),
      async (chat: ChatController) => {
        await chat.stageAnswer('mail', { approved: false });
        await chat.submitBatch();
      },
    ]) {
      const { chat } = await waiting({ actor: () => 'ana' });
      await answer(chat);
      expect(by(chat, 'mail')).toEqual([{ kind: 'person', name: 'ana' }]);
    }
  });
});
