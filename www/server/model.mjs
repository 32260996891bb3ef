// Which model answers: the scripted one, or a hosted one when the environment has a key.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { scriptedModel } from './scripted-model.mjs';

const INSTRUCTIONS =
  'You help a product team to announce Lantern 2.0 by e-mail. Find out with askUser what you need to know, ' +
  'at most two questions at a time, then propose one mail by calling sendEmail. The person sees that call and allows or denies it. ' +
  'When it is denied, say that nothing was sent, take the reason seriously, and propose a better mail. Keep your own text to two sentences.';

/**
 * @param {{ env: NodeJS.ProcessEnv, pace: number }} options
 * `OPENAI_API_KEY` switches to a hosted model; `OPENAI_BASE_URL` (any OpenAI-compatible API) and `OPENAI_MODEL` say which.
 */
export function chooseModel({ env, pace }) {
  const apiKey = env.OPENAI_API_KEY;
  if (!apiKey) return { name: 'scripted', instructions: undefined, model: scriptedModel({ pace }) };
  const name = env.OPENAI_MODEL ?? 'gpt-5-mini';
  const provider = createOpenAICompatible({
    name: 'hosted',
    apiKey,
    baseURL: env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
  });
  return { name, instructions: INSTRUCTIONS, model: provider(name) };
}
