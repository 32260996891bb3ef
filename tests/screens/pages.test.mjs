// The pages of the demo: axe finds nothing wrong with them, on a telephone and a desk, light and dark.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startDemo } from '../../www/server/demo-server.mjs';
import { launchBrowser } from '../e2e/stage/browser.mjs';
import { axeSource, wrongs } from './axe.mjs';

const pageFolder = path.resolve(import.meta.dirname, '../../www/dist/page');

describe('the pages of the demo', () => {
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

  async function open(t, options, hash) {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    t.after(() => context.close());
    const page = await context.newPage();
    await page.addInitScript(axeSource);
    await page.goto(demo.url + hash);
    return page;
  }

  for (const colorScheme of ['light', 'dark']) {
    for (const [name, viewport] of Object.entries({
      phone: { width: 390, height: 780 },
      desk: { width: 1180, height: 860 },
    })) {
      it(`say nothing wrong on a ${name}, ${colorScheme}`, async (t) => {
        const page = await open(t, { colorScheme, viewport }, '');
        await page.getByRole('button', { name: 'Allow', exact: true }).click({ trial: true });
        assert.deepEqual(await wrongs(page), [], 'the first scene');
        await page.getByRole('button', { name: 'New conversation' }).click();
        await page.getByText('What should the agent do?').waitFor();
        assert.deepEqual(await wrongs(page), [], 'a new conversation');
        await page.goto(`${demo.url}#misbehaving`);
        await page.getByText('Nothing said yet.').first().waitFor();
        assert.deepEqual(await wrongs(page), [], 'the misbehaving server');
        await page.goto(`${demo.url}#ag-ui`);
        await page.getByText('What should become of the folder?').waitFor();
        assert.deepEqual(await wrongs(page), [], 'the agent in Python');
      });
    }
  }

  it('show every form of the gallery without a fault', async (t) => {
    const page = await open(t, { viewport: { width: 1180, height: 860 } }, '#forms');
    await page.getByRole('button', { name: 'Decline' }).click({ trial: true });
    const choice = page.getByRole('group', { name: 'What a server asks' });
    const forms = await choice.locator('label').allTextContents();
    const switchTo = (name) => choice.getByText(name, { exact: true }).click();
    assert.ok(forms.length > 5);
    for (const form of forms) {
      await switchTo(form);
      await page.getByRole('button', { name: 'Decline' }).click({ trial: true });
      assert.deepEqual(await wrongs(page), [], form);
    }
  });

  it('give back what a person filled in, and nothing that does not fit', async (t) => {
    const page = await open(t, { viewport: { width: 1180, height: 860 } }, '#forms');
    const send = page.getByRole('button', { name: 'Send the answer' });
    await send.click();
    assert.equal(await page.getByTestId('response').textContent(), 'Nothing yet.');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ana');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ana@example.com');
    await page.getByLabel('Day').fill('2026-12-24');
    await send.click();
    await page.getByTestId('response').filter({ hasText: 'accept' }).waitFor();
    const { action, content } = JSON.parse(await page.getByTestId('response').textContent());
    assert.equal(action, 'accept');
    assert.deepEqual(
      [content.name, content.email, content.day, content.guests],
      ['Ana', 'ana@example.com', '2026-12-24', 2],
    );
  });
});
