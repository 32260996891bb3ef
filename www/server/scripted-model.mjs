// A language model that follows `story.mjs` instead of a network: the same interface, stream shape and
// pauses as a hosted model, so that everything above it is the real SDK.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { nextStep } from './story.mjs';

const USAGE = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};

/**
 * @param {{ pace: number }} options `pace`: milliseconds between two words.
 * @returns {import('@ai-sdk/provider').LanguageModelV4}
 */
export function scriptedModel({ pace }) {
  return {
    specificationVersion: 'v4',
    provider: 'countersign-demo',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate() {
      throw new Error('The scripted model only streams.');
    },
    async doStream({ prompt, abortSignal }) {
      return { stream: ReadableStream.from(speak(nextStep(prompt), pace, abortSignal)) };
    },
  };
}

async function* speak({ text, calls }, pace, signal) {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id: 'text' };
  for (const delta of text.match(/\S+\s*/g) ?? []) {
    await wait(pace, undefined, { signal });
    yield { type: 'text-delta', id: 'text', delta };
  }
  yield { type: 'text-end', id: 'text' };
  for (const { toolName, input } of calls) {
    const id = `call-${randomUUID()}`;
    const json = JSON.stringify(input);
    yield { type: 'tool-input-start', id, toolName };
    for (const delta of json.match(/.{1,24}/gsu) ?? []) {
      await wait(pace, undefined, { signal });
      yield { type: 'tool-input-delta', id, delta };
    }
    yield { type: 'tool-input-end', id };
    yield { type: 'tool-call', toolCallId: id, toolName, input: json };
  }
  const reason = calls.length > 0 ? 'tool-calls' : 'stop';
  yield { type: 'finish', finishReason: { unified: reason, raw: reason }, usage: USAGE };
}
