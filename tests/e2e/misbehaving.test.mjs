// The same faults of the same server, met by two clients side by side.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MOST_REQUESTS } from '../../www/server/faults.mjs';
import { mailGoneIn, statusIn, troubleIn } from './stage/demo-page.mjs';
import { onAiSdk, setStage } from './stage/stage.mjs';

const FAILED_REQUEST = /Failed to load resource|net::ERR_/;

/** In that build of the page both panes run on AI SDK's client. */
describe('the misbehaving server', { skip: onAiSdk }, () => {
  const enter = setStage({ path: '#misbehaving', pace: 1 });

  it('leaves out a step: our client asks once, AI SDK’s until the server ends it', async (t) => {
    const demo = await enter(t);
    demo.allowComplaint(FAILED_REQUEST);
    const { ours, theirs } = await begin(demo, 'A reply without a step');
    await eachAnswers([ours, theirs], /^Friendly/);
    await ours.getByText('Noted: friendly.').waitFor();
    await waitForStatus(ours, 'Ready');
    await loopEnds(theirs);
    assert.equal(await requests(ours), 1);
    assert.equal(await requests(theirs), MOST_REQUESTS, 'one more than the server takes, less the first message');
    assert.equal(await ours.getByText('Noted: friendly.').count(), 1);
  });

  it('answers with nothing: our client says that the outcome is unknown and waits, AI SDK’s repeats itself', async (t) => {
    const demo = await enter(t);
    demo.allowComplaint(FAILED_REQUEST);
    const { ours, theirs } = await begin(demo, 'An empty reply');
    await eachAnswers([ours, theirs], 'Allow');
    await ours.getByText('Outcome unknown.', { exact: true }).waitFor();
    await ours.locator('.countersign-approval[data-stage="unknown"]').waitFor();
    await loopEnds(theirs);
    assert.equal(await requests(ours), 1);
    assert.equal(await requests(theirs), MOST_REQUESTS);
    assert.equal(demo.mailsSent().length, 0);
  });

  it('stops after each step: our client offers to go on, AI SDK’s goes on unasked', async (t) => {
    const demo = await enter(t);
    demo.allowComplaint(FAILED_REQUEST);
    const { ours, theirs } = await begin(demo, 'A step limit');
    await ours.getByText('The agent stopped here, before it was done.').waitFor();
    await loopEnds(theirs);
    assert.equal(await requests(ours), 1);
    assert.equal(await requests(theirs), MOST_REQUESTS + 1);
    await ours.getByRole('button', { name: 'Go on' }).click();
    await ours.getByText('Those under B.').waitFor();
    await waitForStatus(ours, 'Ready');
    assert.equal(await requests(ours), 1, 'one more for the person’s click, and no other');
  });

  it('cuts the connection after Allow: nothing is resent until the person says so, and the mail goes out once', async (t) => {
    const demo = await enter(t);
    demo.allowComplaint(FAILED_REQUEST);
    const { ours, theirs } = await begin(demo, 'A cut after Allow');
    await eachAnswers([ours, theirs], 'Allow');
    await ours.getByText('Outcome unknown.', { exact: true }).waitFor();
    await troubleIn(ours).getByText('It was not sent again.').waitFor();
    await theirs.getByText('That did not work.').waitFor();
    assert.equal(await theirs.getByText(/unknown/i).count(), 0);
    await demo.page.waitForTimeout(300); // a second request would follow the first at once
    assert.equal(await requests(ours), 1);
    assert.equal(demo.mailsSent().length, 2, 'one in each conversation');

    await troubleIn(ours).getByRole('button', { name: 'Send again' }).click();
    await ours.getByText('Sent to team@lantern.example').waitFor();
    await mailGoneIn(ours).waitFor();
    await waitForStatus(ours, 'Ready');
    assert.equal(await troubleIn(ours).count(), 0);
    assert.equal(await requests(ours), 1);
    assert.equal(demo.mailsSent().length, 2);
  });

  it('behaves: both clients do the same', async (t) => {
    const demo = await enter(t);
    const { ours, theirs } = await begin(demo, 'No fault');
    for (const pane of [ours, theirs]) {
      await answer(pane, /^The press/);
      await answer(pane, 'Allow');
      await pane.getByText('Sent to press@lantern.example').waitFor();
      await waitForStatus(pane, 'Ready');
      assert.equal(await requests(pane), 1);
    }
    assert.equal(demo.mailsSent().length, 2);
  });

  it('is on the way from the demo and back, and starts over', async (t) => {
    const demo = await enter(t);
    await demo.page.getByRole('link', { name: /to the demo/ }).click();
    await demo.approval().waitFor();
    await demo.page.getByRole('link', { name: 'Misbehaving server' }).click();
    const { ours } = await begin(demo, 'No fault');
    await ours.getByRole('group', { name: 'Who should get the mail?' }).waitFor();
    await demo.page.getByRole('button', { name: 'Start over' }).click();
    await ours.getByText('Nothing said yet.').waitFor();
  });

  it('fits a narrow page', async (t) => {
    const demo = await enter(t);
    await demo.page.setViewportSize({ width: 390, height: 844 });
    await demo.page.getByText('Nothing said yet.').first().waitFor();
    const overflow = await demo.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(overflow, 0, 'nothing is wider than the page');
  });
});

async function begin({ page }, scene) {
  await page.getByRole('radio', { name: scene }).check();
  await page.getByRole('button', { name: /^Say to both/ }).click();
  return {
    ours: page.getByRole('region', { name: 'Countersign' }),
    theirs: page.getByRole('region', { name: '@ai-sdk/react' }),
  };
}

async function answer(pane, name) {
  await pane.getByRole('button', { name, exact: true }).click();
}

async function eachAnswers(panes, name) {
  for (const pane of panes) await answer(pane, name);
}

async function loopEnds(pane) {
  await pane.getByText(`${MOST_REQUESTS} requests in one turn: the server ends it here.`).waitFor({ timeout: 30_000 });
}

async function waitForStatus(pane, text) {
  await statusIn(pane).filter({ hasText: text }).waitFor();
}

async function requests(pane) {
  return Number(await pane.getByTestId('requests').textContent());
}
