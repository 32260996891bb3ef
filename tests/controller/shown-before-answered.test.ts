// An answer is for what the person was shown: another thing in its place is refused, not answered.

import { ChatController } from 'countersign';
import { flush, ScriptedTransport, type ScriptedTransportOptions, SimulatedClock, say } from 'countersign/testing';
import { describe, expect, test } from 'vitest';

type Steps = Exclude<NonNullable<ScriptedTransportOptions['responses']>[number], Error>;

/** A call that waits for an approval, and after a pause is said again with another input. */
function changing(): Steps {
  const asks = (to: string): Steps => [
    { type: 'tool-input-available', toolCallId: 'mail', toolName: 'send', input: { to } },
    { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'mail' },
  ];
  return [{ type: 'start', messageId: 'a' }, { type: 'start-step' }, ...asks('friend'), { pause: 10 }, ...asks('boss')];
}

/** The call as it was said first; it changes when asked to. */
async function shown(response = changing()) {
  const clock = new SimulatedClock();
  const transport = new ScriptedTransport({ responses: [response, say('Done')], clock });
  const chat = new ChatController({ transport, clock });
  const turn = chat.sendMessage({ text: 'Go' });
  await flush();
  expect(chat.getSnapshot().approvals[0]?.input).toEqual({ to: 'friend' });
  const change = async () => {
    await clock.advance(10);
    await turn;
  };
  return { chat, change };
}

const stale = { ok: false, error: expect.objectContaining({ code: 'stale' }) };

describe('what has changed since it was shown', () => {
  const ways: [string, (chat: ChatController) => unknown][] = [
    ['the call’s id', (chat) => chat.respondToApproval('mail', true)],
    ['the approval’s id', (chat) => chat.respondToApproval('ap', true)],
    ['AI SDK’s own call', (chat) => chat.addToolApprovalResponse({ id: 'ap', approved: true })],
    ['a prepared answer', (chat) => chat.stageAnswer('mail', { approved: true })],
  ];
  for (const [name, answer] of ways) {
    test(`takes no answer by ${name}`, async () => {
      const { chat, change } = await shown();
      await change();
      expect(await answer(chat)).toEqual(stale);
      expect(chat.getSnapshot().approvals).toMatchObject([{ input: { to: 'boss' }, stage: 'pending' }]);
      // Now they have seen it.
      expect(await answer(chat)).toEqual({ ok: true });
    });
  }

  test('takes none by the name of what it took the place of', async () => {
    const { chat, change } = await shown();
    const [{ id } = { id: '' }] = chat.getSnapshot().approvals;
    await change();
    expect(await chat.respondToApproval(id, true)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  test('is not allowed together with everything else', async () => {
    const { chat, change } = await shown();
    await change();
    expect(chat.approveAll()).toBe(0);
    expect(chat.getItem('mail')?.stage).toBe('pending');
    chat.getSnapshot();
    expect(chat.approveAll()).toBe(1);
  });

  test('is answered by whoever says that they know the newest', async () => {
    const { chat, change } = await shown();
    await change();
    const revision = chat.getItem('mail')?.revision ?? -1;
    expect(await chat.respondToApproval('mail', true, { revision: revision - 1 })).toEqual(stale);
    expect(await chat.respondToApproval('mail', true, { revision })).toEqual({ ok: true });
  });
});

describe('what came after the last look', () => {
  const ask = (chat: ChatController, toolCallId: string) =>
    chat.approver({ protocol: 'mcp' }).decide({ toolCallId, toolName: 'remove' });

  test('is not allowed together with everything that was seen', async () => {
    const chat = new ChatController();
    const seen = ask(chat, 'seen');
    chat.getSnapshot();
    void ask(chat, 'unseen');
    expect(chat.approveAll()).toBe(1);
    expect(await seen).toEqual({ approved: true });
    expect(chat.getItem('unseen')?.stage).toBe('pending');
  });

  test('is allowed with everything where nobody looks', async () => {
    const chat = new ChatController();
    const answers = [ask(chat, 'a'), ask(chat, 'b')];
    expect(chat.approveAll()).toBe(2);
    expect(await Promise.all(answers)).toEqual([{ approved: true }, { approved: true }]);
  });
});

test('all of one tool are decided about, and nothing else', async () => {
  const chat = new ChatController();
  const mcp = chat.approver({ protocol: 'mcp' });
  const told = [
    mcp.decide({ toolCallId: 'a', toolName: 'remove' }),
    mcp.decide({ toolCallId: 'b', toolName: 'remove' }),
  ];
  void mcp.decide({ toolCallId: 'c', toolName: 'send' });
  chat.getSnapshot();
  expect(chat.denyAll({ toolName: 'remove' })).toBe(2);
  expect(await Promise.all(told)).toEqual([{ approved: false }, { approved: false }]);
  expect(chat.getItem('c')?.stage).toBe('pending');
});
