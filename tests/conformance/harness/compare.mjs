// One script, given to both chats step by step. After every step, when nothing
// moves any more, both must show and have done the same.

import { Oracle } from './oracle.mjs';
import { Ours } from './sides.mjs';

/** Nothing in either chat waits for a clock: after a turn of the event loop all is quiet. */
const quiet = () => new Promise((resolve) => setImmediate(resolve));

/** Plays a script that is there. */
export const compare = ({ setup, steps }, how = {}) => {
  const left = [...steps];
  return play(setup, () => left.shift(), how);
};

/**
 * Plays what `next` writes, step by step.
 * @param {(theirs: Oracle) => object | undefined} next
 */
export async function play(setup, next, how = {}) {
  const theirs = new Oracle(setup, how);
  const ours = new Ours(setup);
  const steps = [];
  const comparison = new Comparison(theirs, ours);
  try {
    for (let step = next(theirs); step !== undefined; step = next(theirs)) {
      steps.push(step);
      await theirs.prepare(step);
      theirs.act(step);
      ours.act(step);
      await quiet();
      const found = comparison.disagreement(step);
      if (found !== undefined) return { ...comparison.facts(), steps, found: { at: steps.length - 1, step, ...found } };
    }
    return { ...comparison.facts(), steps };
  } finally {
    ours.close();
  }
}

/** What both sides have done so far, compared as far as it is new. */
class Comparison {
  constructor(theirs, ours) {
    this.theirs = theirs;
    this.ours = ours;
  }

  /** The first thing that differs after this step, if anything does. */
  disagreement(step) {
    // A message that was just added goes on growing unsaid.
    this.theirs.show();
    this.ours.show();
    const [theirs, ours] = [this.theirs.seen(), this.ours.seen()];
    const isTold = ['chunk', 'bytes'].includes(step.do);
    const lists = {
      requests: [theirs.requests, ours.requests],
      log: [this.#fresh('log', theirs), this.#fresh('log', ours)],
      // Of promises that are fulfilled at once nobody can tell which was first.
      promises: [this.#fresh('promises', theirs), this.#fresh('promises', ours)].map(byName),
      // AI SDK writes an edit and the like in two goes; only a response shows states that count.
      shown: this.#shown(theirs, ours, isTold),
    };
    for (const [about, [a, b]] of Object.entries(lists)) {
      for (let index = 0; index < Math.max(a.length, b.length); index++) {
        if (!alike(a[index], b[index])) return { about, theirs: a[index], ours: b[index] };
      }
    }
    for (const about of ['messages', 'status', 'error', 'queued']) {
      if (!alike(theirs[about], ours[about])) return { about, theirs: theirs[about], ours: ours[about] };
    }
    return undefined;
  }

  #shown(theirs, ours, isTold) {
    const both = [this.#fresh('shown', theirs), this.#fresh('shown', ours)];
    if (!isTold) return both.map((all) => all.slice(-1));
    if (!this.ours.setup.onToolCall?.startsWith('answer')) return both;
    // What the page answers in the middle of a read shows with the next chunk.
    const [all, own] = both;
    const seen = [];
    for (const state of all) {
      if (state === all.at(-1) || alike(state, own[seen.length])) seen.push(state);
    }
    return [seen, own];
  }

  /** What else is known of the case. */
  facts() {
    const [theirs, ours] = [this.theirs.network.seen(), this.ours.network.seen()];
    return {
      applied: this.theirs.applied,
      isFinished: this.theirs.isFinished,
      requests: theirs.length,
      sameBytes: theirs.filter(
        (request, at) => (request.body ?? request.request) === (ours[at]?.body ?? ours[at]?.request),
      ).length,
    };
  }

  /** What has come since this was asked last. */
  #fresh(about, seen) {
    return seen[about].splice(0);
  }
}

function byName(promises) {
  return promises.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Equal as JSON, whatever the order of an object's fields. Texts that hold JSON are read. */
export function alike(a, b) {
  return a === b || same(a, b);
}

function same(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a === 'string' && typeof b === 'string') {
    const [left, right] = [parsed(a), parsed(b)];
    return left !== undefined && right !== undefined && same(left, right);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) =>
    same(Object.hasOwn(a, key) ? a[key] : undefined, Object.hasOwn(b, key) ? b[key] : undefined),
  );
}

function parsed(text) {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
