// Every deliberate difference by its shortest script: AI SDK's chat and ours do
// not do the same, and what the table predicts is exactly what ours does.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { differences } from './differences.mjs';
import { examples } from './examples.mjs';
import { compare } from './harness/compare.mjs';

const page = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8');

test('every difference has one example and every example a difference', () => {
  assert.deepEqual(Object.keys(examples).sort(), differences.map(({ name }) => name).sort());
});

/** The lines of the tables: the name of each, and the tests by file that are said to show it. */
const lines = page
  .split('\n')
  .filter((row) => row.startsWith('| ') && !row.startsWith('| --- ') && !/^\| (AI SDK|AG-UI)'s client /.test(row))
  .map((row) => {
    const [, line] = /^\| <a id="([\w-]+)"><\/a>/.exec(row) ?? [];
    const shown = [];
    for (const [, quoted] of row
      .split(' | ')
      .at(-1)
      .matchAll(/`([^`]+)`/g)) {
      if (/\.(rs|mjs|tsx?)$/.test(quoted)) shown.push({ file: quoted, names: [] });
      else shown.at(-1)?.names.push(quoted);
    }
    return { row, line, shown };
  });

test('every line of docs/differences.md has a name of its own', () => {
  const names = lines.map(({ line }) => line);
  assert.ok(lines.length > 30);
  assert.deepEqual(
    lines.filter(({ line }) => line === undefined).map(({ row }) => row),
    [],
  );
  assert.deepEqual(names, [...new Set(names)]);
});

test('every test that docs/differences.md names is there', () => {
  const root = new URL('../../', import.meta.url);
  for (const { row, line, shown } of lines) {
    assert.ok(shown.length > 0, `no test is named in: ${row}`);
    for (const { file, names } of shown) {
      const source = readFileSync(new URL(file.includes('/') ? file : `tests/contracts/${file}`, root), 'utf8');
      // An example has its line's name in the table of differences.
      if (file === 'tests/conformance/examples.mjs')
        assert.ok(
          differences.some((one) => one.line === line),
          row,
        );
      else assert.ok(names.length > 0, `${file} is named without a test in: ${row}`);
      for (const name of names) assert.match(source, definition(file, name), `${name} is named in: ${row}`);
    }
  }
});

/** How a test of that name begins; "…" stands for the rest of a word. */
function definition(file, name) {
  const words = name.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return file.endsWith('.rs')
    ? new RegExp(`#\\[(wasm_bindgen_)?test\\]\\s+(async )?fn ${words.join('\\w*')}\\(`)
    : new RegExp(`(test|it|async)[ (]'${words.join("[^']*")}'`);
}

for (const { name, line } of differences) {
  test(`${name}: AI SDK's chat does otherwise`, async () => {
    const { found } = await compare(examples[name], { isPlain: true });
    assert.ok(found, 'both do the same');
  });

  test(`${name}: ours does what is predicted`, async () => {
    const { found, applied } = await compare(examples[name]);
    assert.equal(found, undefined, JSON.stringify(found, undefined, 2));
    assert.ok(applied.has(name), `what applied: ${[...applied].join(', ') || 'nothing'}`);
  });

  test(`${name}: has its line in docs/differences.md`, () => {
    assert.ok(page.includes(`<a id="${line}"></a>`), `no line "${line}"`);
  });
}
