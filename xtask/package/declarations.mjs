// The declarations that ship: those that the entries reach, once for ESM and once for CommonJS.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { declarationFile } from './exports.mjs';

/** The module specifiers of a declaration file. */
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(["'])([^"']+)\2/g;

/** Packages that are only ESM, which a CommonJS declaration may name only with this attribute. */
const ESM_ONLY = /(\bfrom\s*)(["'])(ai)\2/g;

export async function copyDeclarations(from, to, entries) {
  const files = await reachable(from, entries.map(declarationFile));
  for (const [flavour, change] of [
    ['esm', (text) => text],
    ['cjs', (text) => text.replace(ESM_ONLY, '$1$2$3$2 with { "resolution-mode": "import" }')],
  ]) {
    for (const [file, text] of files) {
      const destination = path.join(to, flavour, file);
      await mkdir(path.dirname(destination), { recursive: true });
      await writeFile(destination, change(text));
    }
  }
  await writeFile(path.join(to, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}

async function reachable(folder, roots) {
  const files = new Map();
  const waiting = [...roots];
  while (waiting.length > 0) {
    const file = waiting.pop();
    if (files.has(file)) continue;
    const text = await readFile(path.join(folder, file), 'utf8');
    files.set(file, text);
    for (const [, , , specifier] of text.matchAll(SPECIFIER)) {
      if (specifier.startsWith('.')) {
        waiting.push(path.join(path.dirname(file), specifier.replace(/\.js$/, '.d.ts')));
      }
    }
  }
  return files;
}
