// The rules that answer, and the log of everything.

import { AuditLog, GrantList, LocaleProvider } from 'countersign/components';
import { de } from 'countersign/locales';
import { SimulatedClock } from 'countersign/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { open } from '../react/page/page.js';
import { inAct, one, scriptedChat } from './scripted-chat.js';

const REMEMBER = { answers: { remember: true } };

test('a rule is shown as it is stored, and taken back; the focus stays in the list', async () => {
  const { chat, decide } = scriptedChat();
  const page = await open(<GrantList chat={chat} />);
  expect(page.text).toContain('There are no rules.');
  await inAct(() => {
    void decide('c1', REMEMBER);
    return chat.respondToApproval('c1', { approved: true, remember: true });
  });
  expect(one(page.container, 'li').textContent).toContain(
    'send of test is allowed for the rest of this conversation. Whatever its input is.',
  );
  await page.press('Revoke');
  expect(chat.getSnapshot().grants).toEqual([]);
  expect(document.activeElement?.textContent).toBe('Rules');
});

test('a rule for one input shows that input, and one for a turn says so', async () => {
  const { chat, decide } = scriptedChat();
  const page = await open(<GrantList chat={chat} />);
  await inAct(() => {
    void decide('c1', REMEMBER);
    return chat.respondToApproval('c1', { approved: false, remember: { scope: 'turn', exactInput: true } });
  });
  const rule = one(page.container, 'li').textContent;
  expect(rule).toContain('send of test is denied until this turn ends. Only with exactly this input:');
  expect(rule).toContain('"to": "a@b.c"');
});

test('the log says what, from where to where, and by whom', async () => {
  const clock = new SimulatedClock();
  const { chat, decide } = scriptedChat([], { clock, actor: () => 'ana' });
  const page = await open(<AuditLog chat={chat} />);
  expect(page.text).toContain('Nothing has happened yet.');
  await inAct(() => {
    void decide('c1');
    return chat.respondToApproval('c1', { approved: false });
  });
  const lines = [...page.container.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/send test waits By: The agent/);
  expect(lines[1]).toMatch(/waits → answered By: ana/);
  expect(lines[3]).toMatch(/being sent → denied By: The agent/);
  expect(lines[1]).toContain('approvedfalse');
});

test('the log speaks the language around it', async () => {
  const { chat, decide } = scriptedChat();
  await inAct(() => {
    void decide('c1', { deadline: Date.now() + 60_000 });
  });
  const page = await open(
    <LocaleProvider locale={de}>
      <AuditLog chat={chat} />
    </LocaleProvider>,
  );
  expect(page.text).toMatch(/send test wartet Durch: Der Agent/);
});

test('the log can be taken along as a file', async () => {
  const { chat, decide } = scriptedChat();
  await inAct(() => void decide('c1'));
  let content: Blob | undefined;
  const names: string[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      content = blob;
      return 'blob:log';
    },
    revokeObjectURL: () => {},
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  const page = await open(<AuditLog chat={chat} fileName="log.json" />);
  await page.press('Download the log');
  expect(names).toEqual(['log.json']);
  expect(content?.type).toBe('application/json');
  expect(content?.size).toBeGreaterThan(100);
});
