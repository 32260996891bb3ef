// The page on the agent in Python: the same cards over another wire, in a real browser against the real server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pythonOf } from '../peers/stage/python.mjs';
import { onAiSdk, setStage } from './stage/stage.mjs';

describe('the page over AG-UI', { skip: onAiSdk }, () => {
  const enter = setStage({
    path: '#ag-ui',
    python: onAiSdk ? undefined : pythonOf('COUNTERSIGN_PYTHON_AG_UI', 'python-ag-ui-peers'),
  });

  const arrive = async (t) => {
    const demo = await enter(t);
    await demo.page.getByRole('button', { name: 'Tidy the drafts' }).waitFor();
    return demo;
  };
  const start = (demo, words) => demo.page.getByRole('button', { name: words }).click();
  const runs = (demo) => demo.page.getByRole('region', { name: /^Runs/ }).getByRole('listitem').allTextContents();
  const files = (demo) =>
    demo.page
      .getByRole('region', { name: /^Shared state/ })
      .getByRole('listitem')
      .allTextContents();
  const allow = (demo, number = 0) => demo.allowButton().nth(number).click();

  it('runs a call that was allowed, and shows the state that the agent changes', async (t) => {
    const demo = await arrive(t);
    const before = await files(demo);
    assert.ok(before.includes('reports/2019.pdf'));
    await start(demo, 'Remove the old report');
    await demo.waitForStatus('Waiting for you');
    assert.deepEqual(await files(demo), before, 'nothing runs before it is allowed');
    await allow(demo);
    await demo.waitForText('reports/2019.pdf is gone.');
    await demo.waitForStatus('Ready');
    assert.deepEqual(
      await files(demo),
      before.filter((file) => file !== 'reports/2019.pdf'),
    );
    assert.deepEqual(await runs(demo), ['a message', '1 answer in resume']);
  });

  it('tells the agent why a call was denied', async (t) => {
    const demo = await arrive(t);
    const before = await files(demo);
    await start(demo, 'Remove the old report');
    await demo.deny('The auditors want it.');
    await demo.waitForText('I left the file alone. The auditors want it.');
    assert.deepEqual(await files(demo), before);
  });

  it('sends two decisions of one step in one run, once both are there', async (t) => {
    const demo = await arrive(t);
    await start(demo, 'Tidy the drafts');
    await demo.waitForStatus('Waiting for you: 2 answers');
    await allow(demo);
    await demo.waitForStatus(/Waiting for you$/);
    assert.deepEqual(await runs(demo), ['a message'], 'half an answer is none');
    await demo.denyButton().click();
    await demo.waitForText('drafts/first.md is gone.');
    await demo.waitForStatus('Ready');
    assert.deepEqual(await runs(demo), ['a message', '2 answers in resume']);
    assert.ok((await files(demo)).includes('drafts/second.md'));
  });

  it('answers a question and an approval of one step together, also after a reload in between', async (t) => {
    const demo = await arrive(t);
    await start(demo, 'Prepare the release');
    await demo.waitForStatus('Waiting for you: 2 answers');
    await demo.page.getByRole('radio', { name: 'Minor' }).check();
    await demo.page.reload();
    await demo.waitForStatus('Waiting for you: 2 answers');
    assert.ok(await demo.page.getByRole('radio', { name: 'Minor' }).isChecked(), 'a draft outlives the reload');
    await allow(demo);
    await demo.waitForStatus(/Waiting for you$/);
    await demo.page.getByRole('button', { name: 'Send the answer' }).click();
    await demo.waitForText('It is a minor release, then.');
    await demo.waitForStatus('Ready');
    assert.deepEqual(await runs(demo), ['1 answer in resume, 1 tool result']);
    assert.ok(!(await files(demo)).includes('build/old.zip'));
    await demo.page.reload();
    await demo.waitForText('It is a minor release, then.');
    assert.ok(!(await files(demo)).includes('build/old.zip'), 'the shared state outlives a reload too');
  });
});

describe('the page over AG-UI, where there is no Python', { skip: onAiSdk }, () => {
  const enter = setStage({ path: '#ag-ui' });

  it('says what is missing, and what a run is answered', async (t) => {
    const demo = await enter(t);
    demo.allowComplaint(/503/);
    await demo.page.getByRole('status').filter({ hasText: 'its packages are not installed' }).waitFor();
    await demo.say('Tidy the drafts');
    await demo.trouble().filter({ hasText: 'cargo xtask demo' }).waitFor();
  });
});
