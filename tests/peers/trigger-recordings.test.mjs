// Sessions that AI SDK's own client had with agents on Trigger.dev, had again through the real
// TriggerChatTransport: what is appended and connected to, and what is shown in the end, must be what was
// recorded, or what docs/differences.md says instead.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differences } from './recorded/trigger-differences.mjs';
import { stories } from './recorded/trigger-stories.mjs';
import { assertDocumented, PG, predicted, RecordedPage } from './stage/recorded-page.mjs';
import { customAgent, RecordedSession, sessions } from './stage/recorded-session.mjs';

describe('what AI SDK’s own client did with agents on Trigger.dev', () => {
  it('is had again whole', () => {
    assert.deepEqual(sessions(), Object.keys(stories).sort());
  });

  it('is done otherwise only where docs/differences.md has a line', () => {
    assertDocumented(differences, sessions());
  });

  for (const [name, story] of Object.entries(stories)) {
    it(name, async (t) => {
      const session = new RecordedSession(name);
      const pages = [];
      const open = ({ state, ...init } = {}) => {
        const transport = session.transport(state);
        const page = Object.assign(new RecordedPage({ id: session.chatId, transport, ...init }), { transport });
        pages.push(page);
        return page;
      };
      t.after(() => {
        for (const page of pages) page.end();
        session.end();
      });
      await story({ open, session, stateOf: ({ transport }) => structuredClone(transport.getSession(session.chatId)) });
      const recorded = {
        requests: session.requests,
        connections: session.connections.map(({ settled: _, ...connection }) => connection),
        messages: pages.map((_, page) => session.messages(pages.length > 1 ? page : undefined)),
      };
      const expected = predicted(differences[name], recorded, session);
      assert.deepEqual(session.sent, expected.requests.map(written));
      assert.deepEqual(
        pages.map((page) => page.saved()),
        expected.messages,
      );
      assert.deepEqual(session.connected, expected.connections);
    });
  }
});

describe('an agent of Trigger.dev that keeps no conversation of its own', () => {
  it('answers under another id, and the reply keeps its own', async (t) => {
    const { uiAfter, chunks2: chunks } = customAgent();
    const [, asked, , other] = uiAfter[1].map((message) => /#(\w+)\[/.exec(message)[1]);
    assert.equal(chunks[0].messageId, other);
    const question = { type: 'tool-askUser', toolCallId: 'q1', state: 'input-available', input: {} };
    const page = new RecordedPage({
      messages: [
        { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'go' }] },
        { id: asked, role: 'assistant', parts: [{ type: 'step-start' }, question] },
      ],
      transport: {
        sendMessages: async () => ReadableStream.from(chunks),
        reconnectToStream: async () => null,
      },
    });
    t.after(() => page.end());
    await page.answer('q1');
    assert.equal(page.chat.error, undefined);
    assert.deepEqual(
      page.saved().map(({ id }) => id),
      ['u1', asked],
    );
    assert.deepEqual(page.saved()[1].parts.slice(1), [
      { ...question, state: 'output-available', output: PG },
      { type: 'step-start' },
      { type: 'text', text: 'Continued.', state: 'done' },
    ]);
  });
});

/** An append as it is on the wire. */
function written({ body, ...append }) {
  return append.denied ? append : { ...append, text: JSON.stringify(body) };
}
