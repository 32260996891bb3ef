// Trouble on demand, for tests and for people who want to see what the page does about it.
//
//   a request header   x-demo-fault: FAULT, or FAULT once          this request; `once`: the first continuation of a turn
//   words in a message "fail once", "cut once", "slowly"           the first continuation after it (slowly: each reply)
//
// A turn is what the person wrote last and everything that follows from it.

import { setTimeout as wait } from 'node:timers/promises';

/**
 * - `error`: status 500
 * - `cut`: the connection breaks early in the reply, after the result of an allowed call
 * - `lost`: it breaks just before the first result of a call: the call has run, and nobody hears of it
 * - `slow`: a pause before each event
 * - `no-step`: continuations lack their `start-step`
 * - `empty`: continuations are answered with 200 and nothing else, and nothing runs
 * - `one-step`: the agent stops after each step, also when only server tools ran
 * @typedef {'error' | 'cut' | 'lost' | 'slow' | 'no-step' | 'empty' | 'one-step'} Fault
 */

const FAULTS = ['error', 'cut', 'lost', 'slow', 'no-step', 'empty', 'one-step'];

const WORDS = [
  { fault: 'error', words: /\bfail once\b/i, once: true },
  { fault: 'cut', words: /\bcut once\b/i, once: true },
  { fault: 'slow', words: /\bslowly\b/i, once: false },
];

/** Those that a client may answer with one request after another, unasked. */
const LOOPING = ['no-step', 'empty', 'one-step'];
/** Requests in one turn under such a fault. The next is refused, so that a loop ends by itself. */
export const MOST_REQUESTS = 12;

/** Under `slow`, milliseconds before each event of a reply. */
const SLOW_PAUSE = 250;
/** Under `cut`, events of a reply that arrive before the connection breaks. */
const EVENTS_BEFORE_CUT = 3;

/** Most turns that are remembered; the oldest goes first. */
const MOST_TURNS = 1000;

export function createFaults() {
  /** Requests so far in each turn that meets a fault which happens once or loops. */
  const turns = new Map();
  const count = (turn) => {
    const seen = (turns.get(turn) ?? 0) + 1;
    turns.delete(turn);
    turns.set(turn, seen);
    if (turns.size > MOST_TURNS) turns.delete(turns.keys().next().value);
    return seen;
  };
  return {
    /**
     * What this request meets; `too-many` when it is one of too many.
     * @param {string | undefined} header
     * @param {{ id: string, messages: import('ai').UIMessage[] }} request
     * @returns {Fault | 'too-many' | undefined}
     */
    for(header, { id, messages }) {
      const asked = messages.findLast((message) => message.role === 'user');
      const text = asked?.parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ') ?? '';
      const { fault, once } = named(header) ?? WORDS.find(({ words }) => words.test(text)) ?? {};
      const isContinuation = messages.at(-1)?.role === 'assistant';
      const turn = JSON.stringify([id, asked?.id, fault]);
      if (once) return isContinuation && count(turn) === 1 ? fault : undefined;
      if (LOOPING.includes(fault) && count(turn) > MOST_REQUESTS) return 'too-many';
      return isContinuation || (fault !== 'no-step' && fault !== 'empty') ? fault : undefined;
    },
  };
}

/** @returns {{ fault: Fault, once: boolean } | undefined} */
function named(header) {
  const [fault, often] = header?.split(' ') ?? [];
  return FAULTS.includes(fault) ? { fault, once: often === 'once' } : undefined;
}

/**
 * The events as the fault lets them through.
 * @param {ReadableStream<{ type: string }>} events @param {Fault | undefined} fault @param {import('node:http').ServerResponse} response
 */
export function spoil(events, fault, response) {
  const breaks = { cut: (_, seen) => seen >= EVENTS_BEFORE_CUT, lost: ({ type }) => type === 'tool-output-available' }[
    fault
  ];
  let seen = 0;
  let isBroken = false;
  return events.pipeThrough(
    new TransformStream({
      async transform(event, controller) {
        if (isBroken || (fault === 'no-step' && event.type === 'start-step')) return;
        if (fault === 'slow') await wait(SLOW_PAUSE);
        if (breaks?.(event, seen)) {
          isBroken = true;
          // A little later, so that what came before is on the wire; meanwhile the reply must not end by itself.
          await wait(20);
          response.destroy();
          return;
        }
        seen += 1;
        controller.enqueue(event);
      },
    }),
  );
}
