// The cards by keys alone, and on a page as narrow as one that is magnified four times.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startDemo } from '../../www/server/demo-server.mjs';
import { launchBrowser } from '../e2e/stage/browser.mjs';

const pageFolder = path.resolve(import.meta.dirname, '../../www/dist/page');

describe('the cards', () => {
  let demo;
  let browser;

  before(async () => {
    demo = await startDemo({ pageFolder, pace: 0, env: {} });
    browser = await launchBrowser();
  });

  after(async () => {
    await browser?.close();
    await demo?.close();
  });

  async function show(name, viewport = { width: 800, height: 900 }) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    await page.goto(`${demo.url}#states/${name}`);
    await page.locator(`[data-state="${name}"] .countersign`).first().waitFor();
    return page;
  }

  const press = async (page, ...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = (page) =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent;
    });

  it('are answered with a reason by keys alone', async () => {
    const page = await show('approval-hidden');
    await page.getByRole('button', { name: 'Deny' }).focus();
    await press(page, 'Tab');
    assert.equal(await focused(page), 'Allow');
    await press(page, 'Tab');
    assert.equal(await focused(page), 'More answers');
    await press(page, 'Enter');
    assert.equal(await focused(page), 'Deny with a reason…');
    await press(page, 'Enter');
    assert.equal(await focused(page), 'Reason');
    await page.keyboard.type('Not');
    await press(page, 'Enter');
    await page.keyboard.type('today');
    assert.equal(await page.getByRole('textbox').inputValue(), 'Not\ntoday');
    await press(page, 'Tab', 'Tab', 'Space');
    await page.getByText('denied · Ana').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-stage')), 'denied');
  });

  it('go back by Escape, one step at a time, and stay unanswered', async () => {
    const page = await show('approval-hidden');
    await page.getByRole('button', { name: 'More answers' }).focus();
    await press(page, 'Enter', 'ArrowDown');
    assert.equal(await focused(page), 'Edit and allow…');
    await press(page, 'Escape');
    assert.equal(await focused(page), 'More answers');
    assert.equal(await page.getByRole('menu').count(), 0);
    await press(page, 'Enter', 'End', 'Enter');
    assert.equal(await page.getByRole('form', { name: 'Always deny…' }).count(), 1);
    await press(page, 'Escape');
    assert.equal(await page.getByRole('form').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 1);
  });

  it('are filled in by keys alone: nothing goes out by Enter, and what is wrong gets the focus', async () => {
    const page = await show('form-wrong');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await page.keyboard.type('2');
    await press(page, 'Enter');
    assert.equal(await page.getByRole('textbox', { name: 'Seats' }).inputValue(), '2');
    await page.getByRole('radio', { name: 'Tea' }).focus();
    await press(page, 'Space', 'ArrowDown');
    assert.equal(await page.getByRole('radio', { name: 'Water' }).isChecked(), true);
    await page.getByRole('button', { name: 'Send the answer' }).focus();
    await press(page, 'Enter');
    await page.getByText('answered · Ana').waitFor();
  });

  for (const name of ['approval-menu', 'approval-edit', 'approval-rule', 'form-wrong', 'address', 'call']) {
    it(`${name} fits a page of 320 pixels`, async () => {
      const page = await show(name, { width: 320, height: 256 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    });
  }
});
