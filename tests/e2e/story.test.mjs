import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onAiSdk, setStage } from './stage/stage.mjs';
import { playStory } from './stage/story.mjs';

describe('the demo page', () => {
  const enter = setStage();

  it('opens on a mail that waits, whole, with nothing sent', async (t) => {
    const demo = await enter(t);
    await demo.approval().waitFor();
    const card = await demo.approval().textContent();
    assert.match(card, /team@lantern\.example/);
    assert.match(card, /Lantern 2\.0 goes live on Thursday.*Hi all,.*Maya/s);
    // What has just appeared is inert for a moment.
    await demo.allowButton().click({ trial: true });
    await demo.denyButton().click({ trial: true });
    await demo.waitForStatus('Waiting for you');
    assert.equal(await demo.outboxCount(), 0);
    assert.equal(demo.requests().length, 0, 'nothing is sent by opening');
  });

  it('sends the opening mail only after it was allowed', async (t) => {
    const demo = await enter(t);
    await demo.allowButton().click();
    await demo.waitForOutbox(1);
    await demo.waitForStatus('Ready');
    assert.equal(demo.requests().length, 1);
    assert.deepEqual(
      demo.mailsSent().map(({ to }) => to),
      ['team@lantern.example'],
    );
  });

  it('goes through the whole story', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await playStory(demo);
    assert.equal(demo.mailsSent().length, 1);
    assert.deepEqual(
      demo.requests().map(({ trigger, messages }) => [trigger, messages.at(-1).role]),
      [
        ['submit-message', 'user'],
        ['submit-message', 'assistant'],
        ['submit-message', 'assistant'],
        ['submit-message', 'assistant'],
      ],
      'one message and one continuation per answer',
    );
    const ids = new Set(
      demo
        .requests()
        .slice(1)
        .map(({ messageId }) => messageId),
    );
    assert.equal(ids.size, 1, 'every continuation is of the same message');
  });

  it('asks what to change when a mail is denied without a reason', async (t) => {
    const demo = await enter(t);
    await demo.denyButton().click();
    await demo.question('What should I change?').waitFor();
    await demo.waitForStatus('Waiting for you');
    await demo.option(/^Send nothing/).click();
    await demo.waitForText('All right. Nothing was sent.');
    assert.equal(demo.mailsSent().length, 0);
    assert.equal('reason' in approvalOf(demo.requests()[0]), false, 'no reason is made up');
  });

  it('answers free text', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('What can you do?');
    await demo.waitForText('I write launch mails for Lantern 2.0');
    await demo.waitForStatus('Ready');
  });

  it('lets a new message pass over a mail that waits, which then can no longer be allowed', async (t) => {
    const demo = await enter(t);
    await demo.approval().waitFor();
    await demo.say('What can you do?');
    await demo.waitForText('I write launch mails for Lantern 2.0');
    await demo.mailPassedOver().waitFor();
    await demo.waitForStatus('Ready');
    assert.equal(await demo.allowButton().count(), 0);
    assert.equal(demo.mailsSent().length, 0);
  });

  it('keeps what waits in view while a narrow page grows', async (t) => {
    const demo = await enter(t);
    await demo.page.setViewportSize({ width: 390, height: 844 });
    await demo.deny('It is Friday, not Thursday');
    await demo.waitForText('You said:');
    await demo.waitForStatus('Waiting for you');
    const bottom = await demo.allowButton().evaluate((button) => {
      const { left, right, bottom } = button.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, bottom - 2)?.textContent;
    });
    assert.equal(bottom, 'Allow', 'nothing covers the button');
    const overflow = await demo.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(overflow, 0, 'nothing is wider than the page');
  });

  it('can be answered with the keyboard alone', async (t) => {
    const demo = await enter(t);
    const { keyboard } = demo.page;
    if (onAiSdk) {
      await demo.page.getByRole('textbox', { name: 'Reason for denying' }).focus();
      await keyboard.type('too long');
      await keyboard.press('Tab');
    } else {
      await demo.page.getByRole('button', { name: 'More answers' }).focus();
      await keyboard.press('Enter');
      await keyboard.press('Enter'); // the first of the menu: a reason
      await keyboard.type('too long');
      const deny = demo.page.getByRole('button', { name: 'Deny for this reason' });
      await deny.click({ trial: true }); // what has just appeared is inert for a moment
      while (!(await deny.evaluate((button) => button === document.activeElement))) await keyboard.press('Tab');
    }
    await keyboard.press('Enter');
    await demo.waitForText('You said: “too long”');
    assert.ok(
      await demo.page.evaluate(() => document.activeElement?.matches('fieldset, .countersign-approval')),
      'focus stays with what was decided',
    );
  });
});

function approvalOf({ messages }) {
  return messages.at(-1).parts.find((part) => part.type === 'tool-sendEmail').approval;
}
