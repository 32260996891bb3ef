// What happens around a pause: several questions at once, a reload, a stop.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onAiSdk, setStage } from './stage/stage.mjs';

describe('two questions in one step', () => {
  const enter = setStage();

  it('go back together, in one continuation', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('Ask me two questions first');
    await demo.question('How should it sound?').waitFor();
    await demo.waitForStatus('Waiting for you: 2 answers');

    await demo.option(/^Formal/).click();
    await demo.waitForStatus(/Waiting for you$/);
    await demo.page.waitForTimeout(200);
    assert.equal(demo.requests().length, 1, 'one answer of two sends nothing');

    await demo.option(/^The press/).click();
    await demo.approval().waitFor();
    await demo.waitForStatus('Waiting for you');
    assert.match(await demo.approval().textContent(), /press@lantern\.example.*Dear all,/s, 'both answers count');
    assert.equal(demo.requests().length, 2, 'exactly one continuation');
    assert.deepEqual(
      demo
        .requests()[1]
        .messages.at(-1)
        .parts.filter((part) => part.type === 'tool-askUser')
        .map(({ state, output }) => [state, output.optionId]),
      [
        ['output-available', 'press'],
        ['output-available', 'formal'],
      ],
    );
  });
});

describe('a reload', () => {
  const enter = setStage();

  it('shows a waiting question again, and answering goes on', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('Plan the launch mail');
    await demo.waitForStatus('Waiting for you');
    await demo.page.reload();
    await demo.question('Who should get the mail?').waitFor();
    await demo.waitForStatus('Waiting for you');
    assert.equal(demo.requests().length, 1, 'nothing is sent by loading');
    await demo.option(/^The team/).click();
    await demo.approval().waitFor();
    assert.equal(demo.requests().length, 2);
  });

  it('shows a waiting mail again, and allowing sends it once', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('Tell the team');
    await demo.waitForStatus('Waiting for you');
    await demo.page.reload();
    await demo.approval().waitFor();
    await demo.allowButton().click();
    await demo.waitForOutbox(1);
    await demo.waitForStatus('Ready');
    assert.equal(demo.mailsSent().length, 1);
  });

  it('keeps one of two answers', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('Ask me two questions first');
    await demo.waitForStatus('Waiting for you: 2 answers');
    await demo.option(/^Formal/).click();
    await demo.page.reload();
    await demo.waitForStatus(/Waiting for you$/);
    await demo.option(/^The press/).click();
    await demo.approval().waitFor();
    assert.match(await demo.approval().textContent(), /press@lantern\.example.*Dear all,/s);
  });

  it('in the middle of a reply offers to go on, and the half-written mail is not kept', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('Tell the team, slowly');
    await demo.mailBeingWritten().waitFor();
    await demo.page.reload();
    await demo.waitForText('This reply is not finished.');
    await demo.page.getByRole('button', { name: 'Go on' }).click();
    await demo.approval().waitFor({ timeout: 30_000 });
    await demo.waitForStatus('Waiting for you');
    assert.equal(await demo.mailBeingWritten().count(), 0);
    await demo.allowButton().click();
    await demo.waitForOutbox(1);
  });

  it('after the story shows what was decided, and sends nothing', async (t) => {
    const demo = await enter(t);
    await demo.allowButton().click();
    await demo.waitForOutbox(1);
    await demo.waitForStatus('Ready');
    await demo.page.reload();
    await demo.mailGone().waitFor();
    await demo.waitForStatus('Ready');
    await demo.waitForOutbox(1);
    assert.equal(demo.requests().length, 1);
  });
});

describe('a stop', () => {
  const enter = setStage({ pace: 90 });

  it('in the middle of a reply ends it, and a new message works', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('What can you do?');
    await demo.waitForText('I write');
    assert.ok(await demo.page.getByRole('button', { name: 'Send', exact: true }).isDisabled(), 'busy');
    await demo.stopButton().click();
    await demo.waitForStatus('Ready');
    assert.equal(await demo.page.getByText('Say “Plan the launch mail”').count(), 0, 'the rest did not arrive');
    await demo.say('Plan the launch mail');
    await demo.question('Who should get the mail?').waitFor();
  });

  // AI SDK's own client leaves the questions of a stopped turn open.
  it('in the middle of questions takes them back, and a new message works', { skip: onAiSdk }, async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('Ask me two questions, slowly');
    await demo.option(/^The press/).waitFor();
    await demo.stopButton().click();
    await demo.waitForStatus('Ready');
    assert.match(await demo.question('Who should get the mail?').textContent(), /Not answered/);
    assert.equal(await demo.option(/^The press/).count(), 0);
    await demo.say('Plan the launch mail');
    await demo.waitForStatus('Waiting for you');
    assert.equal(demo.requests().length, 2);
  });

  it('has nothing to stop while the agent waits', async (t) => {
    const demo = await enter(t);
    await demo.approval().waitFor();
    assert.ok(await demo.stopButton().isDisabled());
    await demo.allowButton().click({ trial: true }); // what has just appeared is inert for a moment
  });

  it('while controls of a running turn are shown leaves them disabled until it ends', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('Ask me two questions first');
    const first = demo.option(/^The press/);
    await first.waitFor();
    assert.ok(await first.isDisabled(), 'the second question is still on its way');
    await demo.waitForStatus('Waiting for you: 2 answers');
    assert.ok(await first.isEnabled());
  });
});
