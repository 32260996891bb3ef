// The demo's server without a page.
import { DefaultChatTransport, readUIMessageStream } from 'ai';

/**
 * One request with AI SDK's own transport; the conversation after it.
 * @param {string} api @param {string} chatId @param {import('ai').UIMessage[]} messages
 */
export async function converse(api, chatId, messages) {
  const stream = await new DefaultChatTransport({ api }).sendMessages({ chatId, messages, trigger: 'submit-message' });
  const last = messages.at(-1);
  const continued = last.role === 'assistant' ? structuredClone(last) : undefined;
  let reply = continued;
  for await (const state of readUIMessageStream({ stream, message: continued, terminateOnError: true })) reply = state;
  return JSON.parse(JSON.stringify([...messages.slice(0, continued ? -1 : undefined), reply]));
}
