// Which model answers: the scripted one, or a hosted one when the environment names it and has its key.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { scriptedModel } from './scripted-model.mjs';

const INSTRUCTIONS =
  'You help a product team to announce Lantern 2.0 by e-mail. Find out with askUser what you need to know, ' +
  'at most two questions at a time, then propose one mail by calling sendEmail. The person sees that call and allows or denies it. ' +
  'When it is denied, say that nothing was sent, take the reason seriously, and propose a better mail. ' +
  'To invite somebody, call searchContacts, then selectContact with its searchId, then inviteContact with whom the person chose; ' +
  'when they chose none, invite nobody. Keep your own text to two sentences.';

/**
 * `OPENAI_API_KEY` and `OPENAI_MODEL` together switch to a hosted model; `OPENAI_BASE_URL` names the API, any of that shape.
 * A key alone does not: many have one lying in their environment, and the demo must not spend money unasked.
 * @param {{ env: NodeJS.ProcessEnv, pace: number }} options
 */
export function chooseModel({ env, pace }) {
  const { OPENAI_API_KEY: apiKey, OPENAI_MODEL: name, OPENAI_BASE_URL: baseURL = 'https://api.openai.com/v1' } = env;
  if (!apiKey || !name) return { name: 'scripted', instructions: undefined, model: scriptedModel({ pace }) };
  return { name, instructions: INSTRUCTIONS, model: createOpenAICompatible({ name: 'hosted', apiKey, baseURL })(name) };
}
