// What an application passes to its chat.

import * as values from './values.mjs';

/** @param {{ queue: boolean }} more Whether messages wait while the agent speaks or waits; AI SDK 6 has no queue. */
export function setup(random, ai, { queue }) {
  const transport = random.chance(0.75) ? 'http' : 'chunks';
  return {
    ai,
    transport,
    // AI SDK 6 draws the chat's id at once, 7 and ours when it is first asked for.
    chatId: ai === 6 || random.chance(0.9) ? 'chat-1' : undefined,
    predicate: random.weighted([
      [6, 'both'],
      [1, 'tools'],
      [1, 'approvals'],
      [2, 'complete'],
      [1, 'none'],
    ]),
    onToolCall: random.weighted([
      [4, undefined],
      [2, 'watch'],
      [1, 'answer'],
      [1, 'answer later'],
    ]),
    onData: random.chance(0.5),
    metadataSchema: random.chance(0.02) ? 'number n' : undefined,
    // AI SDK 6 never asks it.
    dataSchema: ai === 7 && random.chance(0.03) ? 'number n' : undefined,
    replay: random.weighted([
      [6, undefined],
      [1, true],
      [1, false],
    ]),
    http: transport === 'http' ? http(random) : undefined,
    messages: [],
    ...(queue ? { queue } : {}),
  };
}

function http(random) {
  return {
    ...(random.chance(0.3) ? { api: random.pick(['/chat?team=a', 'https://example.com/chat/', '/c#x']) } : {}),
    ...(random.chance(0.2) ? { headers: { 'X-Team': 'blue', Authorization: 'Bearer t' } } : {}),
    ...(random.chance(0.2) ? { body: { session: 's1', ...values.object(random) } } : {}),
    ...(random.chance(0.1) ? { credentials: 'include' } : {}),
  };
}

/** Options of one call. */
export function callOptions(random) {
  if (!random.chance(0.15)) return undefined;
  return {
    ...(random.chance(0.5) ? { headers: { 'x-team': 'green', 'X-Call': 'c' } } : {}),
    ...(random.chance(0.5) ? { body: { attempt: random.between(1, 3) } } : {}),
    ...(random.chance(0.3) ? { metadata: { m: 1 } } : {}),
  };
}
