// A Python agent as a program of its own, started and stopped by the tests.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as python from '../../../www/server/python-program.mjs';

/** The Python that a variable of the environment names, or the one of an environment in `.cache`. */
export function pythonOf(variable, environment) {
  const usual = fileURLToPath(new URL(`../../../.cache/${environment}/bin/python`, import.meta.url));
  const there = process.env[variable] ?? usual;
  if (!existsSync(there)) throw new Error(`No ${there}: run  cargo xtask test peers`);
  return there;
}

/** Starts a program that prints the port that it listens on. */
export async function startPython(program, variable, environment) {
  const file = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const { url, stop } = await python.startPython(pythonOf(variable, environment), file);
  return {
    url,
    /** The calls that really ran since this was last asked. */
    ran: async () => (await fetch(`${url}/ran`)).json(),
    stop,
  };
}
