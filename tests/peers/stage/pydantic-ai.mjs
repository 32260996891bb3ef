// The Pydantic AI agent as a program of its own, started and stopped by the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { HttpChatTransport } from 'countersign';
import { Conversation } from './conversation.mjs';

const program = fileURLToPath(new URL('../pydantic-ai/agent.py', import.meta.url));
const usualPython = fileURLToPath(new URL('../../../.cache/python-peers/bin/python', import.meta.url));

export async function startAgent() {
  const python = process.env.COUNTERSIGN_PYTHON ?? usualPython;
  if (!existsSync(python)) throw new Error(`No ${python}: run  cargo xtask test peers`);
  const child = spawn(python, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The agent ended with ${code} before it listened.`);
  });
  const [port] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  ended.catch(() => {}); // from here on its end is wanted
  const url = `http://127.0.0.1:${port}`;
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
    /** The calls that really ran since this was last asked. */
    ran: async () => (await fetch(`${url}/ran`)).json(),
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
