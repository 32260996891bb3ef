// What the recordings of all servers have in common: the page that the person sees, and where what
// our chat does is not what the recorded client did.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  lastAssistantMessageIsCompleteWithApprovalResponses as withDecisions,
  lastAssistantMessageIsCompleteWithToolCalls as withOutputs,
} from 'ai';
import { Conversation } from './conversation.mjs';

export const PG = { optionId: 'pg', label: 'Postgres' };
export const MY = { optionId: 'my', label: 'MySQL' };

/** Our chat, set up as the recorded client was. */
export class RecordedPage extends Conversation {
  constructor(init) {
    let ids = 0;
    super({
      generateId: () => `cli-${++ids}`,
      sendAutomaticallyWhen: (given) => withOutputs(given) || withDecisions(given),
      ...init,
    });
  }

  async answer(toolCallId, output = PG, tool = 'askUser') {
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

/** An answer was not taken, and this is why. */
export function refused(result, code) {
  assert.equal(result.ok, false);
  assert.equal(result.error.code, code);
}

/** The messages with one call changed. */
export function changed(messages, toolCallId, change) {
  const part = (one) => (one.toolCallId === toolCallId ? change(one) : one);
  return messages.map((message) => ({ ...message, parts: message.parts.map(part) }));
}

/** What waits of these two calls when a new message comes: a question, and an approval. */
export function passedOver(messages, { question = 'q1', approval = 'm1' } = {}) {
  const reason = 'Not answered: the user wrote a new message instead.';
  const asked = changed(messages, question, ({ output: _, ...part }) => ({
    ...part,
    state: 'output-error',
    errorText: reason,
  }));
  return changed(asked, approval, ({ output: _, ...part }) => ({
    ...part,
    state: 'output-denied',
    approval: { id: part.approval.id, approved: false, reason },
  }));
}

/** Every difference is about one of these recordings, and has a line in docs/differences.md. */
export function assertDocumented(differences, recordings) {
  const page = readFileSync(new URL('../../../docs/differences.md', import.meta.url), 'utf8');
  for (const [name, { lines }] of Object.entries(differences)) {
    assert.ok(recordings.includes(name), `there is no recording ${name}`);
    for (const line of lines) assert.ok(page.includes(`<a id="${line}"></a>`), `${name}: there is no line ${line}`);
  }
}

/**
 * What our chat does instead of what was recorded.
 *
 * @param {{ requests: object[], connections?: object[], messages: object[][] }} recorded Messages are by page.
 */
export function predicted(difference, recorded, recording) {
  if (difference === undefined) return recorded;
  const { requests = same, connections = same, messages = same } = difference;
  const ours = {
    requests: requests(recorded.requests, recording),
    connections: connections(recorded.connections),
    messages: recorded.messages.map((shown, page) => messages(shown, page, recording)),
  };
  assert.notDeepEqual(ours, recorded, 'is no longer different');
  return ours;
}

const same = (recorded) => recorded;
