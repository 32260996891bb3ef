// A Python agent as a program of its own, started and stopped by the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * Starts a program that prints the port that it listens on, with the Python that a variable of the environment names,
 * or the one in `.cache`.
 */
export async function startPython(program, variable, environment) {
  const usual = fileURLToPath(new URL(`../../../.cache/${environment}/bin/python`, import.meta.url));
  const python = process.env[variable] ?? usual;
  if (!existsSync(python)) throw new Error(`No ${python}: run  cargo xtask test peers`);
  const file = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const child = spawn(python, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The agent ended with ${code} before it listened.`);
  });
  const [port] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  ended.catch(() => {}); // from here on its end is wanted
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    /** The calls that really ran since this was last asked. */
    ran: async () => (await fetch(`${url}/ran`)).json(),
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
