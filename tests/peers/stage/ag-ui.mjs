// The Pydantic AI agent behind its AG-UI adapter.
import { HttpAgent } from '@ag-ui/client';
import { askUser } from 'countersign';
import { AgUiTransport, agUiAgent } from 'countersign/ag-ui';
import { Conversation } from './conversation.mjs';
import { startPython } from './python.mjs';

/** The ways to the agent, by name. */
export const ways = {
  AgUiTransport: (options) => new AgUiTransport(options),
  agUiAgent: ({ url, fetch, ...options }) => agUiAgent(new HttpAgent({ url, fetch }), options),
};

export async function startAgent() {
  const { url, ran, stop } = await startPython(
    'pydantic-ai-ag-ui/agent.py',
    'COUNTERSIGN_PYTHON_AG_UI',
    'python-ag-ui-peers',
  );
  return {
    /** A conversation with the agent. The page answers the questions of ask-user. */
    converse(way, init = {}, options = {}) {
      const requests = [];
      /** What happens to the requests to come, by turn: a function that answers in the server's place, or nothing. */
      const accidents = [];
      const transport = ways[way]({
        url: `${url}/agent`,
        tools: [askUser.tool()],
        fetch: async (api, request) => {
          requests.push(JSON.parse(request.body));
          const accident = accidents.shift();
          return accident ? accident(() => fetch(api, request)) : fetch(api, request);
        },
        ...options,
      });
      const conversation = new Conversation({ transport, capabilities: [askUser()], ...init });
      return Object.assign(conversation, { requests, accidents, transport });
    },
    ran,
    stop,
  };
}
