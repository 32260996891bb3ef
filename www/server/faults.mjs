// Trouble on demand, for tests and for people who want to see what the page does about it.
//
//   a request header   x-demo-fault: error | cut | slow     this request
//   words in a message "fail once", "cut once", "slowly"    the first continuation after it (slowly: each reply)

import { setTimeout as wait } from 'node:timers/promises';

const WORDS = [
  { fault: 'error', words: /\bfail once\b/i, once: true },
  { fault: 'cut', words: /\bcut once\b/i, once: true },
  { fault: 'slow', words: /\bslowly\b/i, once: false },
];

/** Under `slow`, milliseconds before each event of a reply. */
const SLOW_PAUSE = 250;
/** Under `cut`, events of a reply that arrive before the connection breaks. */
const EVENTS_BEFORE_CUT = 3;

/** @typedef {'error' | 'cut' | 'slow'} Fault */

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
      if (header === 'error' || header === 'cut' || header === 'slow') return header;
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
  if (fault !== 'cut' && fault !== 'slow') return events;
  let seen = 0;
  return events.pipeThrough(
    new TransformStream({
      async transform(event, controller) {
        seen += 1;
        if (fault === 'slow') await wait(SLOW_PAUSE);
        if (fault === 'slow' || seen <= EVENTS_BEFORE_CUT) controller.enqueue(event);
        // A little later, so that what came before is on the wire.
        else if (seen === EVENTS_BEFORE_CUT + 1) wait(20).then(() => response.destroy());
      },
    }),
  );
}
