// Gives what the wasm imports and exports short names, in it and in its glue.
//
// node short-names.mjs <wasm> <glue>
//
// wasm-bindgen's names are long and unique, so that they can be told apart in
// any program; compression makes little of them.

import { readFile, writeFile } from 'node:fs/promises';

/** What the façade links by its own name, and the memory, which measuring tools look for. */
const KEPT = ['__stack_pointer', '__wbindgen_start', 'memory'];

const IMPORTS = 2;
const EXPORTS = 7;
const FUNCTION = 0;

const [wasmFile, glueFile] = process.argv.slice(2);
const wasm = await readFile(wasmFile);
const imports = new Map();
const exports = new Map();

let at = 8;
const sections = [wasm.subarray(0, at)];
while (at < wasm.length) {
  const id = wasm[at++];
  const end = number() + at;
  let content = wasm.subarray(at, end);
  if (id === IMPORTS) content = renamed(renameImport);
  if (id === EXPORTS) content = renamed(renameExport);
  sections.push(Buffer.from([id]), leb(content.length), content);
  at = end;
}
await writeFile(wasmFile, Buffer.concat(sections));

const aliases = [...imports].map(([name, short]) => `${name} as ${short}`);
const glue = (await readFile(glueFile, 'utf8'))
  .replace(/^export function (\w+)/gm, (whole, name) => (imports.has(name) ? `function ${name}` : whole))
  .replace(/\bwasm\.(\w+)/g, (whole, name) => (exports.has(name) ? `wasm.${exports.get(name)}` : whole));
await writeFile(glueFile, `${glue}\nexport { ${aliases.join(', ')} };\n`);

/** The entries of the section that is read, each through `rename`. */
function renamed(rename) {
  const count = number();
  return Buffer.concat([leb(count), ...Array.from({ length: count }, rename)]);
}

function renameImport() {
  const module = name();
  const short = shortName(imports, name());
  const kind = at;
  if (wasm[at++] !== FUNCTION) throw new Error('the wasm imports what is no function');
  number();
  return Buffer.concat([text(module), text(short), wasm.subarray(kind, at)]);
}

function renameExport() {
  const own = name();
  const short = KEPT.includes(own) ? own : shortName(exports, own);
  const kind = at++;
  number();
  return Buffer.concat([text(short), wasm.subarray(kind, at)]);
}

/** The next short name of a map: `a` to `z`, then `a1` and so on. */
function shortName(names, name) {
  const round = Math.floor(names.size / 26);
  const short = String.fromCharCode(97 + (names.size % 26)) + (round > 0 ? round : '');
  names.set(name, short);
  return short;
}

function name() {
  const length = number();
  at += length;
  return wasm.toString('utf8', at - length, at);
}

function text(value) {
  return Buffer.concat([leb(value.length), Buffer.from(value)]);
}

/** An unsigned LEB128 number. */
function number() {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = wasm[at++];
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

function leb(value) {
  const bytes = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Buffer.from([...bytes, rest]);
}
