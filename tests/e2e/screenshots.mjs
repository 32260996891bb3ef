// Takes the README's pictures of the built page, light and dark:  node tests/e2e/screenshots.mjs [FOLDER]
// They go to docs/images/ unless told otherwise.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDemo } from '../../www/server/demo-server.mjs';
import { launchBrowser } from './stage/browser.mjs';
import { DemoPage } from './stage/demo-page.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.argv[2] ?? join(root, 'docs/images');
await mkdir(folder, { recursive: true });

/** What a picture shows, by the name of its file. */
const SCENES = {
  demo: {
    size: { width: 1080, height: 760 },
    play: async (scene) => {
      await scene.approval().waitFor();
      await scene.waitForText('The agent is scripted');
    },
  },
  several: {
    size: { width: 1080, height: 760 },
    play: async ({ page }) => {
      await page.getByRole('button', { name: 'Several at once' }).click();
      await page.getByRole('button', { name: 'Decide together' }).click();
      await page.getByRole('checkbox').first().check();
    },
  },
  forms: {
    size: { width: 1080, height: 900 },
    play: async ({ page }) => {
      await page.getByRole('link', { name: 'Forms' }).click();
      await page.getByRole('radio', { name: 'File an issue' }).check();
    },
  },
};

const demo = await startDemo({ pageFolder: join(root, 'www/dist/page'), pace: 1, env: {} });
const browser = await launchBrowser();
try {
  for (const [name, { size, play }] of Object.entries(SCENES)) {
    for (const [suffix, colorScheme] of [
      ['', 'light'],
      ['-dark', 'dark'],
    ]) {
      const context = await browser.newContext({ colorScheme, viewport: size, reducedMotion: 'reduce' });
      const scene = new DemoPage(await context.newPage());
      await scene.page.goto(demo.url);
      await play(scene);
      // Controls that have just appeared are inert for a moment, and look so.
      await scene.page.waitForTimeout(600);
      await scene.page.screenshot({ path: join(folder, `${name}${suffix}.png`) });
      await context.close();
    }
  }
} finally {
  await browser.close();
  await demo.close();
}
