// What an app pays for each entry, beside its budget.
//
// Each row is bundled as an app would bundle it: minified, for browsers,
// without React. The slim rows count the .wasm file too.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');

/** Budgets are in bytes after brotli. */
const rows = [
  { name: 'countersign', code: `export * from 'countersign';`, budget: 49_700 },
  { name: 'countersign/react', code: `export * from 'countersign/react';`, budget: 49_700 },
  {
    name: 'countersign/slim + core.wasm',
    code: `export * from 'countersign/slim';`,
    files: ['core.wasm'],
    budget: 39_700,
  },
];

const columns = { raw: (bytes) => bytes.length, gzip, brotli };

function gzip(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

function brotli(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
}

async function bundled(code) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['react', 'react/*'],
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0].contents;
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

const over = table.filter(({ brotli: size, budget }) => size > budget);
const head = ['entry', 'raw', 'gzip', 'brotli', 'budget'];
const lines = table.map((row) => [row.name, row.raw, row.gzip, row.brotli, row.budget].map(String));
const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column].length)));
for (const line of [head, ...lines]) {
  const cells = line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])));
  console.log(cells.join('  '));
}
if (over.length > 0) {
  console.error(`over budget: ${over.map((row) => row.name).join(', ')}`);
  process.exit(1);
}
