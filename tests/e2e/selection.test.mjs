// The action's own checks: whatever the model and the page claim, only what the person really picked is acted on, once.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { searchContacts } from '../../www/server/contacts.mjs';
import { startDemo } from '../../www/server/demo-server.mjs';
import { createOutbox } from '../../www/server/outbox.mjs';
import { createTools } from '../../www/server/tools.mjs';
import { converse } from './stage/converse.mjs';

describe('the inviting tool', () => {
  it('invites whom the person picked', async () => {
    const { invite, outbox } = setUp();
    assert.deepEqual(await invite('ann-li', { selectedId: 'ann-li' }), { name: 'Ann Li' });
    const [mail] = outbox.sent('chat');
    assert.equal(mail.id, 'chat:selection', 'keyed by the chat and the call in which the person chose');
    assert.equal(mail.to, 'ann-li@contacts.example');
  });

  it('acts once on one choice, however often the model calls it', async () => {
    const { invite, outbox } = setUp();
    await invite('ann-li', { selectedId: 'ann-li' });
    await invite('ann-li', { selectedId: 'ann-li' });
    assert.equal(outbox.sent('chat').length, 1);
  });

  it('keeps the choices of two chats apart', async () => {
    const outbox = createOutbox();
    await setUp('one', outbox).invite('ann-li', { selectedId: 'ann-li' });
    await setUp('two', outbox).invite('ann-li', { selectedId: 'ann-li' });
    assert.deepEqual([outbox.sent('one').length, outbox.sent('two').length], [1, 1]);
  });

  const refusals = [
    ['nobody was picked', { output: { selectedId: null } }, /none of these people/],
    ['nothing was picked yet', { output: undefined }, /has not chosen/],
    ['somebody else was picked', { output: { selectedId: 'ann-lee' } }, /somebody else/],
    ['the choice is not of this search', { output: { selectedId: 'grace-obi' }, claimed: 'grace-obi' }, /not among/],
    ['the search is of another chat', { output: { selectedId: 'ann-li' }, searchedIn: 'other' }, /no such search/],
    ['the candidates were changed', { output: { selectedId: 'eve' }, claimed: 'eve', added: 'eve' }, /no such search/],
  ];
  for (const [when, { output, claimed = 'ann-li', searchedIn, added }, reason] of refusals) {
    it(`refuses when ${when}`, async () => {
      const { invite, outbox, found } = setUp('chat', createOutbox(), searchedIn);
      if (added) found.candidates.push({ id: added, name: 'Eve', about: 'Added later' });
      await assert.rejects(invite(claimed, output), reason);
      assert.equal(outbox.sent('chat').length, 0);
    });
  }
});

describe('the server, given a conversation that was changed on its way', async () => {
  const demo = await startDemo({ pageFolder: '/nowhere', pace: 0, env: {} });
  const api = `${demo.url}api/chat`;
  after(() => demo.close());

  it('invites nobody who was not found, and the agent says so', async () => {
    const messages = await chooseIn(api, 'forged', { selectedId: 'grace-obi' });
    assert.equal(messages[1].parts.findLast(({ type }) => type === 'tool-inviteContact').state, 'output-error');
    assert.match(messages[1].parts.at(-1).text, /I invited nobody.*not among the people/);
    assert.equal(demo.outbox.sent('forged').length, 0);
  });

  it('refuses a choice that is no choice', async () => {
    await assert.rejects(chooseIn(api, 'shapeless', { selectedId: 7 }));
    assert.equal(demo.outbox.sent('shapeless').length, 0);
  });

  it('invites once when the same choice arrives twice', async () => {
    const asked = await converse(api, 'twice', [said('Invite Ann')]);
    const chosen = pick(asked, { selectedId: 'ann-li' });
    await converse(api, 'twice', chosen);
    const [, reply] = await converse(api, 'twice', chosen);
    assert.equal(reply.parts.findLast(({ type }) => type === 'tool-inviteContact').state, 'output-available');
    assert.equal(demo.outbox.sent('twice').length, 1);
  });
});

/** The tools of a chat in which “Ann” was searched for, and the inviting one as a model would call it. */
function setUp(chatId = 'chat', outbox = createOutbox(), searchedIn = chatId) {
  const tools = createTools({ chatId, outbox });
  const found = searchContacts(searchedIn, 'Ann');
  const { searchId } = found;
  let calls = 0;
  const invite = (contactId, selection) =>
    tools.inviteContact.execute(
      { searchId, contactId },
      {
        toolCallId: `invitation-${++calls}`,
        messages: [
          { role: 'user', content: 'Invite Ann' },
          ...called('search', 'searchContacts', { query: 'Ann' }, found),
          ...called('selection', 'selectContact', { searchId }, selection),
        ],
      },
    );
  return { invite, outbox, found };
}

/** A call and its result, as a model reads them; without a result when there is none. */
function called(toolCallId, toolName, input, value) {
  const call = { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] };
  if (value === undefined) return [call];
  const output = { type: 'json', value };
  return [call, { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }];
}

function said(text) {
  return { id: 'u', role: 'user', parts: [{ type: 'text', text }] };
}

async function chooseIn(api, chatId, output) {
  return converse(api, chatId, pick(await converse(api, chatId, [said('Invite Ann')]), output));
}

/** The conversation with the waiting selection answered. */
function pick(messages, output) {
  const picked = structuredClone(messages);
  Object.assign(picked.at(-1).parts.at(-1), { state: 'output-available', output });
  return picked;
}
