// Every deliberate difference by its shortest script: AI SDK's chat and ours do
// not do the same, and what the table predicts is exactly what ours does.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { differences } from './differences.mjs';
import { examples } from './examples.mjs';
import { compare } from './harness/compare.mjs';

const page = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8');

test('every difference has one example and every example a difference', () => {
  assert.deepEqual(Object.keys(examples).sort(), differences.map(({ name }) => name).sort());
});

test('the tests that docs/differences.md names exist', () => {
  const root = new URL('../../', import.meta.url);
  for (const row of page.split('\n').filter((one) => one.startsWith('| ') && one.includes('`'))) {
    const shown = row.split('|').at(-2);
    const [first, ...names] = [...shown.matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted);
    if (first === undefined) continue;
    const files = [first, ...names].filter((name) => /\.(rs|mjs|tsx?)$|\/$/.test(name));
    let source = '';
    for (const file of files) {
      const path = new URL(file.includes('/') ? file : `tests/contracts/${file}`, root);
      if (file.endsWith('/')) readdirSync(path);
      else source += readFileSync(path, 'utf8');
    }
    for (const name of names.filter((one) => !files.includes(one))) {
      const pattern = new RegExp(name.split('…').join('\\w+'));
      assert.match(source, pattern, `${name} is named in: ${row}`);
    }
  }
});

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
