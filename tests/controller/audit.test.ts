// The log, for those who store it and those who show it.

import { type AuditEntry, ChatController, type ChatControllerInit } from 'countersign';
import { callTool, flush, ScriptedTransport, SimulatedClock, say } from 'countersign/testing';
import { describe, expect, test } from 'vitest';

function logged(init: ChatControllerInit = {}) {
  const told: AuditEntry[] = [];
  const chat = new ChatController({ onAudit: (entry) => told.push(entry), ...init });
  return { chat, told, mcp: chat.approver({ protocol: 'mcp', name: 'files' }) };
}

describe('whoever stores the log', () => {
  test('gets all that memory does not keep', () => {
    const { chat, told, mcp } = logged();
    for (let round = 0; round < 600; round++) {
      const gone = new AbortController();
      mcp.decide({ toolCallId: `c${round}`, toolName: 'remove' }, { signal: gone.signal }).catch(() => {});
      gone.abort();
    }
    expect(told).toHaveLength(1200);
    const kept = chat.getAuditLog();
    expect(kept).toHaveLength(1000);
    expect(kept).toEqual(told.slice(200));
  });

  test('writes JSON lines and reads the same again', async () => {
    const { chat, told, mcp } = logged({ actor: () => 'a"\n' });
    const request = { toolCallId: 'a', toolName: 'remove', input: { path: 'line\nbreak' }, answers: { reason: true } };
    const answer = mcp.decide(request);
    await chat.respondToApproval('a', { approved: false, reason: 'two\nlines' });
    await answer;
    const lines = told.map((entry) => JSON.stringify(entry));
    expect(lines.some((line) => line.includes('\n'))).toBe(false);
    expect(lines.map((line) => JSON.parse(line))).toEqual(chat.getAuditLog());
  });

  test('learns what was judged, what was made of it, why, and for how long', async () => {
    const clock = new SimulatedClock();
    const { chat, told, mcp } = logged({ clock, actor: () => 'ana' });
    await clock.advance(1_000);
    const answers = { reason: true, editInput: true, remember: true };
    const asked = mcp.decide({ toolCallId: 'a', toolName: 'move', input: { to: 'x' }, answers });
    const remember = { scope: 'turn' as const, exactInput: true };
    await chat.respondToApproval('a', { approved: true, reason: 'ok', editedInput: { to: 'y' }, remember });
    await asked;
    const [grant] = chat.getSnapshot().grants;
    expect(told.find(({ to }) => to === 'answered')).toEqual({
      sequence: 1,
      time: clock.now(),
      item: chat.getItem('a')?.id,
      kind: 'approval',
      toolCallId: 'a',
      toolName: 'move',
      source: 'mcp/files',
      from: 'pending',
      to: 'answered',
      by: { kind: 'person', name: 'ana' },
      input: { to: 'x' },
      answer: { approved: true, reason: 'ok', editedInput: { to: 'y' }, remember },
      grant: grant?.id,
      revision: chat.getItem('a')?.revision,
    });
  });
});

test('every kind of actor stands in the log under its name', async () => {
  const clock = new SimulatedClock();
  const transport = new ScriptedTransport({
    responses: [callTool('send', {}, { approvalId: 'ap', messageId: 'a', toolCallId: 'mail' }), say('Done')],
  });
  const { chat, told, mcp } = logged({
    clock,
    transport,
    inputDeadlineMs: 1_000,
    approvalPolicy: ({ toolName }) => (toolName === 'read' ? true : undefined),
  });
  void chat.sendMessage({ text: 'Go' });
  await flush();
  const move = { toolName: 'move', input: {}, answers: { remember: true } };
  void mcp.decide({ toolCallId: 'p', toolName: 'read' });
  void mcp.decide({ toolCallId: 'g1', ...move });
  await chat.respondToApproval('g1', { approved: true, remember: true });
  void mcp.decide({ toolCallId: 'g2', ...move });
  void mcp.input({ id: 'form', message: 'Which?', schema: {} });
  await clock.advance(1_000);
  void mcp.decide({ toolCallId: 's', toolName: 'remove' });
  void chat.sendMessage({ text: 'Never mind' });
  await chat.stop();
  await flush();
  const kinds = new Set(told.map(({ by }) => by.kind));
  expect([...kinds].sort()).toEqual(['agent', 'conversation', 'deadline', 'grant', 'person', 'policy', 'stop']);
});

describe('whoever shows the log', () => {
  test('gets the same list until something is added', async () => {
    const { chat, mcp } = logged();
    expect(chat.getAuditLog()).toBe(chat.getAuditLog());
    void mcp.decide({ toolCallId: 'a', toolName: 'remove' });
    const before = chat.getAuditLog();
    expect(chat.getAuditLog()).toBe(before);
    await chat.respondToApproval('a', true);
    expect(chat.getAuditLog()).not.toBe(before);
    expect(before).toHaveLength(1);
  });

  test('can still read what they read last when the conversation is gone', () => {
    const { chat, mcp } = logged();
    void mcp.decide({ toolCallId: 'a', toolName: 'remove' });
    const before = chat.getAuditLog();
    chat.dispose();
    expect(chat.getAuditLog()).toBe(before);
  });
});
