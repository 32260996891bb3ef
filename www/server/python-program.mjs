// A Python program that prints the port on which it listens, as a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * @param {string} python
 * @param {string} file
 * @returns {Promise<{ url: string, ended: Promise<unknown>, stop: () => Promise<void> }>} `ended` says that it has ended, wanted or not
 */
export async function startPython(python, file) {
  const child = spawn(python, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  /** @type {Promise<unknown>} the exit code, or why there is no process */
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  const line = once(createInterface({ input: child.stdout }), 'line').then(([port]) => ({ port }));
  const first = await Promise.race([line, ended]);
  if (typeof first !== 'object' || first === null || !('port' in first))
    throw new Error(`${file} ended with ${first} before it listened.`);
  return {
    url: `http://127.0.0.1:${first.port}`,
    ended,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
