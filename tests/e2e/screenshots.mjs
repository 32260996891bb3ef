// Takes the pictures of the README:  node tests/e2e/screenshots.mjs [FOLDER]
// Writes docs/images/*.png, light and dark, from the built page.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDemo } from '../../www/server/demo-server.mjs';
import { launchBrowser } from './stage/browser.mjs';
import { DemoPage } from './stage/demo-page.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.argv[2] ?? join(root, 'docs/images');
await mkdir(folder, { recursive: true });

const demo = await startDemo({ pageFolder: join(root, 'www/dist/page'), pace: 1, env: {} });
const browser = await launchBrowser();
try {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1000, height: 720 } });
    const scene = new DemoPage(await context.newPage());
    await scene.page.goto(demo.url);
    await scene.approval().waitFor();
    await scene.waitForText('The agent is scripted');
    await scene.page.screenshot({ path: join(folder, `approval-${colorScheme}.png`) });
    await scene.deny('It is Friday, not Thursday');
    await scene.waitForStatus('Waiting for you');
    await scene.allowButton().click();
    await scene.waitForOutbox(1);
    await scene.waitForStatus('Ready');
    await scene.page.screenshot({ path: join(folder, `settled-${colorScheme}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  await demo.close();
}
