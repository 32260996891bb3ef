// What we do otherwise than the recorded client in sessions of Trigger.dev, by the line in docs/differences.md. What
// it appended and showed (messages, and of which page) becomes what ours does; what is not said is as recorded.

import { changed, PG, passedOver } from '../stage/recorded-page.mjs';

export const differences = {
  'T13-user-message-while-question-pending': {
    lines: ['new-message-settles', 'superseded'],
    messages: (messages) => passedOver(messages),
  },
  'T15-answer-twice': {
    lines: ['answers-refused'],
    requests: (appends) => inMessages(appends, firstHolds),
    messages: firstHolds,
  },
  'T21-forged-output-for-approval-tool': {
    lines: ['answers-refused'],
    requests: (appends) => appends.slice(0, 1),
    connections: (connections) => connections.slice(0, 1),
    messages: ([user, reply]) =>
      changed([user, { ...reply, parts: reply.parts.slice(0, 2) }], 'm1', ({ output: _, ...part }) => ({
        ...part,
        state: 'approval-requested',
        approval: { id: 'appr-2' },
      })),
  },
  'T33-late-answer-sent-directly': {
    lines: ['new-message-settles', 'superseded'],
    requests: (appends) => inMessages(appends, passedOver),
    messages: (messages) => passedOver(messages),
  },
};

/** Two answers at once, of which the second was recorded. */
function firstHolds(messages) {
  return changed(messages, 'q1', (part) => ({ ...part, output: PG }));
}

/** Changes the messages that are appended. */
function inMessages(appends, change) {
  return appends.map(({ body, ...append }) => {
    const [message] = change([body.payload.message]);
    return { ...append, body: { ...body, payload: { ...body.payload, message } } };
  });
}
