// Drives a running demo, whose address is in COUNTERSIGN_DEMO_URL or the first argument, through its story.
// Exits non-zero on any deviation, and says which.
import assert from 'node:assert/strict';
import { launchBrowser } from './stage/browser.mjs';
import { DemoPage } from './stage/demo-page.mjs';
import { playStory } from './stage/story.mjs';

const url = process.argv[2] ?? process.env.COUNTERSIGN_DEMO_URL;
if (!url) {
  console.error('Usage: node tests/e2e/demo-check.mjs URL');
  process.exit(2);
}

const browser = await launchBrowser();
try {
  const demo = new DemoPage(await browser.newPage());
  await demo.page.goto(url);
  await demo.approval().waitFor();
  assert.equal(await demo.outboxCount(), 0);
  console.log('ok  opens on a mail that waits, nothing sent');
  await demo.newConversation();
  await playStory(demo);
  console.log('ok  a question answered by a click; a mail denied with a reason; a second one allowed and sent');
  await demo.page.reload();
  await demo.mailGone().waitFor();
  await demo.waitForOutbox(1);
  console.log('ok  a reload shows it all again');
  await demo.newConversation();
  await demo.say('Invite Ann');
  await demo.option(/^Ann Li/).click();
  await demo.waitForText('Ann Li is invited.');
  await demo.waitForOutbox(1);
  console.log('ok  one of several people chosen and invited');
  demo.assertQuiet();
  console.log('ok  the console stayed empty');
} catch (error) {
  console.error(`not ok  ${error.stack ?? error}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}
