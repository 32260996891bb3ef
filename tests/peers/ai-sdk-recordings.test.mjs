// Conversations that AI SDK's own client had with AI SDK 7's server, had again: the person does
// the same, the server says what was recorded. What our chat sends must be what theirs sent, byte by
// byte, and what it shows in the end what theirs showed, or what docs/differences.md says instead.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  lastAssistantMessageIsCompleteWithApprovalResponses as withDecisions,
  lastAssistantMessageIsCompleteWithToolCalls as withOutputs,
} from 'ai';
import { HttpChatTransport } from 'countersign';
import { differences } from './recorded/ai-sdk-differences.mjs';
import { stories } from './recorded/ai-sdk-stories.mjs';
import { Conversation } from './stage/conversation.mjs';
import { Recording, recordings } from './stage/recording.mjs';

/** A page of the recorded chat. */
class Page extends Conversation {
  constructor(recording, init) {
    let ids = 0;
    super({
      id: 'chat-1',
      generateId: () => `cli-${++ids}`,
      transport: new HttpChatTransport({ api: 'http://recorded/api/chat', fetch: recording.fetch }),
      sendAutomaticallyWhen: (given) => withOutputs(given) || withDecisions(given),
      ...init,
    });
  }

  async answer(toolCallId, output = { optionId: 'pg', label: 'Postgres' }, tool = 'askUser') {
    const result = await this.chat.addToolOutput({ tool, toolCallId, output });
    await this.settled();
    return result;
  }

  /** Decides about the call, by the approval id that it has. */
  async decide(toolCallId, approved, reason) {
    const { approval } = this.calls.findLast((part) => part.toolCallId === toolCallId);
    const result = await this.chat.addToolApprovalResponse({ id: approval.id, approved, reason });
    await this.settled();
    return result;
  }
}

describe('what AI SDK’s own client did with AI SDK’s server', () => {
  it('is had again whole', () => {
    assert.deepEqual(recordings(), Object.keys(stories).sort());
  });

  it('is done otherwise only where docs/differences.md has a line', () => {
    const page = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8');
    const lines = Object.values(differences).flatMap((difference) => difference.lines);
    assert.deepEqual(
      lines.filter((line) => !page.includes(`<a id="${line}"></a>`)),
      [],
    );
    assert.deepEqual(
      Object.keys(differences).filter((name) => !(name in stories)),
      [],
    );
  });

  for (const [name, story] of Object.entries(stories)) {
    it(name, async (t) => {
      const recording = new Recording(name);
      const pages = [];
      const open = (init) => {
        pages.push(new Page(recording, init));
        return pages.at(-1);
      };
      t.after(() => {
        for (const page of pages) page.end();
      });
      await story({ open, recording });
      const recorded = {
        requests: recording.requests,
        messages: pages.map((_, number) => recording.messages(pages.length > 1 ? number : undefined)),
      };
      const expected = predicted(name, recorded, recording);
      assert.deepEqual(recording.sent, expected.requests);
      assert.deepEqual(
        pages.map((page) => page.saved()),
        expected.messages,
      );
    });
  }
});

/** What our chat sends and shows instead of what was recorded. */
function predicted(name, recorded, recording) {
  const difference = differences[name];
  if (difference === undefined) return recorded;
  const bodies = recorded.requests.map((body) => JSON.parse(body));
  const { requests = () => bodies, messages = (same) => same } = difference;
  const ours = {
    requests: requests(bodies, recording).map((body) => JSON.stringify(body)),
    messages: recorded.messages.map((shown, page) => messages(shown, page, recording)),
  };
  assert.notDeepEqual(ours, recorded, 'is no longer different');
  return ours;
}
