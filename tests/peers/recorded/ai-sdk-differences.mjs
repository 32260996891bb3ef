// What we do otherwise than the recorded client, by the line in docs/differences.md. What it sent (bodies) and
// showed (messages, and of which page) becomes what ours does; what is not said is as recorded.

import { changed, MY, PG, passedOver } from '../stage/recorded-page.mjs';

export const differences = {
  '19-new-user-message-while-question-pending': {
    lines: ['new-message-settles'],
    requests: ([first, second]) => [first, { ...second, messages: passedOver(second.messages) }],
    messages: (messages) => passedOver(messages),
  },
  '21-new-user-message-while-approval-pending': {
    lines: ['new-message-settles', 'named-message', 'superseded'],
    requests: ([first, second, third]) => [
      first,
      { ...second, messages: passedOver(second.messages) },
      { ...third, messages: passedOver(third.messages), messageId: 'srv-msg-2' },
    ],
    // The recorded client shows the old reply where the new one was.
    messages: (_, __, { requests }) => passedOver(requests[2].messages),
  },
  '23-second-answer-later': {
    lines: ['answers-refused'],
    messages: (messages) => changed(messages, 'q1', (part) => ({ ...part, output: PG })),
  },
  '29-no-ids-from-server': { lines: ['continued-id'], messages: oneReply },
  '29b-no-originalMessages-no-onEnd': { lines: ['continued-id'], messages: oneReply },
  '31-fake-output-for-approval-tool': {
    lines: ['answers-refused'],
    requests: (bodies) => bodies.slice(0, 1),
    messages: (messages) =>
      changed(messages.slice(0, 2), 'm1', ({ output: _, ...part }) => ({
        ...part,
        state: 'approval-requested',
        approval: { id: 'appr-2' },
      })).map((message) => ({ ...message, parts: message.parts.slice(0, 2) })),
  },
  '39-step-limit-autosend-loop': {
    lines: ['automatic-needs-answer'],
    requests: (bodies) => bodies.slice(0, 1),
    messages: ([user, reply]) => [user, { ...reply, parts: reply.parts.slice(0, 2) }],
  },
  '43-reused-toolCallId-other-message': {
    lines: ['one-call'],
    requests: (bodies, recording) => [
      ...bodies,
      { ...bodies[1], messages: eachAnswered(recording), messageId: 'srv-msg-3' },
    ],
    messages: (_, __, recording) => eachAnswered(recording, 'Done two.'),
  },
  '47-resume-replays-continuation': {
    lines: ['resumed-in-the-middle'],
    messages: (messages, page, recording) => (page === 0 ? messages : recording.messages(0)),
  },
};

/** Two calls with one id, each with the answer that it got, and what the server says to the second. */
function eachAnswered(recording, text) {
  const [first, , again, second] = recording.messages();
  const { messages } = recording.requests[2];
  const answered = changed([second], 'call_0', (part) => ({ ...part, state: 'output-available', output: MY }))[0];
  const said = text === undefined ? [] : [{ type: 'step-start' }, { type: 'text', text, state: 'done' }];
  return [first, messages[1], again, { ...answered, parts: [...answered.parts, ...said] }];
}

/** The second reply, under the id of the first. */
function oneReply([user, first, second]) {
  return [user, { ...second, id: first.id }];
}
