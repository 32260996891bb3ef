// Every accident of docs/accidents.md has a test that is there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The lines of the table: what happened, and the tests by file. */
const lines = readFileSync(path.join(root, 'docs/accidents.md'), 'utf8')
  .split('\n')
  .filter((row) => row.startsWith('| ') && !row.startsWith('| --- ') && !row.startsWith('| what happened'))
  .map((row) => {
    const [what = '', , shown = ''] = row.slice(2, -2).split(' | ');
    return { what, quoted: [...shown.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text) };
  });

test('there are accidents', () => {
  expect(lines.length).toBeGreaterThan(20);
});

test.each(lines)('$what', ({ quoted }) => {
  let source: string | undefined;
  let named = 0;
  for (const text of quoted) {
    if (/\.(rs|tsx?)$/.test(text)) {
      source = readFileSync(path.join(root, text), 'utf8');
      continue;
    }
    named += 1;
    const asTest = new RegExp(`(fn ${escaped(text)}\\(|test(\\.each\\([^\\n]*\\))?\\(\\s*'${escaped(text)}')`);
    expect(source, text).toMatch(asTest);
  }
  expect(named).toBeGreaterThan(0);
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
