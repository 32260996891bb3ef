// Streams that real servers wrote: AI SDK's, Pydantic AI's, and agents on Trigger.dev.

import { readdirSync, readFileSync } from 'node:fs';
import { isKnownTo6 } from './stream.mjs';

const ROOT = new URL('../../fixtures/', import.meta.url).pathname;

/** Every recorded response, as chunks. */
const responses = readdirSync(ROOT, { recursive: true })
  .filter((name) => /^(ai-sdk|trigger)\/.*\.sse$/.test(name))
  .sort()
  .map((name) => chunksOf(readFileSync(`${ROOT}${name}`, 'utf8')))
  .filter((chunks) => chunks.length > 0);

/** One of them. A server of AI SDK 6 says nothing that is new in 7. */
export function recorded(random, ai) {
  const chunks = structuredClone(random.pick(responses));
  return ai === 7 ? chunks : chunks.filter(({ type }) => isKnownTo6(type));
}

function chunksOf(text) {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)))
    .flatMap((data) => (data.records === undefined ? [data] : data.records.filter(({ body }) => body).map(inRecord)));
}

function inRecord({ body }) {
  return JSON.parse(body).data;
}
