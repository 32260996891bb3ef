// Trouble on demand, for tests and for people who want to see what the page does about it.
//
//   a request header   x-demo-fault: error | cut | lost | slow     this request
//   words in a message "fail once", "cut once", "slowly"           the first continuation after it (slowly: each reply)

import { setTimeout as wait } from 'node:timers/promises';

const WORDS = [
  { fault: 'error', words: /\bfail once\b/i, once: true },
  { fault: 'cut', words: /\bcut once\b/i, once: true },
  { fault: 'slow', words: /\bslowly\b/i, once: false },
];

/** Under `slow`, milliseconds before each event of a reply. */
const SLOW_PAUSE = 250;
/** Events of a reply that arrive before the connection breaks: the result of an allowed call does, or does not. */
const EVENTS_BEFORE_BREAK = { cut: 3, lost: 1 };

/** @typedef {'error' | 'cut' | 'lost' | 'slow'} Fault */

const FAULTS = ['error', 'cut', 'lost', 'slow'];

export function createFaults() {
  /** Message ids whose one fault has happened. */
  const spent = new Set();
  return {
    /**
     * @param {string | undefined} header
     * @param {import('ai').UIMessage[]} messages
     * @returns {Fault | undefined}
     */
    for(header, messages) {
      if (FAULTS.includes(header)) return /** @type {Fault} */ (header);
      const asked = messages.findLast((message) => message.role === 'user');
      const text = asked?.parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ') ?? '';
      const found = WORDS.find(({ words }) => words.test(text));
      if (!found?.once) return found?.fault;
      const isContinuation = messages.at(-1)?.role === 'assistant';
      if (!isContinuation || spent.has(asked.id)) return undefined;
      spent.add(asked.id);
      return found.fault;
    },
  };
}

/**
 * The events as the fault lets them through.
 * @param {ReadableStream<unknown>} events @param {Fault | undefined} fault @param {import('node:http').ServerResponse} response
 */
export function spoil(events, fault, response) {
  if (fault === undefined) return events;
  const most = EVENTS_BEFORE_BREAK[fault] ?? Number.POSITIVE_INFINITY;
  let seen = 0;
  return events.pipeThrough(
    new TransformStream({
      async transform(event, controller) {
        seen += 1;
        if (fault === 'slow') await wait(SLOW_PAUSE);
        if (seen <= most) controller.enqueue(event);
        // A little later, so that what came before is on the wire.
        else if (seen === most + 1) wait(20).then(() => response.destroy());
      },
    }),
  );
}
