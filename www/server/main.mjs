// Starts the demo:  node www/server/main.mjs [--port N] [--page FOLDER] [--pace MILLISECONDS]
// The port may also be in PORT; COUNTERSIGN_PYTHON_AG_UI names the Python for the agent behind the page “AG-UI”.
// Prints the address when it is up; ends on SIGINT or SIGTERM.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startDemo } from './demo-server.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '4780' },
    page: { type: 'string' },
    pace: { type: 'string' },
  },
});
const pageFolder = resolve(values.page ?? fileURLToPath(new URL('../dist/page', import.meta.url)));
const port = Number(values.port);

if (!Number.isInteger(port) || port < 0 || port > 65535)
  fail(`--port wants a number from 0 to 65535, not “${values.port}”.`);
if (!existsSync(join(pageFolder, 'index.html')))
  fail(`There is no built page in ${pageFolder}: run  npx vite build www  first.`);

const demo = await startDemo({
  pageFolder,
  port,
  pace: values.pace === undefined ? undefined : Number(values.pace),
  python: process.env.COUNTERSIGN_PYTHON_AG_UI,
}).catch((error) =>
  fail(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken: choose another with --port N, or --port 0 for any free one.`
      : error.message,
  ),
);
console.log(`Demo: ${demo.url}`);
if (process.env.OPENAI_API_KEY && !process.env.OPENAI_MODEL)
  console.log('The agent is scripted. To use your OPENAI_API_KEY, name a model in OPENAI_MODEL.');
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => demo.close().then(() => process.exit(0)));

function fail(message) {
  console.error(message);
  process.exit(1);
}
