// Which types of chunk have met which states of parts. A chunk about a call is
// counted for the state of that call, any other for every state in its message.

import { callStates } from '../generate/probe.mjs';
import { chunkTypes, isCall } from '../generate/stream.mjs';

const textStates = ['text streaming', 'text done', 'reasoning streaming', 'reasoning done'];
const aboutCalls = new Set(chunkTypes.filter((type) => type.startsWith('tool-')));

export class Coverage {
  #counts = new Map();

  constructor() {
    for (const type of chunkTypes) {
      for (const state of callStates)
        for (const kind of ['static', 'dynamic']) this.#counts.set(`${type} × ${kind} ${state}`, 0);
      if (!aboutCalls.has(type)) for (const state of textStates) this.#counts.set(`${type} × ${state}`, 0);
    }
  }

  note(chunk, message) {
    const type = chunk.type?.startsWith?.('data-') ? 'data-*' : chunk.type;
    const parts = aboutCalls.has(type) ? [called(chunk, message?.parts ?? [])] : (message?.parts ?? []);
    for (const state of new Set(parts.map(stateOf))) {
      const pair = `${type} × ${state}`;
      if (this.#counts.has(pair)) this.#counts.set(pair, this.#counts.get(pair) + 1);
    }
  }

  /** The pair that occurred least, and how many pairs there are. */
  get least() {
    const [pair, count] = [...this.#counts].reduce((least, one) => (one[1] < least[1] ? one : least));
    return { pair, count, pairs: this.#counts.size };
  }

  /** The pairs that occurred less often than this. */
  below(count) {
    return [...this.#counts].filter(([, found]) => found < count);
  }
}

function called({ type, toolCallId, approvalId }, parts) {
  const step = parts.slice(parts.findLastIndex((part) => part.type === 'step-start') + 1);
  if (type === 'tool-approval-response') return parts.find((part) => isCall(part) && part.approval?.id === approvalId);
  const isIt = (part) => isCall(part) && part.toolCallId === toolCallId;
  return step.find(isIt) ?? parts.findLast(isIt);
}

function stateOf(part) {
  if (part === undefined) return 'none';
  if (part.type === 'text' || part.type === 'reasoning') return `${part.type} ${part.state}`;
  if (!isCall(part)) return part.type;
  const kind = part.type === 'dynamic-tool' ? 'dynamic' : 'static';
  return `${kind} ${part.state === 'output-available' && part.preliminary ? 'preliminary' : part.state}`;
}
