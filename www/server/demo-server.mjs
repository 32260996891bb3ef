// The demo's web server: the page, the agent behind it, and the outbox. Listens on 127.0.0.1 only.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChat } from './chat.mjs';
import { chooseModel } from './model.mjs';
import { createOutbox } from './outbox.mjs';
import { createPythonAgent } from './python-agent.mjs';

const HOST = '127.0.0.1';
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Folders that are served, by the first part of the path; the page's own folder answers everything else. */
const PLAIN_PAGE = join(HERE, '../plain.html');
const PACKAGE_FOLDER = join(HERE, '../../dist/countersign');

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** The largest request body that is read, in bytes. */
const MOST_BODY = 4 * 1024 * 1024;

/**
 * @param {object} options
 * @param {string} options.pageFolder the built page
 * @param {number} [options.port] 0: any free one
 * @param {number} [options.pace] milliseconds between two words of the scripted agent
 * @param {NodeJS.ProcessEnv} [options.env] where a key for a hosted model may be
 * @param {string} [options.python] the Python that has Pydantic AI, for the agent behind the page “AG-UI”
 * @param {(request: import('./chat.mjs').ChatRequest) => void} [options.onChatRequest] told of every chat request
 */
export async function startDemo({
  pageFolder,
  port = 0,
  pace = 28,
  env = process.env,
  python,
  onChatRequest = () => {},
}) {
  const outbox = createOutbox();
  const chosen = chooseModel({ env, pace });
  const chat = createChat({ ...chosen, outbox, onChatRequest });
  const pythonAgent = createPythonAgent(python);
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error) => {
      console.error(error);
      if (!response.headersSent) sendText(response, 500, 'The demo server failed; its console says why.');
      else response.destroy();
    });
  });

  async function answer(request, response) {
    if (!isFromOwnPage(request)) return sendText(response, 403, 'This server answers its own page only.');
    const url = new URL(request.url ?? '/', `http://${HOST}`);
    if (url.pathname === '/api/chat' && request.method === 'POST') {
      const body = await readBody(request);
      return body === undefined
        ? sendText(response, 413, 'The conversation is too long for this demo.')
        : chat(request, response, body);
    }
    if (url.pathname === '/api/ag-ui' && request.method === 'POST') {
      const body = await readBody(request);
      return body === undefined
        ? sendText(response, 413, 'The conversation is too long for this demo.')
        : pythonAgent.forward(request, response, body);
    }
    if (request.method !== 'GET') return sendText(response, 405, 'No such method here.');
    if (url.pathname === '/api/outbox')
      return sendJson(response, { mails: outbox.sent(url.searchParams.get('chat') ?? '') });
    if (url.pathname === '/api/about')
      return sendJson(response, { model: chosen.name, hasPythonAgent: pythonAgent.isThere });
    // Nothing to resume: a reply lives as long as its request.
    if (/^\/api\/chat\/[^/]+\/stream$/.test(url.pathname)) return response.writeHead(204).end();
    return sendFile(response, fileFor(url.pathname, pageFolder));
  }

  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://${HOST}:${address.port}/`,
    outbox,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await pythonAgent.close();
    },
  };
}

/** Other web pages, and names that were made to point here, must not be able to talk to the agent. */
function isFromOwnPage({ headers }) {
  const host = headers.host ?? '';
  const origin = headers.origin;
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) && (origin === undefined || origin === `http://${host}`);
}

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MOST_BODY) chunks.push(chunk); // the rest is read all the same, so that the refusal arrives
  }
  return size > MOST_BODY ? undefined : Buffer.concat(chunks).toString('utf8');
}

function fileFor(path, pageFolder) {
  const wanted = path === '/' ? '/index.html' : decode(path);
  if (wanted === '/plain.html') return PLAIN_PAGE;
  if (wanted.startsWith('/countersign/')) return inside(PACKAGE_FOLDER, wanted.slice('/countersign'.length));
  return inside(pageFolder, wanted);
}

function decode(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/\0';
  }
}

/** The file in the folder, undefined for a path that leads out of it. */
function inside(folder, path) {
  const file = normalize(join(folder, path));
  return file.startsWith(folder + sep) && !file.includes('\0') ? file : undefined;
}

async function sendFile(response, file) {
  const type = file === undefined ? undefined : TYPES[extname(file)];
  const content = type === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (content === undefined) return sendText(response, 404, 'Nothing here.');
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(content);
}

function sendJson(response, value) {
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value));
}

function sendText(response, status, text) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}
