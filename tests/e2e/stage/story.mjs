// The whole story, told to any page of the demo: a question answered by a click, a mail denied with a reason, a second one allowed.
import assert from 'node:assert/strict';

const REASON = 'It is Friday, not Thursday';

/** @param {import('./demo-page.mjs').DemoPage} demo a page in a new conversation */
export async function playStory(demo) {
  await demo.say('Plan the launch mail');
  await demo.question('Who should get the mail?').waitFor();
  await demo.waitForStatus('Waiting for you');

  await demo.option(/^All customers/).click();
  await demo.approval().waitFor(); // it went on by itself
  await demo.waitForStatus('Waiting for you');
  assert.match(
    await demo.approval().textContent(),
    /customers@lantern\.example.*Lantern 2\.0 goes live on Thursday.*Maya/s,
    'the mail is shown whole',
  );
  assert.equal(await demo.outboxCount(), 0, 'nothing is sent before it is allowed');

  await demo.deny(REASON);
  await demo.waitForText(`You said: “${REASON}”`);
  await demo.waitForStatus('Waiting for you');
  assert.match(await demo.approval().textContent(), /goes live on Friday/, 'the second mail respects the reason');
  assert.equal(await demo.outboxCount(), 0, 'a denied mail is not sent');

  await demo.allowButton().click();
  await demo.waitForText('Sent to customers@lantern.example');
  await demo.waitForStatus('Ready');
  await demo.waitForOutbox(1);
}
