// What somebody who does not see it is told of every state of the components: its accessibility tree, as Chromium makes
// it. UPDATE_SCREENS=1 writes the trees anew.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startDemo } from '../../www/server/demo-server.mjs';
import { launchBrowser } from '../e2e/stage/browser.mjs';

const pageFolder = path.resolve(import.meta.dirname, '../../www/dist/page');
const trees = path.join(import.meta.dirname, 'trees');
const isUpdate = process.env.UPDATE_SCREENS === '1';

describe('what is told of every state of the components', () => {
  let demo;
  let browser;
  let page;

  before(async () => {
    demo = await startDemo({ pageFolder, pace: 0, env: {} });
    browser = await launchBrowser();
    const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' });
    page = await context.newPage();
    await page.addInitScript(
      (preferences) => localStorage.setItem('countersign-demo-preferences', preferences),
      JSON.stringify({ theme: 'system', language: 'en' }),
    );
    await mkdir(trees, { recursive: true });
  });

  after(async () => {
    await browser?.close();
    await demo?.close();
  });

  it('is what was told of it before', async (t) => {
    await page.goto(`${demo.url}#states`);
    await page.getByRole('link').first().waitFor();
    const names = await page.getByRole('link').allTextContents();
    assert.ok(names.length > 20, 'there are states, those of the cards too');
    for (const name of names) await t.test(name, () => isToldAsBefore(name));
    const told = (await readdir(trees)).map((file) => path.parse(file).name);
    assert.deepEqual(told.sort(), [...names].sort(), 'there is a tree for each state, and no other');
  });

  async function isToldAsBefore(name) {
    await page.goto('about:blank');
    await page.goto(`${demo.url}#states/${name}`);
    await page.locator(`[data-state="${name}"] .countersign`).first().waitFor();
    // What a stage sends goes out in promises, and what it presses in tasks.
    await page.waitForTimeout(100);
    const told = `${await page.locator(`[data-state="${name}"]`).ariaSnapshot()}\n`;
    const at = path.join(trees, `${name}.txt`);
    if (isUpdate) await writeFile(at, told);
    assert.ok(existsSync(at), `there is no tree of ${name}: write it with UPDATE_SCREENS=1, and read it`);
    assert.equal(told, await readFile(at, 'utf8'));
  }
});
