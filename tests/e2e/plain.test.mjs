// The page without a framework: the packed code as a browser loads it, on the same server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlainPage } from './stage/plain-page.mjs';
import { onAiSdk, setStage } from './stage/stage.mjs';
import { playStory } from './stage/story.mjs';

describe('the page without a framework', { skip: onAiSdk }, () => {
  const enter = setStage({ path: 'plain.html', Page: PlainPage });

  it('goes through the whole story', async (t) => {
    const demo = await enter(t);
    await playStory(demo);
    assert.equal(demo.mailsSent().length, 1);
    assert.equal(demo.requests().length, 4);
  });

  it('keeps what waits when stopped while nothing runs, and answering works', async (t) => {
    const demo = await enter(t);
    await demo.say('Tell the team');
    await demo.approval().waitFor();
    await demo.waitForStatus('Waiting for you');
    await demo.stopButton().click();
    await demo.waitForStatus('Waiting for you');
    assert.equal(demo.requests().length, 1, 'a stop sends nothing');
    await demo.allowButton().click();
    await demo.waitForText('Sent to team@lantern.example');
    await demo.waitForOutbox(1);
    assert.equal(demo.requests().length, 2);
  });

  it('keeps a question when stopped while nothing runs, and answering works', async (t) => {
    const demo = await enter(t);
    await demo.say('Plan the launch mail');
    await demo.waitForStatus('Waiting for you');
    await demo.stopButton().click();
    await demo.option(/^The press/).click();
    await demo.approval().waitFor();
    assert.equal(demo.requests().length, 2);
  });

  it('lets the person choose from what a search found', async (t) => {
    const demo = await enter(t);
    await demo.say('Invite a reporter');
    await demo.waitForStatus('Waiting for you');
    await demo.option('None of these').click();
    await demo.option('In the team').click();
    await demo.option('Noor Haddad').click();
    await demo.waitForText('Invited: Noor Haddad');
    await demo.waitForOutbox(1);
    assert.equal(demo.requests().length, 4);
  });
});
