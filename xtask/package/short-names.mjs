// Gives what the wasm imports and exports short names, in it and in its glue.
//
// node short-names.mjs <wasm> <glue>
//
// wasm-bindgen's names are long and unique, so that they can be told apart in
// any program; compression makes little of them.

import { readFile, writeFile } from 'node:fs/promises';
import { EXPORTS, IMPORTS, leb, outlineOf, Reader, section, text } from './wasm-binary.mjs';

/** What the façade links by its own name, and the memory, which measuring tools look for. */
const KEPT = ['__stack_pointer', '__wbindgen_start', 'memory'];

/** What is imported or exported, where it is a function. */
const FUNCTION = 0;

const [wasmFile, glueFile] = process.argv.slice(2);
const imports = new Map();
const exports = new Map();

const { preamble, sections } = outlineOf(await readFile(wasmFile));
const renamers = { [IMPORTS]: renameImport, [EXPORTS]: renameExport };
const written = sections.map(({ id, content }) => {
  const rename = renamers[id];
  return section(id, rename === undefined ? content : renamed(new Reader(content), rename));
});
await writeFile(wasmFile, Buffer.concat([preamble, ...written]));

const aliases = [...imports].map(([name, short]) => `${name} as ${short}`);
const glue = (await readFile(glueFile, 'utf8'))
  .replace(/^export function (\w+)/gm, (whole, name) => (imports.has(name) ? `function ${name}` : whole))
  .replace(/\bwasm\.(\w+)/g, (whole, name) => (exports.has(name) ? `wasm.${exports.get(name)}` : whole));
await writeFile(glueFile, `${glue}\nexport { ${aliases.join(', ')} };\n`);

/** The entries of a section, each through `rename`. */
function renamed(reader, rename) {
  const count = reader.number();
  return Buffer.concat([leb(count), ...Array.from({ length: count }, () => rename(reader))]);
}

function renameImport(reader) {
  const module = reader.text();
  const short = shortName(imports, reader.text());
  if (reader.byte() !== FUNCTION) throw new Error('the wasm imports what is no function');
  return Buffer.concat([text(module), text(short), Buffer.from([FUNCTION]), leb(reader.number())]);
}

function renameExport(reader) {
  const own = reader.text();
  const short = KEPT.includes(own) ? own : shortName(exports, own);
  return Buffer.concat([text(short), Buffer.from([reader.byte()]), leb(reader.number())]);
}

/** The next short name of a map: `a` to `z`, then `a1` and so on. */
function shortName(names, name) {
  const round = Math.floor(names.size / 26);
  const short = String.fromCharCode(97 + (names.size % 26)) + (round > 0 ? round : '');
  names.set(name, short);
  return short;
}
