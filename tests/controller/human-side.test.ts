// The human's side as JavaScript sees it: callbacks, promises and what is kept over a reload.

import {
  type AuditEntry,
  accept,
  askUser,
  ChatController,
  type ChatControllerInit,
  lastAssistantMessageIsComplete,
  type PolicyVerdict,
} from 'countersign';
import { callTool, flush, ScriptedTransport, say } from 'countersign/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';

const open: ChatController[] = [];
afterEach(() => {
  for (const chat of open.splice(0)) chat.dispose();
});

function conversation(init: ChatControllerInit = {}) {
  const chat = new ChatController({ sendAutomaticallyWhen: lastAssistantMessageIsComplete, ...init });
  open.push(chat);
  return chat;
}

/** A conversation in which a mail waits for its approval; it is said to be sent afterwards. */
async function asked(init: ChatControllerInit = {}) {
  const transport = new ScriptedTransport({
    responses: [
      callTool('sendEmail', { to: 'a@b.c' }, { approvalId: 'ap', toolCallId: 'c1', messageId: 'a' }),
      say('Fine.', { messageId: 'a' }),
    ],
  });
  const chat = conversation({ transport, ...init });
  void chat.sendMessage({ text: 'Write to them' });
  await flush();
  return { chat, transport };
}

const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) });

describe('a viewer who may not answer', () => {
  test('is refused for the output of a call', async () => {
    const transport = new ScriptedTransport({ responses: [callTool('pick', {}, { toolCallId: 'q1' })] });
    const canAnswer = vi.fn(() => false);
    const chat = conversation({ transport, canAnswer });
    await chat.sendMessage({ text: 'go' });
    expect(await chat.addToolOutput({ tool: 'pick', toolCallId: 'q1', output: 1 })).toEqual(refused('read_only'));
    expect(canAnswer).toHaveBeenCalledWith(
      expect.objectContaining({ kind: 'question', toolCallId: 'q1', toolName: 'pick' }),
    );
  });

  test('is judged item by item', async () => {
    const chat = conversation({ canAnswer: (item) => item.source === 'test/own' });
    const own = chat.approver({ protocol: 'test', name: 'own' }).decide({ toolCallId: 'c1', toolName: 'x' });
    void chat.approver({ protocol: 'test', name: 'other' }).decide({ toolCallId: 'c2', toolName: 'x' });
    expect(chat.approveAll()).toBe(1);
    expect((await own).approved).toBe(true);
    expect(chat.getSnapshot().approvals.map(({ toolCallId }) => toolCallId)).toEqual(['c2']);
  });

  test('does not give what somebody else has prepared', async () => {
    let mayAnswer = true;
    const { chat } = await asked({ canAnswer: () => mayAnswer });
    expect(chat.stageAnswer('c1', { approved: true })).toEqual({ ok: true });
    mayAnswer = false;
    expect(await chat.submitBatch()).toEqual(refused('read_only'));
    expect(chat.getItem('c1')?.stage).toBe('pending');
  });
});

describe('a policy', () => {
  const verdicts: [string, () => PolicyVerdict | undefined | Promise<PolicyVerdict | undefined>, string][] = [
    ['that allows', () => true, 'approved'],
    ['that refuses with a reason', () => ({ approved: false, reason: 'Not on Sundays.' }), 'denied'],
    ['that takes its time', async () => true, 'approved'],
    ['that says nothing', () => undefined, 'pending'],
    [
      'that throws',
      () => {
        throw new Error('broken');
      },
      'pending',
    ],
    ['that rejects', () => Promise.reject(new Error('broken')), 'pending'],
  ];
  for (const [what, approvalPolicy, stage] of verdicts) {
    test(`${what} leaves the item ${stage}`, async () => {
      const { chat } = await asked({ approvalPolicy });
      await flush();
      const settled = stage === 'approved' ? 'unknown' : stage; // The script's server never runs the mail.
      const item = chat.getItem('c1');
      expect(item?.stage).toBe(settled);
      expect(item?.by?.kind).toBe(stage === 'pending' ? undefined : 'policy');
    });
  }

  test('is told what the person would see, and its word comes too late after a person’s', async () => {
    let say: (verdict: PolicyVerdict) => void = () => {};
    const approvalPolicy = vi.fn(() => new Promise<PolicyVerdict>((resolve) => (say = resolve)));
    const { chat } = await asked({ approvalPolicy });
    expect(approvalPolicy).toHaveBeenCalledWith(
      expect.objectContaining({ toolName: 'sendEmail', input: { to: 'a@b.c' }, toolCallId: 'c1' }),
    );
    await chat.respondToApproval('c1', false);
    say(true);
    await flush();
    expect(chat.getItem('c1')).toMatchObject({ stage: 'denied', by: { kind: 'person' } });
  });
});

test('the log names who decided, is given to whoever stores it, entry by entry, and is JSON', async () => {
  const stored: AuditEntry[] = [];
  const { chat } = await asked({ actor: () => 'ana', onAudit: (entry) => stored.push(entry) });
  await chat.addToolApprovalResponse({ id: 'ap', approved: false, reason: 'No.' });
  await flush();
  expect(stored.map(({ from, to, by }) => [from, to, by])).toEqual([
    [undefined, 'pending', { kind: 'agent' }],
    ['pending', 'answered', { kind: 'person', name: 'ana' }],
    ['answered', 'sending', { kind: 'conversation' }],
    ['sending', 'denied', { kind: 'agent' }],
  ]);
  expect(stored.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
  expect(stored.every(({ time }) => Math.abs(time - Date.now()) < 60_000)).toBe(true);
  expect(chat.getAuditLog()).toEqual(stored);
  expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
});

test('a deadline of the application counts from when the agent asked', async () => {
  const { chat } = await asked({ approvalDeadlineMs: 60_000 });
  const { deadline = 0 } = chat.getItem('c1') ?? {};
  expect(deadline - Date.now()).toBeGreaterThan(50_000);
  expect(deadline - Date.now()).toBeLessThanOrEqual(60_000);
});

describe('over a reload', () => {
  const schema = { type: 'object', properties: { name: { type: 'string' }, seats: { type: 'integer' } } };

  test('drafts, prepared answers, rules and requests that can be made anew are kept', async () => {
    const before = conversation();
    const connection = { protocol: 'test' };
    before.askForRetry('input', connection, { id: 'r1', message: 'How many?', schema }, { call: 7 });
    before.askForRetry('approval', connection, { toolCallId: 'c1', toolName: 'x', input: {} }, { call: 8 });
    const form = before.getSnapshot().inputRequests[0]?.id ?? '';
    before.getDraft(form)?.edit('/seats', { text: '4' });
    before.stageAnswer('c1', { approved: true });
    const told = before
      .approver({ protocol: 'mail' })
      .decide({ toolCallId: 'c2', toolName: 'send', input: {}, answers: { remember: true } });
    await before.respondToApproval('c2', { approved: true, remember: true });
    await told;

    const state = JSON.parse(JSON.stringify(before.exportState()));
    const after = conversation({ state });
    expect(after.getSnapshot().grants).toEqual(before.getSnapshot().grants);
    expect(after.getItem('c1')?.staged).toEqual({ approved: true });
    const [request] = after.getSnapshot().inputRequests;
    expect(after.getDraft(request?.id ?? '')?.content()).toEqual({ content: { seats: 4 } });

    const made: unknown[] = [];
    await after.respondToInput(request?.id ?? '', accept({ seats: 4 }));
    after.onRetry(connection, ({ request, answer }) => {
      made.push({ request, answer });
      return true;
    });
    await flush();
    expect(made).toEqual([{ request: { call: 7 }, answer: { action: 'accept', content: { seats: 4 } } }]);
    await after.submitBatch();
    await flush();
    expect(made.slice(1)).toEqual([{ request: { call: 8 }, answer: expect.objectContaining({ approved: true }) }]);
    expect(after.getItem('c1')?.stage).toBe('approved');
  });

  for (const state of [null, 7, 'text', [], { version: 99 }, { items: 'all' }, { drafts: 3 }]) {
    test(`${JSON.stringify(state)} is nobody’s state and does no harm`, async () => {
      const { chat } = await asked({ state });
      expect(chat.getSnapshot().approvals).toHaveLength(1);
      expect(chat.getSnapshot().grants).toEqual([]);
    });
  }
});

test('an answer for what has changed since it was shown is refused as stale', async () => {
  const { chat } = await asked();
  const [shown] = chat.getSnapshot().approvals;
  const messages = structuredClone(chat.messages);
  const part = messages[1]?.parts.find((one) => one.type === 'tool-sendEmail') as { input: unknown };
  part.input = { to: 'somebody@else' };
  chat.messages = messages;
  expect(await chat.respondToApproval('c1', true, { revision: shown?.revision ?? -1 })).toEqual(refused('stale'));
  expect(await chat.respondToApproval('c1', true)).toEqual(refused('stale'));
  chat.getSnapshot();
  expect(await chat.respondToApproval('c1', true)).toEqual({ ok: true });
});

test('a call to the ask-user tool is a form, and its answer the output by header', async () => {
  const question = {
    header: 'Colour',
    question: 'Which colour?',
    options: [
      { label: 'Red', description: 'Warm' },
      { label: 'Blue', description: 'Cold' },
    ],
  };
  const transport = new ScriptedTransport({
    responses: [
      callTool('ask_user_question', { questions: [question] }, { toolCallId: 'q1', messageId: 'a' }),
      say('Noted.', { messageId: 'a' }),
    ],
  });
  const chat = conversation({ transport, capabilities: [askUser()] });
  void chat.sendMessage({ text: 'go' });
  await flush();
  const [request] = chat.getSnapshot().inputRequests;
  expect(request?.request.askUser).toBe(true);
  expect(chat.getSnapshot().approvals).toEqual([]);
  const draft = chat.getDraft(request?.id ?? '');
  expect(draft?.form.fields).toHaveLength(1);
  const [field] = draft?.form.fields ?? [];
  draft?.edit(field?.path ?? '', { option: 0, picked: true });
  const made = draft?.content();
  expect(made).toHaveProperty('content');
  await chat.respondToInput(request?.id ?? '', accept((made as { content: unknown }).content));
  await flush();
  expect(chat.getItem('q1')?.stage).toBe('settled');
  const { messages } = transport.requests[1] ?? { messages: [] };
  expect(JSON.stringify(messages)).toContain('Red');
});
