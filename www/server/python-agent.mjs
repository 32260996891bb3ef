// The agent behind the page “AG-UI”: a Python program, started when it is first needed. Its requests go through this
// server, so that the page has one origin.
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { startPython } from './python-program.mjs';

const PROGRAM = fileURLToPath(new URL('pydantic-ai/agent.py', import.meta.url));

const MISSING =
  'This agent is written in Python, with Pydantic AI, which is not installed: `cargo xtask demo` does it.';

/** @param {string | undefined} python the Python that has Pydantic AI */
export function createPythonAgent(python) {
  /** @type {Promise<Awaited<ReturnType<typeof startPython>>> | undefined} */
  let starting;

  function started() {
    if (starting === undefined) {
      const attempt = startPython(String(python), PROGRAM);
      starting = attempt;
      const again = () => {
        if (starting === attempt) starting = undefined;
      };
      attempt.then((program) => program.ended.then(again), again);
    }
    return starting;
  }

  return {
    isThere: python !== undefined && existsSync(python),

    /** Hands a run over to the agent, and its events back as they come. */
    async forward(request, response, body) {
      if (!this.isThere) return refuse(response, 503, MISSING);
      const left = new AbortController();
      response.once('close', () => left.abort());
      let answer;
      try {
        const { url } = await started();
        const { accept = '*/*', 'content-type': type = 'application/json' } = request.headers;
        answer = await fetch(`${url}/agent`, {
          method: 'POST',
          headers: { accept, 'content-type': type },
          body,
          signal: left.signal,
        });
      } catch (error) {
        if (left.signal.aborted) return;
        console.error(error);
        return refuse(response, 502, 'The Python agent does not answer; the console of the demo server says why.');
      }
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
        'cache-control': 'no-store',
      });
      // Whoever breaks off, the other side sees it by its connection.
      if (answer.body !== null) await pipeline(Readable.fromWeb(answer.body), response).catch(() => response.destroy());
      else response.end();
    },

    async close() {
      const program = await starting?.catch(() => undefined);
      await program?.stop();
    },
  };
}

function refuse(response, status, text) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}
