// A message with calls in every state, and then chunks of every type about them.

import { anyChunk, known } from './spoil.mjs';
import { chunkTypes, isKnownTo6 } from './stream.mjs';

const states = [
  'input-streaming',
  'input-available',
  'approval-requested',
  'approval-responded',
  'output-available',
  'preliminary',
  'output-error',
  'output-denied',
];

/** Chunks that end a response early when they do not fit, and `error`, are kept for the end. */
const early = chunkTypes.filter(
  (type) => !['error', 'text-delta', 'text-end', 'reasoning-delta', 'reasoning-end'].includes(type),
);

export function probe(random, ai, name) {
  const chosen = random.shuffled(states).slice(0, random.between(2, 5));
  const calls = chosen.map((state, index) => call(`${name}-${index}`, state, random, ai));
  const texts = ['text', 'reasoning'].flatMap((kind) => text(kind, random));
  const before = [{ type: 'start' }, { type: 'start-step' }, ...random.merged([...calls, texts])];
  if (random.chance(0.05)) before.push({ type: 'start-step' }, { type: 'file', mediaType: 'a/b', url: 'data:,' });
  const knows = (type) => ai !== 6 || isKnownTo6(type);
  const ids = { ...known(undefined, before), ...openTexts(before) };
  ids.names = new Map(
    before
      .filter(({ toolName }) => toolName)
      .map(({ toolCallId, toolName, dynamic }) => [
        toolCallId,
        dynamic ? { type: 'dynamic-tool', toolName } : { type: `tool-${toolName}` },
      ]),
  );
  const types = random.shuffled(early.filter(knows)).slice(0, random.between(3, 10));
  // A new step puts the calls out of reach: it comes late.
  types.sort((a, b) => (a === 'start-step') - (b === 'start-step'));
  const last = random.pick(chunkTypes.filter(knows));
  return [
    ...before,
    ...[...types, last].map((type) => anyChunk(random, ai, ids, type)),
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

function call(toolCallId, state, random, ai) {
  const head = { toolCallId, toolName: 'askUser', ...(random.chance(0.5) ? { dynamic: true } : {}) };
  const start = { type: 'tool-input-start', ...head };
  const delta = { type: 'tool-input-delta', toolCallId, inputTextDelta: '{"a":[1' };
  const available = { type: 'tool-input-available', ...head, input: { a: [1] } };
  const approvalId = `${toolCallId}-approval`;
  const request = { type: 'tool-approval-request', approvalId, toolCallId };
  const asked = random.chance(0.5) ? [request] : [];
  switch (state) {
    case 'input-streaming':
      return [start, delta];
    case 'input-available':
      return [available];
    case 'approval-requested':
      return [available, request];
    case 'approval-responded':
      return ai === 6
        ? [available, request]
        : [available, request, { type: 'tool-approval-response', approvalId, approved: random.chance(0.5) }];
    case 'output-available':
      return [available, ...asked, { type: 'tool-output-available', toolCallId, output: 1 }];
    case 'preliminary':
      return [available, ...asked, { type: 'tool-output-available', toolCallId, output: 1, preliminary: true }];
    case 'output-error':
      return [available, ...asked, { type: 'tool-output-error', toolCallId, errorText: 'no' }];
    default:
      return [available, ...asked, { type: 'tool-output-denied', toolCallId }];
  }
}
