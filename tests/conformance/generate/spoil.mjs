// What a server says when something is wrong with it: chunks out of order,
// twice, missing, of the wrong shape, or about calls that were finished long ago.

import { callsOf, chunkTypes, isKnownTo6 } from './stream.mjs';
import * as values from './values.mjs';

/** The same chunks, spoiled in one or two ways. */
export function spoiled(chunks, random, { ai, isChecked, message, isQuirky }) {
  let all = [...chunks];
  // A response that fails right after a `start-step` is one of the differences.
  const isSafe = (at) => isQuirky || all[at - 1]?.type !== 'start-step';
  for (let left = random.between(1, 2); left > 0; left--) {
    let at = random.between(0, Math.max(all.length - 1, 0));
    while (!isSafe(at)) at++;
    if (at >= all.length) return all;
    all = random.weighted([
      [3, () => swapped(all, at)],
      [2, () => all.toSpliced(at, 1)],
      [3, () => all.toSpliced(at, 0, structuredClone(all[at] ?? { type: 'start-step' }))],
      [3, () => again(all, random)],
      [4, () => all.toSpliced(at, 0, anyChunk(random, ai, known(message, all)))],
      [isChecked ? 4 : 0, () => all.with(at, misshapen(all[at], random))],
      [1, () => all.with(at, { ...all[at], unheardOf: values.value(random) })],
      [0.5, () => all.toSpliced(at, 0, { type: 'tool-unheard-of', toolCallId: 'call-1' })],
      [1, () => oneId(all, random)],
    ])();
  }
  return all;
}

function swapped(all, at) {
  return at + 1 < all.length ? all.with(at, all[at + 1]).with(at + 1, all[at]) : all;
}

/** A chunk comes once more, later. */
function again(all, random) {
  const chunk = random.pick(all);
  return all.toSpliced(random.between(all.indexOf(chunk), all.length), 0, structuredClone(chunk));
}

/** Two things get the same id. */
function oneId(all, random) {
  const field = random.pick(['toolCallId', 'id', 'approvalId']);
  const ids = [...new Set(all.map((chunk) => chunk[field]).filter((id) => id !== undefined))];
  if (ids.length < 2) return all;
  const [one, other] = random.shuffled(ids);
  return all.map((chunk) => (chunk[field] === one ? { ...chunk, [field]: other } : chunk));
}

function misshapen(chunk, random) {
  if (chunk === undefined) return { type: 7 };
  const field = random.pick(Object.keys(chunk));
  if (random.chance(0.2)) {
    const { [field]: _, ...rest } = chunk;
    return rest;
  }
  return { ...chunk, [field]: values.wrong(random) };
}

/** The ids that a chunk can name. */
export function known(message, chunks = []) {
  const calls = callsOf(message);
  const all = (field, type) =>
    chunks.filter((chunk) => type === undefined || chunk.type === type).map((chunk) => chunk[field]);
  return {
    calls: [...calls.map(({ toolCallId }) => toolCallId), ...all('toolCallId')].filter(Boolean),
    names: new Map(calls.map((part) => [part.toolCallId, part])),
    approvals: [...calls.map(({ approval }) => approval?.id), ...all('approvalId')].filter(Boolean),
    texts: all('id', 'text-start'),
    reasonings: all('id', 'reasoning-start'),
  };
}

/** A chunk of any type, about something that is there. */
export function anyChunk(random, ai, ids, type = random.pick(chunkTypes.filter((one) => ai !== 6 || isKnownTo6(one)))) {
  const pick = (list) => (list.length > 0 && random.chance(0.98) ? random.pick(list) : 'nobody');
  const toolCallId = pick(ids.calls);
  const part = ids.names.get(toolCallId);
  const dynamic = part === undefined ? random.chance(0.5) : part.type === 'dynamic-tool';
  const call = {
    toolCallId,
    toolName: random.chance(0.9) ? (part?.toolName ?? part?.type.slice('tool-'.length) ?? 'askUser') : 'search',
    ...(dynamic !== random.chance(0.01) ? { dynamic: true } : {}),
    ...(random.chance(0.1) ? { providerExecuted: random.chance(0.5) } : {}),
    ...(random.chance(0.1) ? { title: 'Another title' } : {}),
    ...(random.chance(0.1) ? { toolMetadata: values.object(random) } : {}),
    ...(random.chance(0.1) ? { providerMetadata: values.providerMetadata(random) } : {}),
  };
  switch (type) {
    case 'start':
      return { type, ...(random.chance(0.3) ? { messageMetadata: values.object(random) } : {}) };
    case 'text-start':
      return { type, id: `more-${random.between(1, 3)}` };
    case 'reasoning-start':
      return { type, id: `more-${random.between(1, 3)}` };
    case 'text-delta':
      return { type, id: pick(ids.texts), delta: values.text(random, true) };
    case 'reasoning-delta':
      return { type, id: pick(ids.reasonings), delta: values.text(random, true) };
    case 'text-end':
      return { type, id: pick(ids.texts) };
    case 'reasoning-end':
      return { type, id: pick(ids.reasonings) };
    case 'file':
    case 'reasoning-file':
      return { type, mediaType: 'text/plain', url: 'data:,' };
    case 'source-url':
      return { type, sourceId: 's', url: 'https://example.com' };
    case 'source-document':
      return { type, sourceId: 's', mediaType: 'text/plain', title: 'T' };
    case 'custom':
      return { type, kind: 'a.b' };
    case 'steering-message':
      return { type, id: 'steer', parts: [{ type: 'text', text: 'faster' }] };
    case 'tool-input-start':
      return { type, ...call };
    case 'tool-input-delta':
      return { type, toolCallId, inputTextDelta: random.pick(['{"a":', '1}', '[', '"', '', '7', 'tr']) };
    case 'tool-input-available':
      return { type, ...call, input: values.value(random) };
    case 'tool-input-error':
      return { type, ...call, input: values.value(random), errorText: 'no' };
    case 'tool-approval-request':
      return {
        type,
        toolCallId,
        approvalId: `again-${random.between(1, 999_999)}`,
        ...(ai === 7 && random.chance(0.2) ? { isAutomatic: true } : {}),
      };
    case 'tool-approval-response':
      return { type, approvalId: pick(ids.approvals), approved: random.chance(0.5) };
    case 'tool-output-available':
      return {
        type,
        toolCallId,
        output: values.value(random),
        ...(random.chance(0.3) ? { preliminary: random.chance(0.7) } : {}),
        ...(random.chance(0.1) ? { providerExecuted: true } : {}),
      };
    case 'tool-output-error':
      return { type, toolCallId, errorText: 'no' };
    case 'tool-output-denied':
      return { type, toolCallId };
    case 'data-*':
      return { type: 'data-weather', ...(random.chance(0.5) ? { id: 'd1' } : {}), data: { n: 1 } };
    case 'message-metadata':
      return { type, messageMetadata: values.object(random) };
    case 'error':
      return { type, errorText: 'Overloaded' };
    default:
      return { type };
  }
}
