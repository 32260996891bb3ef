// What an app pays for each entry, beside what it is meant to weigh.
//
// Each row is bundled as an app would bundle it: minified, for browsers,
// without React. The slim rows count the .wasm file too.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { entries } from '../../pkg-template/entries.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * In bytes after brotli: what an entry is meant to weigh, and what it may weigh
 * today. A chat with everything about the human's side is meant to weigh 64 kB
 * (AI SDK's client, at a chat alone, weighs 49.7), and a fifth less where the
 * wasm is a file of its own. We are not there: the ceiling keeps what is there
 * from growing; a whole new protocol raises it by what it weighs, and nothing
 * else does.
 */
const INLINED = { target: 64_000, ceiling: 154_000 };
const SEPARATE = { target: 51_200, ceiling: 150_000 };

/** What the migrated page may weigh; it is meant to weigh no more than it did. */
const MIGRATED_PAGE = 225_000;

/** What the components may weigh beside the chat that they show. */
const COMPONENTS = 19_000;

const chat = (entry) => `
  export { useChat } from '${entry}/react';
  export { HttpChatTransport, isToolUIPart, lastAssistantMessageIsComplete } from '${entry}';`;

const rows = [
  { name: 'useChat + HttpChatTransport + 2 helpers', code: chat('countersign'), budget: INLINED },
  {
    name: 'the same from countersign/slim',
    code: `${chat('countersign/slim')} export { init } from 'countersign/slim';`,
    files: ['core.wasm'],
    budget: SEPARATE,
  },
  ...entries.map(({ path: entry, wasm }) => {
    const name = `countersign${entry.slice(1)}, whole`;
    const code = `export * from 'countersign${entry.slice(1)}';`;
    const { target, ceiling } = wasm === 'inlined' ? INLINED : SEPARATE;
    const more = entry.endsWith('/components') ? COMPONENTS : 0;
    const budget = { target: target + more, ceiling: ceiling + more };
    return { name, code, files: wasm === 'inlined' ? [] : ['core.wasm'], budget };
  }),
];

/** A page on AI SDK's own client, React included: what a visitor downloads today. */
const PAGE = `
  import { createRoot } from 'react-dom/client';
  import { createElement } from 'react';
  import { client } from './www/src/clients/ai-sdk';
  createRoot(document.body).render(createElement(client.AgentChat, { agent: client.createAgent({ conversation: { id: '1', messages: [] } }) }));`;

/** The same page with its imports changed, as docs/ai-sdk.md says. */
const MIGRATED = {
  '@ai-sdk/react': `export { ChatController as Chat } from 'countersign'; export { useChat } from 'countersign/react';`,
  ai: `
    export {
      HttpChatTransport as DefaultChatTransport,
      lastAssistantMessageIsCompleteWithApprovalResponses,
      lastAssistantMessageIsCompleteWithToolCalls,
    } from 'countersign';`,
};

const columns = { raw: (bytes) => bytes.length, gzip, brotli };

function gzip(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

function brotli(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
}

async function bundled(code, { external = ['react', 'react/*'], instead = {} } = {}) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    plugins: [inPlaceOf(instead)],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0].contents;
}

/** Other modules in the place of some packages. */
function inPlaceOf(modules) {
  return {
    name: 'in-place-of',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path: name }) =>
        Object.hasOwn(modules, name) ? { path: name, namespace: 'in-place-of' } : undefined,
      );
      onLoad({ filter: /./, namespace: 'in-place-of' }, ({ path: name }) => ({
        contents: modules[name],
        resolveDir: root,
      }));
    },
  };
}

function sum(files) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, measure]) => [name, files.reduce((total, file) => total + measure(file), 0)]),
  );
}

const table = [];
for (const { name, code, files = [], budget } of rows) {
  const extra = files.map((file) => readFile(path.join(root, 'dist/countersign/dist', file)));
  table.push({ name, ...sum([await bundled(code), ...(await Promise.all(extra))]), budget });
}

const before = sum([await bundled(PAGE, { external: [] })]);
const after = sum([await bundled(PAGE, { external: [], instead: MIGRATED })]);
table.push(
  { name: "a page on AI SDK's client, React included", ...before },
  { name: 'the same page migrated', ...after, budget: { target: before.brotli, ceiling: MIGRATED_PAGE } },
);

const judged = table.filter(({ budget }) => budget !== undefined);
const over = judged.filter(({ brotli: size, budget }) => size > budget.ceiling);
const head = ['entry', 'raw', 'gzip', 'brotli', 'target', 'ceiling'];
const lines = table.map((row) =>
  [row.name, row.raw, row.gzip, row.brotli, row.budget?.target ?? '', row.budget?.ceiling ?? ''].map(String),
);
const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column].length)));
for (const line of [head, ...lines]) {
  const cells = line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])));
  console.log(cells.join('  '));
}
const met = judged.filter(({ brotli: size, budget }) => size <= budget.target);
console.log(`${met.length} of ${judged.length} targets met`);
if (over.length > 0) {
  console.error(`over the ceiling: ${over.map((row) => row.name).join(', ')}`);
  process.exit(1);
}
