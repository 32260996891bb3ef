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

const demo = await startDemo({ pageFolder: join(root, 'www/dist/page'), pace: 1, env: {} });
const browser = await launchBrowser();
try {
  for (const [name, colorScheme] of [
    ['demo.png', 'light'],
    ['demo-dark.png', 'dark'],
  ]) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 980, height: 740 } });
    const scene = new DemoPage(await context.newPage());
    await scene.page.goto(demo.url);
    await scene.approval().waitFor();
    await scene.waitForText('The agent is scripted');
    await scene.page.screenshot({ path: join(folder, name) });
    await context.close();
  }
} finally {
  await browser.close();
  await demo.close();
}
