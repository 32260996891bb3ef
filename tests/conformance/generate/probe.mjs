// A message with calls in every state, and then chunks of every type about them.

import { anyChunk, known } from './spoil.mjs';
import { chunkTypes, isKnownTo6 } from './stream.mjs';

export const callStates = [
  'input-streaming',
  'input-available',
  'approval-requested',
  'approval-responded',
  'output-available',
  'preliminary',
  'output-error',
  'output-denied',
];

const aboutCalls = chunkTypes.filter((type) => type.startsWith('tool-'));
const others = chunkTypes.filter((type) => !type.startsWith('tool-'));
/** These end a response when they do not fit, and it has to go on. */
const ending = ['error', 'text-delta', 'text-end', 'reasoning-delta', 'reasoning-end'];

export function probe(random, ai, name) {
  const knows = (type) => ai !== 6 || isKnownTo6(type);
  const states = callStates.filter((state) => ai !== 6 || state !== 'approval-responded');
  const pairs = Array.from({ length: random.between(4, 9) }, (_, index) => ({
    type: random.pick(aboutCalls.filter((type) => knows(type) && (ai !== 6 || type !== 'tool-input-error'))),
    call: new Call(`${name}-${index}`, random.chance(0.5), random.pick(states)),
  }));
  const texts = ['text', 'reasoning'].flatMap((kind) => text(kind, random));
  const before = [
    { type: 'start' },
    { type: 'start-step' },
    ...random.merged([...pairs.map(({ call, type }) => call.reached(type, random)), texts]),
  ];
  if (random.chance(0.05)) before.push({ type: 'start-step' }, { type: 'file', mediaType: 'a/b', url: 'data:,' });
  const ids = { ...known(undefined, before), ...openTexts(before), names: new Map() };
  const asides = random
    .shuffled(others.filter((type) => knows(type) && !ending.includes(type)))
    .slice(0, random.between(2, 5));
  const about = ({ type, call }) =>
    anyChunk(random, ai, { ...ids, calls: [call.id], approvals: [call.approvalId], names: call.names }, type);
  const chunks = random.shuffled([...pairs.map(about), ...asides.map((type) => anyChunk(random, ai, ids, type))]);
  const last = [
    ...others.filter((type) => knows(type) && type !== 'start-step'),
    ...Array(24).fill('error'),
    ...Array(knows('reset-step') ? 34 : 0).fill('reset-step'),
  ];
  // A new step puts the calls out of reach, and one without content is a difference of its own.
  const isLate = ({ type }) => type === 'start-step' || type === 'reset-step';
  return [
    ...before,
    ...chunks.filter((chunk) => !isLate(chunk)),
    ...(random.chance(0.75) ? [anyChunk(random, ai, ids, random.pick(last))] : []),
    ...chunks.filter(isLate),
    // AI SDK would send a step by itself in which all calls have results.
    { type: 'start-step' },
    { type: 'text-start', id: 'end' },
    { type: 'text-end', id: 'end' },
    { type: 'finish' },
  ];
}

function openTexts(chunks) {
  const open = (kind) => {
    const ended = new Set(chunks.filter(({ type }) => type === `${kind}-end`).map(({ id }) => id));
    return chunks.filter(({ type, id }) => type === `${kind}-start` && !ended.has(id)).map(({ id }) => id);
  };
  return { texts: open('text'), reasonings: open('reasoning') };
}

function text(kind, random) {
  return ['done', 'open'].flatMap((name) => {
    if (random.chance(0.3)) return [];
    const id = `${kind}-${name}`;
    return [
      { type: `${kind}-start`, id },
      { type: `${kind}-delta`, id, delta: 'a' },
      ...(name === 'done' ? [{ type: `${kind}-end`, id }] : []),
    ];
  });
}

/** A call on its way into a state. */
class Call {
  constructor(id, dynamic, state) {
    this.id = id;
    this.state = state;
    this.approvalId = `${id}-approval`;
    this.head = { toolCallId: id, toolName: 'askUser', ...(dynamic ? { dynamic } : {}) };
    this.names = new Map([[id, dynamic ? { type: 'dynamic-tool', toolName: 'askUser' } : { type: 'tool-askUser' }]]);
  }

  /** The chunks that bring it there, so that one of this type fits afterwards. */
  reached(type, random) {
    const { id: toolCallId, approvalId, head } = this;
    const start = { type: 'tool-input-start', ...head };
    const delta = { type: 'tool-input-delta', toolCallId, inputTextDelta: '{"a":[1' };
    const available = { type: 'tool-input-available', ...head, input: { a: [1] } };
    const request = { type: 'tool-approval-request', approvalId, toolCallId };
    const isAsked = type === 'tool-approval-response' || random.chance(0.2);
    // A call that is said again while it is asked about is a difference of its own.
    const isSaidAgain = type === 'tool-approval-response' || random.chance(0.02);
    const begun = [...(type === 'tool-input-delta' || random.chance(0.3) ? [start] : []), available];
    const asked = isAsked ? [request] : [];
    switch (this.state) {
      case 'input-streaming':
        return [...(isSaidAgain ? [available, request] : []), start, delta];
      case 'input-available':
        return isSaidAgain ? [...begun, request, available] : begun;
      case 'approval-requested':
        return [...begun, request];
      case 'approval-responded':
        return [...begun, request, { type: 'tool-approval-response', approvalId, approved: random.chance(0.5) }];
      case 'output-available':
        return [...begun, ...asked, { type: 'tool-output-available', toolCallId, output: 1 }];
      case 'preliminary':
        return [...begun, ...asked, { type: 'tool-output-available', toolCallId, output: 1, preliminary: true }];
      case 'output-error':
        return [...begun, ...asked, { type: 'tool-output-error', toolCallId, errorText: 'no' }];
      default:
        return [...begun, ...asked, { type: 'tool-output-denied', toolCallId }];
    }
  }
}
