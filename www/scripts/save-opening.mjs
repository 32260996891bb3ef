// Writes src/opening-conversation.json: a conversation with the demo's own server, up to the point where it waits.
//   node www/scripts/save-opening.mjs
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { DefaultChatTransport, readUIMessageStream } from 'ai';
import { startDemo } from '../server/demo-server.mjs';

const REQUEST = 'Tell the team that Lantern 2.0 goes live on Thursday';

/** @returns {Promise<import('ai').UIMessage[]>} the person's message and the agent's, in `approval-requested` */
export async function haveOpeningConversation() {
  const demo = await startDemo({ pageFolder: '/nowhere', pace: 0, env: {} });
  try {
    const request = { id: 'opening-request', role: 'user', parts: [{ type: 'text', text: REQUEST }] };
    const transport = new DefaultChatTransport({ api: `${demo.url}api/chat` });
    const stream = await transport.sendMessages({
      chatId: 'opening',
      messages: [request],
      trigger: 'submit-message',
      messageId: undefined,
      abortSignal: undefined,
    });
    let reply;
    for await (const state of readUIMessageStream({ stream, terminateOnError: true })) reply = state;
    return JSON.parse(JSON.stringify([request, reply]));
  } finally {
    await demo.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = new URL('../src/opening-conversation.json', import.meta.url);
  await writeFile(file, `${JSON.stringify(await haveOpeningConversation(), null, 2)}\n`);
}
