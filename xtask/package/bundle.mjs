// Assembles the npm package: bundles, declarations, wasm, exports map.
//
// node bundle.mjs <declarations> <package>
//   declarations: the folder that tsc wrote
//   package: the folder to fill

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import binaryen from 'binaryen';
import { build, transform } from 'esbuild';
import { entries, styleSheets } from '../../pkg-template/entries.mjs';
import { copyDeclarations } from './declarations.mjs';
import { exportsMap, fileName, flavours } from './exports.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const template = path.join(root, 'pkg-template');
const sources = path.join(template, 'src');
const generated = path.join(sources, 'core/generated');

const target = 'es2022';

const [declarations, destination] = process.argv.slice(2).map((argument) => path.resolve(argument));

await rm(destination, { recursive: true, force: true });
await mkdir(path.join(destination, 'dist'), { recursive: true });
await cp(path.join(generated, 'core_bg.wasm'), path.join(destination, 'dist/core.wasm'));
for (const { path: sheet, source } of styleSheets) {
  await cp(path.join(sources, source), path.join(destination, 'dist', sheet));
  await writeFile(path.join(destination, 'dist', `${sheet}.d.ts`), 'export {};\n');
}
for (const [flavour, { wasm }] of Object.entries(flavours)) {
  await bundle(
    flavour,
    entries.filter((entry) => entry.wasm === wasm),
  );
}
await copyDeclarations(declarations, path.join(destination, 'dist/types'), entries);
await writeManifest();
for (const file of ['LICENSE-MIT', 'LICENSE-APACHE', 'README.md']) {
  await cp(path.join(root, file), path.join(destination, file)).catch((error) => {
    // The project's README may not be written yet; licences must be there.
    if (file !== 'README.md') throw error;
  });
}

/** Bundles the entries of one flavour, with what they share in chunks of its own. */
async function bundle(flavour, chosen) {
  const folder = path.join(destination, 'dist', flavour);
  const { source, commonJs } = flavours[flavour];
  const points = Object.fromEntries(chosen.map((entry) => [fileName(entry), path.join(sources, entry.source)]));
  await build({
    entryPoints: points,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target,
    minify: true,
    jsx: 'automatic',
    external: ['react', 'react/*', 'react-dom', 'ai', 'marked'],
    chunkNames: 'shared-[hash]',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [wasmSource(source, flavour)],
  });
  await dropBareImports(folder);
  if (commonJs) {
    await convertToCommonJs(folder);
  }
}

/**
 * Drops imports of chunks for their side effects: they have none, and bundlers
 * that know it from the manifest warn of such imports.
 */
async function dropBareImports(folder) {
  for (const file of await readdir(folder)) {
    const text = await readFile(path.join(folder, file), 'utf8');
    await writeFile(path.join(folder, file), text.replace(/\bimport"\.\/shared-\w+\.js";/g, ''));
  }
}

/** Puts the chosen source of the wasm in place, and the wasm into that. */
function wasmSource(name, flavour) {
  return {
    name: 'wasm-source',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\/wasm-source\/chosen\.js$/ }, () => ({
        path: path.join(sources, 'wasm-source', `${name}.ts`),
      }));
      onResolve({ filter: /\.wasm\?text$/ }, ({ path: file, resolveDir }) => ({
        path: path.resolve(resolveDir, file.replace('?text', '')),
        namespace: 'byte-text',
      }));
      onLoad({ filter: /./, namespace: 'byte-text' }, async ({ path: file }) => ({
        contents: await byteText(await readFile(file)),
        loader: 'text',
      }));
      onResolve({ filter: /\.wat\?bytes$/ }, ({ path: file, resolveDir }) => ({
        path: path.resolve(resolveDir, file.replace('?bytes', '')),
        namespace: 'wat',
      }));
      onLoad({ filter: /./, namespace: 'wat' }, async ({ path: file }) => ({
        contents: JSON.stringify([...(await assembled(file))]),
        loader: 'json',
      }));
      // Bundlers of edge functions want the query, workerd does not know it.
      onResolve({ filter: /\.wasm\?module$/ }, () => ({
        path: flavour === 'edge-light' ? '../core.wasm?module' : '../core.wasm',
        external: true,
      }));
    },
  };
}

/** The text that the package turns back into these bytes. */
async function byteText(bytes) {
  const source = await readFile(path.join(sources, 'wasm-source/byte-text.ts'), 'utf8');
  const { code } = await transform(source, { loader: 'ts' });
  const { encode, decode } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const text = encode(bytes);
  const decoder = await assembled(path.join(sources, 'wasm-source/byte-text.wat'));
  if (Buffer.compare(decode(text, decoder), bytes) !== 0) throw new Error('the wasm is not what its text is read as');
  return text;
}

/** The binary of a module in WebAssembly's text format. */
async function assembled(file) {
  const module = binaryen.parseText(await readFile(file, 'utf8'));
  module.optimize();
  return module.emitBinary();
}

/**
 * Converts each file by itself, so that CommonJS has the same chunks as ESM and
 * entries share their state there too.
 */
async function convertToCommonJs(folder) {
  const files = await readdir(folder);
  await build({
    entryPoints: files.map((file) => path.join(folder, file)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'neutral',
    target,
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'import.meta.url': 'thisFile' },
    inject: [path.join(import.meta.dirname, 'this-file.js')],
    plugins: [
      {
        name: 'keep-chunks',
        setup({ onResolve }) {
          onResolve({ filter: /./ }, ({ kind, path: file }) => {
            if (kind === 'entry-point' || path.isAbsolute(file)) return undefined;
            return { path: file.startsWith('.') ? file.replace(/\.js$/, '.cjs') : file, external: true };
          });
        },
      },
    ],
  });
}

async function writeManifest() {
  const manifest = JSON.parse(await readFile(path.join(template, 'package.json'), 'utf8'));
  const cargo = await readFile(path.join(root, 'Cargo.toml'), 'utf8');
  const [, version] = /^version = "(.+)"$/m.exec(cargo);
  const exports = exportsMap(entries, styleSheets);
  const { name, ...rest } = manifest;
  const whole = {
    name,
    version,
    ...rest,
    main: exports['.'].require.default,
    module: exports['.'].default.default,
    types: exports['.'].default.types,
    exports,
    files: ['dist'],
  };
  await writeFile(path.join(destination, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`);
}
