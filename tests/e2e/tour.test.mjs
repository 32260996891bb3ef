// The tour of the demo, its inspector and its switches.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { onAiSdk, setStage } from './stage/stage.mjs';

/** The page on AI SDK's own client has no inspector, and nothing that waits in several places. */
describe('the tour', { skip: onAiSdk }, () => {
  const enter = setStage();

  const scene = (demo, name) => demo.page.getByRole('button', { name, exact: true }).click();

  const inspect = (demo, what) => demo.page.getByRole('radio', { name: what, exact: true }).check();

  it('shows several at once: some are picked and decided together, another one by itself', async (t) => {
    const demo = await enter(t);
    await scene(demo, 'Several at once');
    await demo.waitForStatus('Waiting for you: 3 answers');
    const bar = demo.page.getByRole('region', { name: '3 things wait for you' });
    await bar.getByRole('button', { name: 'Decide together' }).click();
    const [team, , press] = await bar.getByRole('checkbox').all();
    await team.check();
    await press.check();
    await bar.getByRole('button', { name: 'Allow 2' }).click();
    await demo.waitForStatus(/Waiting for you$/);
    assert.equal(demo.requests().length, 1, 'nothing goes out before all are decided');
    await demo.denyButton().click();
    await demo.waitForText('Sent to team@lantern.example, press@lantern.example.');
    await demo.waitForOutbox(2);
    assert.equal(demo.requests().length, 2, 'all decisions in one request');
  });

  it('goes to the next thing that waits, and the focus with it', async (t) => {
    const demo = await enter(t);
    await scene(demo, 'Several at once');
    await demo.waitForStatus('Waiting for you: 3 answers');
    const next = demo.page.getByRole('button', { name: 'Show the next' });
    const seen = new Set();
    for (let round = 0; round < 3; round++) {
      await next.click();
      seen.add(
        await demo.page.evaluate(() => document.activeElement?.textContent?.match(/(team|customers|press)@/)?.[1]),
      );
    }
    assert.deepEqual([...seen].sort(), ['customers', 'press', 'team']);
  });

  it('shows a deadline: once it has passed nobody has decided, and nothing is sent', async (t) => {
    const demo = await enter(t);
    await demo.page.clock.install();
    await scene(demo, 'A deadline');
    await demo.waitForStatus('Waiting for you');
    await demo.page.clock.fastForward(31_000);
    await demo.page.getByRole('listitem').filter({ hasText: 'sendEmail expired' }).waitFor();
    await demo.allowButton().waitFor({ state: 'detached' });
    assert.equal(demo.mailsSent().length, 0);
  });

  it('stores a rule, which answers the next time, and takes it back', async (t) => {
    const demo = await enter(t);
    await scene(demo, 'Always allow');
    await demo.waitForStatus('Waiting for you');
    await demo.page.getByRole('button', { name: 'More answers' }).click();
    await demo.page.getByRole('menuitem', { name: 'Always allow…' }).click();
    await demo.page.getByRole('radio', { name: 'For the rest of this conversation' }).check();
    await demo.page.getByRole('button', { name: 'Allow and store the rule' }).click();
    await demo.waitForOutbox(1);
    await demo.waitForStatus('Ready');
    await demo.say('Tell the team about the launch');
    await demo.waitForOutbox(2);
    await demo.page.getByText(/^allowed · Rule/).waitFor();
    await demo.waitForStatus('Ready');
    await inspect(demo, 'Rules');
    await demo.page.getByRole('button', { name: /^Revoke/ }).click();
    await demo.say('Tell the team about the launch');
    await demo.waitForStatus('Waiting for you');
    assert.equal(demo.mailsSent().length, 2, 'no rule, no answer');
  });

  it('gives time to take an answer back, and sends it once the time is over', async (t) => {
    const demo = await enter(t);
    await demo.page.clock.install();
    await scene(demo, 'Time to take it back');
    await demo.page.clock.runFor(20_000);
    await demo.waitForStatus('Waiting for you');
    await demo.allowButton().click();
    await demo.page.getByRole('button', { name: 'Undo' }).click();
    await demo.page.clock.runFor(10_000);
    assert.equal(demo.requests().length, 1, 'an answer that was taken back goes nowhere');
    await demo.allowButton().click();
    await demo.page.getByText(/^Your answer goes out in/).waitFor();
    assert.equal(demo.requests().length, 1);
    await demo.page.clock.runFor(6_000);
    await demo.waitForOutbox(1);
    assert.equal(demo.requests().length, 2);
  });

  it('keeps an item apart from the others in the inspector, and says what happened to it', async (t) => {
    const demo = await enter(t);
    await demo.page.getByRole('listitem').filter({ hasText: 'sendEmail pending' }).waitFor();
    await demo.allowButton().click();
    await demo.waitForOutbox(1);
    await demo.page.getByRole('listitem').filter({ hasText: 'sendEmail approved' }).waitFor();
    await inspect(demo, 'Log');
    const log = demo.page.getByRole('region', { name: 'Log', exact: true });
    await log.getByText('By: you').waitFor();
    const file = demo.page.waitForEvent('download');
    await log.getByRole('button', { name: 'Download the log' }).click();
    const entries = JSON.parse(await readFile(await (await file).path(), 'utf8'));
    assert.deepEqual(
      entries.map(({ to }) => to),
      ['pending', 'answered', 'sending', 'approved'],
    );
    await inspect(demo, 'Rules');
    await demo.page.getByText('There are no rules.').waitFor();
  });

  it('records a trace that can be taken along', async (t) => {
    const demo = await enter(t);
    await inspect(demo, 'Trace');
    await demo.page.getByRole('button', { name: 'Record' }).click();
    await demo.denyButton().click();
    await demo.question('What should I change?').waitFor();
    const file = demo.page.waitForEvent('download');
    await demo.page.getByRole('button', { name: 'Stop and download' }).click();
    const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\n');
    assert.ok(lines.length > 3);
    for (const line of lines) assert.doesNotThrow(() => JSON.parse(line));
  });

  it('speaks another language and changes its colours, also after a reload', async (t) => {
    const demo = await enter(t);
    await demo.page.getByLabel('Theme').selectOption('dark');
    await demo.page.getByLabel('Language').selectOption('ar');
    const conversation = demo.page.locator('.countersign-conversation');
    /** How bright page and card are, from 0 to 255. */
    const look = () =>
      conversation.evaluate((element) => {
        const brightness = (of) => Number(/rgba?\((\d+)/.exec(getComputedStyle(of).backgroundColor)?.[1]);
        const card = element.querySelector('.countersign-tool-call');
        return [element.dir, brightness(document.documentElement), brightness(card)];
      });
    const isDark = ([direction, ...surfaces]) => direction === 'rtl' && surfaces.every((surface) => surface < 60);
    assert.ok(isDark(await look()), String(await look()));
    await demo.page.reload();
    await conversation.waitFor();
    assert.ok(isDark(await look()), String(await look()));
    const theme = demo.page.getByLabel('الألوان');
    await theme.selectOption('light');
    const [, ...bright] = await look();
    assert.ok(
      bright.every((surface) => surface > 200),
      String(bright),
    );
    await demo.page.getByRole('button', { name: 'إرسال' }).waitFor();
    await demo.page.getByRole('heading', { name: 'جولة' }).waitFor();
  });

  it('fits a telephone in every language', async (t) => {
    const demo = await enter(t);
    const { origin } = new URL(demo.page.url());
    await demo.page.setViewportSize({ width: 390, height: 780 });
    for (const language of ['en', 'de', 'fr', 'ja', 'ar']) {
      await demo.page.evaluate(
        (preferences) => localStorage.setItem('countersign-demo-preferences', preferences),
        JSON.stringify({ theme: 'system', language }),
      );
      for (const page of ['#demo', '#forms', '#misbehaving', '#ag-ui']) {
        await demo.page.goto('about:blank');
        await demo.page.goto(`${origin}/${page}`);
        await demo.page.locator('main').waitFor();
        await demo.page.waitForTimeout(100);
        const excess = await demo.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.equal(excess, 0, `${page} in ${language}`);
      }
    }
  });

  it('begins anew when it is reset', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.page.getByRole('button', { name: 'Reset' }).click();
    await demo.approval().waitFor();
    await demo.waitForStatus('Waiting for you');
  });
});
