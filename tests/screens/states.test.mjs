// Every state of the components, on a telephone and a desk, light and dark, read from left and from right: axe finds
// nothing wrong with it, nothing is wider than the page, and it looks as it did. UPDATE_SCREENS=1 takes the pictures anew,
// SCREENS=rules,log looks at those alone.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startDemo } from '../../www/server/demo-server.mjs';
import { launchBrowser } from '../e2e/stage/browser.mjs';
import { axeSource, wrongs } from './axe.mjs';
import { difference } from './difference.mjs';

const pageFolder = path.resolve(import.meta.dirname, '../../www/dist/page');
const pictures = path.join(import.meta.dirname, 'pictures');
const isUpdate = process.env.UPDATE_SCREENS === '1';

/** The states that are looked at. */
const only = process.env.SCREENS?.split(',');

/** Small on purpose: what moved or lost its colour shows, and how one machine draws letters does not. */
const SCALE = 0.25;

/** This much of a picture may differ. */
const TOLERANCE = 0.001;

/** Nothing moves or blinks while a picture is taken. */
const SETTLED = { animations: 'disabled', caret: 'hide' };

const WIDTHS = { phone: { width: 390, height: 720 }, desk: { width: 1000, height: 720 } };

const VARIANTS = Object.keys(WIDTHS).flatMap((width) =>
  ['light', 'dark'].flatMap((scheme) => ['en', 'ar'].map((language) => ({ width, scheme, language }))),
);

describe('every state of the components', () => {
  let demo;
  let browser;
  /** One page for each variant: states follow each other on it. */
  const pages = new Map();
  let names = [];

  before(async () => {
    demo = await startDemo({ pageFolder, pace: 0, env: {} });
    browser = await launchBrowser();
    const page = await open({ width: 'desk', scheme: 'light', language: 'en' });
    await page.goto(`${demo.url}#states`);
    await page.getByRole('link').first().waitFor();
    names = await page.getByRole('link').allTextContents();
    await mkdir(pictures, { recursive: true });
  });

  after(async () => {
    await browser?.close();
    await demo?.close();
  });

  async function open({ width, scheme, language }) {
    const context = await browser.newContext({
      viewport: WIDTHS[width],
      deviceScaleFactor: SCALE,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
    });
    const page = await context.newPage();
    await page.addInitScript(
      (preferences) => localStorage.setItem('countersign-demo-preferences', preferences),
      JSON.stringify({ theme: 'system', language }),
    );
    await page.addInitScript(axeSource);
    return page;
  }

  async function show(variant, name) {
    const key = JSON.stringify(variant);
    if (!pages.has(key)) pages.set(key, await open(variant));
    const page = pages.get(key);
    // A page of its own: nothing of the state before is left, and what waited is gone.
    await page.goto('about:blank');
    await page.goto(`${demo.url}#states/${name}`);
    await page.locator(`[data-state="${name}"] .countersign`).first().waitFor();
    // What a stage sends goes out in promises.
    await page.waitForTimeout(60);
    return page;
  }

  it('would be told by axe what is wrong', async () => {
    const page = await show(VARIANTS[0], 'empty');
    await page.evaluate(() => document.querySelector('.countersign').append(document.createElement('img')));
    assert.match((await wrongs(page)).join(), /^image-alt: /);
  });

  it('would be told by the pictures that a word is gone', async () => {
    const page = await show(VARIANTS[0], 'question');
    const before = await page.screenshot(SETTLED);
    assert.equal(await difference(page, before, await page.screenshot(SETTLED)), 0, 'twice the same is the same');
    await page.evaluate(() => {
      document.querySelector('.countersign h2').textContent = '';
    });
    const share = await difference(page, before, await page.screenshot(SETTLED));
    assert.ok(share > TOLERANCE, `${share}`);
  });

  for (const variant of VARIANTS) {
    const { width, scheme, language } = variant;
    it(`on a ${width}, ${scheme}, in ${language}`, async (t) => {
      assert.ok(names.length > 10, 'there are states');
      for (const name of names.filter((other) => only === undefined || only.includes(other))) {
        await t.test(name, async () => {
          const page = await show(variant, name);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, 'too wide');
          assert.deepEqual(await wrongs(page), []);
          await looksAsItDid(page, `${name}-${width}-${scheme}-${language}.png`);
        });
      }
    });
  }

  async function looksAsItDid(page, file) {
    const at = path.join(pictures, file);
    const taken = await page.screenshot(SETTLED);
    if (isUpdate || !existsSync(at)) {
      assert.ok(isUpdate, `there is no picture ${file}: take it with UPDATE_SCREENS=1, and look at it`);
      await writeFile(at, taken);
      return;
    }
    const share = await difference(page, await readFile(at), taken);
    if (share <= TOLERANCE) return;
    const seen = path.resolve(import.meta.dirname, '../../target/screens', file);
    await mkdir(path.dirname(seen), { recursive: true });
    await writeFile(seen, taken);
    assert.fail(`${(share * 100).toFixed(1)} % of ${file} differs; what was seen is ${seen}`);
  }
});
