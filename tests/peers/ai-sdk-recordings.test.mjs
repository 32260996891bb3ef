// Conversations that AI SDK's own client had with AI SDK 7's server, had again: the person does
// the same, the server says what was recorded. What our chat sends must be what theirs sent, byte by
// byte, and what it shows in the end what theirs showed, or what docs/differences.md says instead.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpChatTransport } from 'countersign';
import { differences } from './recorded/ai-sdk-differences.mjs';
import { stories } from './recorded/ai-sdk-stories.mjs';
import { assertDocumented, predicted, RecordedPage } from './stage/recorded-page.mjs';
import { Recording, recordings } from './stage/recording.mjs';

describe('what AI SDK’s own client did with AI SDK’s server', () => {
  it('is had again whole', () => {
    assert.deepEqual(recordings(), Object.keys(stories).sort());
  });

  it('is done otherwise only where docs/differences.md has a line', () => {
    assertDocumented(differences, recordings());
  });

  for (const [name, story] of Object.entries(stories)) {
    it(name, async (t) => {
      const recording = new Recording(name);
      const pages = [];
      const open = (init) => {
        const transport = new HttpChatTransport({ api: 'http://recorded/api/chat', fetch: recording.fetch });
        pages.push(new RecordedPage({ id: 'chat-1', transport, ...init }));
        return pages.at(-1);
      };
      t.after(() => {
        for (const page of pages) page.end();
      });
      await story({ open, recording });
      const recorded = {
        requests: recording.requests,
        messages: pages.map((_, page) => recording.messages(pages.length > 1 ? page : undefined)),
      };
      const expected = predicted(differences[name], recorded, recording);
      assert.deepEqual(
        recording.sent,
        expected.requests.map((body) => JSON.stringify(body)),
      );
      assert.deepEqual(
        pages.map((page) => page.saved()),
        expected.messages,
      );
    });
  }
});
