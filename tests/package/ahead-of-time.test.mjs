// Runtimes that refuse to compile wasm from bytes and hand over a module of
// another realm: workerd, edge functions. V8 does both to a sandbox of Node's vm.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import vm from 'node:vm';
import { build } from 'esbuild';
import { Project } from './project.mjs';
import { imports, used, useOrError } from './use.mjs';

/** @type {Project} */
let project;

before(async () => {
  project = await Project.create();
});

after(() => project.remove());

/** Bundles a use of the package for a runtime and runs it where compiling is refused. */
async function runSandboxed(conditions) {
  const { outputFiles } = await build({
    stdin: {
      contents: `import ${imports} from 'countersign'; ${useOrError} globalThis.result = result;`,
      resolveDir: project.folder,
    },
    bundle: true,
    write: false,
    format: 'iife',
    conditions,
    logLevel: 'silent',
    plugins: [
      {
        name: 'compiled-beforehand',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\.wasm(\?module)?$/ }, ({ path: file }) => ({ path: file, namespace: 'compiled' }));
          onLoad({ filter: /./, namespace: 'compiled' }, ({ path: file }) => ({
            contents: `export default globalThis.compiled[${JSON.stringify(file)}]`,
          }));
        },
      },
    ],
  });
  const wasm = await readFile(path.join(project.folder, 'node_modules/countersign/dist/core.wasm'));
  const module = new WebAssembly.Module(wasm);
  const sandbox = vm.createContext(
    { TextDecoder, TextEncoder, crypto, compiled: { '../core.wasm': module, '../core.wasm?module': module } },
    { codeGeneration: { wasm: false } },
  );
  vm.runInContext(outputFiles[0].text, sandbox);
  return sandbox.result;
}

for (const runtime of ['workerd', 'edge-light']) {
  test(`the ${runtime} entry runs where compiling is refused`, async () => {
    assert.equal(await runSandboxed([runtime]), used);
  });
}

test('the default entry names the conditions to build with where compiling is refused', async () => {
  const { code, message, hasCause } = await runSandboxed([]);
  assert.equal(code, 'wasm_unavailable');
  assert.match(message, /workerd/);
  assert.equal(hasCause, true);
});
