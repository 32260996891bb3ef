// The human's side on a page: promises, signals, timers and a computer that sleeps.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launchBrowser } from '../e2e/stage/browser.mjs';
import { Project } from './project.mjs';
import { serve } from './site.mjs';

let project;
let site;
let browser;

before(async () => {
  project = await Project.create();
  const entries = ['index', 'testing'].map(
    (name) => `import * as ${name} from '/node_modules/countersign/dist/inlined/${name}.js';`,
  );
  await project.write('page.js', `${entries.join('\n')}\nglobalThis.countersign = { ...index, ...testing };`);
  await project.write('page.html', '<!doctype html><title>App</title><script type="module" src="/page.js"></script>');
  site = await serve(project.folder);
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  await site?.close();
  await project?.remove();
});

/** A page with the package in `countersign`; no error goes unseen on it. */
async function open(t, { clock = false } = {}) {
  const page = await browser.newPage();
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  t.after(async () => {
    await page.close();
    assert.deepEqual(troubles, []);
  });
  if (clock) await page.clock.install();
  await page.goto(`${site.url}page.html`);
  await page.waitForFunction(() => 'countersign' in globalThis);
  return page;
}

describe('a back end that waits for a person', () => {
  test('gets each answer by its own promise, also where two calls carry one id', async (t) => {
    const page = await open(t);
    const outcome = await page.evaluate(async () => {
      const { ChatController, accept } = globalThis.countersign;
      const chat = new ChatController();
      const [files, mail] = ['files', 'mail'].map((name) => chat.approver({ protocol: 'test', name }));
      const asked = { toolCallId: 'c1', toolName: 'remove', input: { path: 'old' }, answers: { editInput: true } };
      const told = [
        files.decide(asked),
        mail.decide({ toolCallId: 'c1', toolName: 'send', answers: { reason: true } }),
        mail.input({ message: 'Which?', schema: { type: 'object', properties: {} } }),
      ];
      const [first, second] = chat.getSnapshot().approvals;
      const ambiguous = await chat.respondToApproval('c1', true);
      await chat.respondToApproval(second.id, { approved: false, reason: 'not yet' });
      await chat.respondToApproval(first.id, { approved: true, editedInput: { path: 'older' } });
      await chat.respondToInput(chat.getSnapshot().inputRequests[0].id, accept({}));
      const late = await chat.respondToApproval(first.id, false);
      const answers = await Promise.all(told);
      return { ambiguous: ambiguous.error.code, late: late.error.code, answers };
    });
    assert.deepEqual(outcome, {
      ambiguous: 'ambiguous',
      late: 'already_answered',
      answers: [
        { approved: true, editedInput: { path: 'older' } },
        { approved: false, reason: 'not yet' },
        { action: 'accept', content: {} },
      ],
    });
  });

  test('takes a question back by its signal, and nobody can answer it any more', async (t) => {
    const page = await open(t);
    const outcome = await page.evaluate(async () => {
      const { ChatController } = globalThis.countersign;
      const chat = new ChatController();
      const gone = new AbortController();
      const asks = chat.approver({ protocol: 'test' });
      const told = asks.decide({ toolCallId: 'c1', toolName: 'remove' }, { signal: gone.signal });
      const { id } = chat.getSnapshot().approvals[0];
      gone.abort();
      const name = await told.catch((error) => error.name);
      const late = await chat.respondToApproval(id, true);
      const listed = chat.getSnapshot().approvals.length;
      const early = await asks
        .decide({ toolCallId: 'c2', toolName: 'remove' }, { signal: AbortSignal.abort() })
        .catch((error) => error.name);
      return { name, listed, late: late.ok, stage: chat.getItem(id).stage, early };
    });
    assert.deepEqual(outcome, { name: 'AbortError', listed: 0, late: false, stage: 'withdrawn', early: 'AbortError' });
  });

  for (const [what, end] of [
    ['the conversation is disposed of', 'dispose'],
    ['the person stops the turn', 'stop'],
    ['its connection is gone', 'close'],
  ]) {
    test(`is not left waiting when ${what}, and never hears that it may go on`, async (t) => {
      const page = await open(t);
      const told = await page.evaluate(async (end) => {
        const { ChatController } = globalThis.countersign;
        const chat = new ChatController();
        const approver = chat.approver({ protocol: 'test' });
        const told = [
          approver.decide({ toolCallId: 'c1', toolName: 'remove' }),
          approver.input({ message: 'Which?', schema: { type: 'string' } }),
        ];
        if (end === 'close') approver.close();
        else await chat[end]();
        return Promise.all(told);
      }, end);
      assert.equal(told[0].approved, false);
      assert.notEqual(told[0].cancelled, undefined, 'nobody decided');
      assert.deepEqual(told[1], { action: 'cancel' });
    });
  }
});

describe('time', () => {
  /** A page on which a call waits for half an hour at most. */
  async function waiting(t) {
    const page = await open(t, { clock: true });
    await page.evaluate(() => {
      const { ChatController } = globalThis.countersign;
      globalThis.chat = new ChatController({ approvalDeadlineMs: 30 * 60_000 });
      globalThis.told = chat.approver({ protocol: 'test' }).decide({ toolCallId: 'c1', toolName: 'remove' });
      globalThis.id = chat.getSnapshot().approvals[0].id;
    });
    return page;
  }
  const stage = (page) => page.evaluate(() => chat.getItem(id).stage);

  test('runs out on the engine’s timers, and not before', async (t) => {
    const page = await waiting(t);
    await page.clock.runFor(29 * 60_000);
    assert.equal(await stage(page), 'pending');
    await page.clock.runFor(60_000);
    assert.equal(await stage(page), 'expired');
    const { approved, cancelled } = await page.evaluate(() => told);
    assert.deepEqual({ approved, cancelled }, { approved: false, cancelled: 'expired' });
  });

  test('that passed while the computer slept counts before an answer does', async (t) => {
    const page = await waiting(t);
    // The clock has moved, and no timer has rung.
    await page.clock.setFixedTime(Date.now() + 60 * 60_000);
    const code = await page.evaluate(async () => (await chat.respondToApproval(id, true)).error?.code);
    assert.equal(code, 'expired');
    assert.equal((await page.evaluate(() => told)).approved, false);
  });

  test('that passed while the page was hidden is noticed when it is shown again', async (t) => {
    const page = await waiting(t);
    await page.clock.setFixedTime(Date.now() + 60 * 60_000);
    assert.equal(await stage(page), 'pending');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    assert.equal(await stage(page), 'expired');
  });

  test('gives an answer back until its window closes, and then it goes out by itself', async (t) => {
    const page = await open(t, { clock: true });
    await page.evaluate(async () => {
      const { ChatController } = globalThis.countersign;
      globalThis.chat = new ChatController({ undoWindowMs: 5_000 });
      globalThis.answers = [];
      void chat
        .approver({ protocol: 'test' })
        .decide({ toolCallId: 'c1', toolName: 'remove' })
        .then((answer) => answers.push(answer));
      globalThis.id = chat.getSnapshot().approvals[0].id;
      await chat.respondToApproval(id, true);
    });
    await page.clock.runFor(4_000);
    assert.deepEqual(await page.evaluate(() => answers), []);
    assert.equal(await page.evaluate(() => chat.undoAnswer(id).ok), true);
    await page.evaluate(async () => void (await chat.respondToApproval(id, false)));
    await page.clock.runFor(5_000);
    assert.deepEqual(await page.evaluate(() => answers.map(({ approved }) => approved)), [false]);
    assert.equal(await page.evaluate(() => chat.undoAnswer(id).error?.code), 'already_answered');
  });
});
