// The Pydantic AI agent behind its Vercel adapter.
import { HttpChatTransport } from 'countersign';
import { Conversation } from './conversation.mjs';
import { startPython } from './python.mjs';

export async function startAgent() {
  const { url, ran, stop } = await startPython('pydantic-ai/agent.py', 'COUNTERSIGN_PYTHON', 'python-peers');
  return {
    /** A conversation with the agent, which speaks the protocol of that AI SDK version. */
    converse(sdk, init = {}) {
      const requests = [];
      /** What happens to the requests to come, by turn: a function that answers in the server's place, or nothing. */
      const accidents = [];
      const transport = new HttpChatTransport({
        api: `${url}/chat?sdk=${sdk}`,
        fetch: async (api, request) => {
          requests.push(JSON.parse(request.body));
          const accident = accidents.shift();
          return accident ? accident(() => fetch(api, request)) : fetch(api, request);
        },
      });
      return Object.assign(new Conversation({ transport, ...init }), { requests, accidents });
    },
    ran,
    stop,
  };
}
