// Bundles the façade around a wasm that panics when a test asks for it.
//
// node fragile.mjs <generated> <file>
//   generated: the folder that wasm-bindgen wrote
//   file: the module to write

import path from 'node:path';
import { build } from 'esbuild';

const sources = path.resolve(import.meta.dirname, '../../pkg-template/src');
const [generated, file] = process.argv.slice(2).map((argument) => path.resolve(argument));

const wasm = `
  import { readFileSync } from 'node:fs';
  export const compiledModule = () => new WebAssembly.Module(readFileSync(${JSON.stringify(path.join(generated, 'core_bg.wasm'))}));`;

await build({
  entryPoints: [path.join(sources, 'index.ts')],
  outfile: file,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  logLevel: 'warning',
  plugins: [
    {
      name: 'fragile-wasm',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /\/wasm-source\/chosen\.js$/ }, () => ({ path: 'wasm', namespace: 'fragile' }));
        onLoad({ filter: /./, namespace: 'fragile' }, () => ({ contents: wasm, resolveDir: sources }));
        onResolve({ filter: /\/generated\/core_bg\.js$/ }, () => ({ path: path.join(generated, 'core_bg.js') }));
      },
    },
  ],
});
