// Choose from results: a search on the server, a selection by the person, an action that acts on it once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setStage } from './stage/stage.mjs';

const FAILED_REQUEST = /Failed to load resource|net::ERR_/;

describe('choosing from what a search found', () => {
  const enter = setStage();

  it('invites the one who was picked, after two pauses in one message', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.page.getByRole('button', { name: 'Invite someone' }).click();
    await demo.option(/^Among the press/).click();
    await selection(demo).waitFor();
    await demo.waitForStatus('Waiting for you');
    assert.equal(demo.mailsSent().length, 0, 'nobody is invited before the person chose');

    await demo.option(/^Ann Li/).click();
    await demo.waitForText('Ann Li is invited.');
    await demo.waitForStatus('Ready');
    await demo.waitForOutbox(1);
    assert.match(await selection(demo).textContent(), /Answered.*Ann Li/s);
    assert.match(await demo.question('Invitation').textContent(), /Invited.*Ann Li/s);
    assert.deepEqual(
      demo.mailsSent().map(({ to }) => to),
      ['ann-li@contacts.example'],
    );
    const [, second, third] = demo.requests();
    assert.equal(demo.requests().length, 3, 'one message and one continuation per answer');
    assert.equal(second.messageId, third.messageId, 'every pause is of the same message');
    assert.equal(third.messages.length, 2);
  });

  it('invites nobody when the person picks none, and looks elsewhere in the same message', async (t) => {
    const demo = await enter(t);
    await askFor(demo, 'Invite a reporter');
    await demo.option('None of these').click();
    await demo.question('Should I look elsewhere?').waitFor();
    await demo.waitForStatus('Waiting for you');
    assert.match(await selection(demo).textContent(), /None of these/);
    assert.deepEqual(selectionSent(demo).output, { selectedId: null });
    assert.equal(await demo.question('Invitation').count(), 0);

    await demo.option(/^In the team/).click();
    await demo.option(/^Noor Haddad/).waitFor();
    await demo.waitForStatus('Waiting for you');
    assert.equal(demo.mailsSent().length, 0);
    await demo.option(/^Noor Haddad/).click();
    await demo.waitForText('Noor Haddad is invited.');
    await demo.waitForOutbox(1);
    const continued = demo.requests().slice(1);
    assert.equal(new Set(continued.map(({ messageId }) => messageId)).size, 1, 'three pauses, one message');
    assert.equal(continued.length, 3);
    assert.deepEqual(
      demo.mailsSent().map(({ to }) => to),
      ['noor-haddad@contacts.example'],
    );
  });

  it('shows the same people after a reload, and the choice counts', async (t) => {
    const demo = await enter(t);
    await askFor(demo, 'Invite Ann');
    const people = await selection(demo).getByRole('button').allTextContents();
    assert.deepEqual(people, [
      'Ann LeeReporter, Daily Courier',
      'Ann LiReporter, Harbour Post',
      'Anna BergSupport, on the launch rota',
      'None of these',
    ]);
    await demo.page.reload();
    await demo.waitForStatus('Waiting for you');
    assert.deepEqual(await selection(demo).getByRole('button').allTextContents(), people);
    assert.equal(demo.requests().length, 1, 'nothing is sent by loading');
    await demo.option(/^Ann Lee/).click();
    await demo.waitForText('Ann Lee is invited.');
    await demo.waitForOutbox(1);
  });

  it('acts once when the connection breaks after the invitation went out and the choice is sent again', async (t) => {
    const demo = await enter(t);
    demo.allowComplaint(FAILED_REQUEST);
    await askFor(demo, 'Invite Ann');
    await demo.failNext('lost');
    await demo.option(/^Ann Li/).click();
    await demo.trouble().waitFor();
    assert.equal(demo.mailsSent().length, 1, 'it went out');
    assert.equal(demo.requests().length, 2, 'nothing is resent by itself');
    await demo.tryAgainButton().click();
    await demo.waitForText('Ann Li is invited.');
    await demo.waitForStatus('Ready');
    assert.equal(demo.requests().length, 3);
    assert.equal(demo.mailsSent().length, 1, 'and not again');
    assert.equal(await demo.question('Invitation').count(), 1);
  });

  it('asks for no choice when nobody was found', async (t) => {
    const demo = await enter(t);
    await demo.newConversation();
    await demo.say('Invite Zebedee');
    await demo.waitForText('I found nobody called “Zebedee”');
    await demo.waitForStatus('Ready');
    assert.equal(await selection(demo).count(), 0);
  });

  it('can be passed over by a new message, and nobody is invited', async (t) => {
    const demo = await enter(t);
    await askFor(demo, 'Invite Ann');
    await demo.say('What can you do?');
    await demo.waitForText('I write launch mails for Lantern 2.0');
    await demo.waitForStatus('Ready');
    assert.match(await selection(demo).textContent(), /Not answered/);
    assert.equal(await demo.option(/^Ann Lee/).count(), 0);
    assert.equal(demo.mailsSent().length, 0);
  });
});

function selection(demo) {
  return demo.question('Whom shall I invite?');
}

async function askFor(demo, words) {
  await demo.newConversation();
  await demo.say(words);
  await selection(demo).waitFor();
  await demo.waitForStatus('Waiting for you');
}

/** The selection as the latest request holds it. */
function selectionSent(demo) {
  return demo
    .requests()
    .at(-1)
    .messages.at(-1)
    .parts.findLast(({ type }) => type === 'tool-selectContact');
}
