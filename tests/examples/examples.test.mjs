// Every example of the documentation compiles under strict rules, and those
// without a component run and print what their comments say.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test, { before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { examples } from './collect.mjs';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
// Inside the checkout, so that the package is found as any other.
const folder = path.join(root, 'target/examples');
const all = examples();
const fileOf = (at) => path.join(folder, `example-${at}.${all[at].language}`);

/** `console.log(x); // y` becomes a check that `x` is `y`. */
function checked(text) {
  return text.replace(
    /^(\s*)console\.log\((.*)\); \/\/ (.+)$/gm,
    (_, indent, value, expected) => `${indent}globalThis.check(${value}, (${expected}));`,
  );
}

before(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    path.join(folder, 'check.d.ts'),
    'declare function check(value: unknown, expected: unknown): void;\n',
  );
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    moduleDetection: 'force',
    jsx: 'react-jsx',
    types: ['react'],
    strict: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    noEmit: true,
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
  await Promise.all(all.map(({ text }, at) => writeFile(fileOf(at), checked(text))));
});

test('there are examples in the guides and in the comments', () => {
  assert.ok(all.some(({ file }) => file === 'docs/human-side.md'));
  assert.ok(all.some(({ file }) => file === 'pkg-template/src/chat/chat-controller.ts'));
});

test('they compile', async () => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '--project', folder]).catch((error) => error);
  const told = stdout.replace(/\S*example-(\d+)\.tsx?/g, (_, at) => all[at].name);
  assert.equal(told, '');
});

for (const [at, { name, language, text }] of all.entries()) {
  if (language !== 'ts') continue;
  test(`${name} does what it says`, async () => {
    let checks = 0;
    globalThis.check = (value, expected) => {
      checks++;
      assert.deepEqual(JSON.parse(JSON.stringify(value) ?? 'null'), expected);
    };
    // An example that waits for ever is one that fails.
    let patience;
    const late = new Promise((_, reject) => {
      patience = setTimeout(() => reject(new Error('It does not come to its end.')), 10_000);
    });
    await Promise.race([import(pathToFileURL(fileOf(at)).href), late]).finally(() => clearTimeout(patience));
    assert.equal(checks, checked(text).split('globalThis.check(').length - 1);
  });
}
