// What a person judges: shown whole or marked as cut, with what hides in it.

import { AuditLog, hidesSomething, PendingBar, SafeText, stretches, ValueView } from 'countersign/components';
import { flush } from 'countersign/testing';
import { expect, test } from 'vitest';
import { open } from '../react/page/page.js';
import { buttons, click } from './found.js';
import { inAct, one, scriptedChat } from './scripted-chat.js';

const hidden = (text: string) =>
  stretches(text).flatMap((stretch) => (stretch.kind === 'hidden' ? [stretch.codePoint] : []));

test.each([
  ['an override of direction', 'rm \u202efdp.txt', 'U+202E'],
  ['an isolate', 'a\u2067b', 'U+2067'],
  ['a mark of direction', 'a\u200eb', 'U+200E'],
  ['a space without width', 'a\u200bb', 'U+200B'],
  ['a byte order mark', '\ufeffa', 'U+FEFF'],
  ['a soft hyphen', 'a\u00adb', 'U+00AD'],
  ['a control character', 'a\u001b[2K', 'U+001B'],
  ['a carriage return alone, which writes over what stood there', 'rm -rf\recho', 'U+000D'],
  ['a backspace', 'a\u0008', 'U+0008'],
  ['a tag', 'a\u{e0041}', 'U+E0041'],
  ['a selector of variants', 'a\u{e0100}', 'U+E0100'],
  ['a selector of variants between letters', 'a\ufe01b', 'U+FE01'],
  ['a selector of pictures after a letter', 'a\ufe0fb', 'U+FE0F'],
  ["a selector of another script's variants", 'a\u180bb', 'U+180B'],
  ['what is set aside for being ignored', 'a\u{e0fff}', 'U+E0FFF'],
  ['a filler', 'a\u3164b', 'U+3164'],
  ['a separator of lines', 'a\u2028b', 'U+2028'],
  ['half a surrogate pair', 'a\ud83d', 'U+D83D'],
  ['tabs that push text out of sight', 'a\t\t\tb', 'U+0009'],
  ['a joiner between letters that do not join', 'pass\u200dword', 'U+200D'],
])('%s is shown', (_, text, codePoint) => {
  expect(hidden(text)).toContain(codePoint);
  expect(hidesSomething(text)).toBe(true);
});

test.each([
  ['lines', 'one\ntwo\r\nthree'],
  ['indentation by tabs', '\tif (x)\n\t\ty();'],
  ['a family of pictures', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a flag and a colour of skin', '\u{1f3f3}\ufe0f\u200d\u{1f308} \u{1f44b}\u{1f3fd}'],
  ['a key with its frame', '1\ufe0f\u20e3'],
  ['a heart as a picture, and as a sign', '\u2764\ufe0f \u2764\ufe0e'],
  ['Persian with its non-joiner', 'می\u200cخواهم'],
  ['Hindi with its joiner', 'क्\u200dष'],
  ['accents apart from their letters', 'e\u0301'],
])('%s hide nothing', (_, text) => {
  expect(hidden(text)).toEqual([]);
});

test('nothing of a text is lost on the way to being shown', () => {
  const text = '\u202ea\ud800\u200bb\u{1f468}\u200d\u{1f469}\r\nc\t\td\u{e0041}';
  expect(
    stretches(text)
      .map((stretch) => stretch.text)
      .join(''),
  ).toBe(text);
});

test('a hidden character stands there by its number, and its direction stays inside', async () => {
  const { container } = await open(<SafeText text={'a\u202eb'} />);
  const mark = one(container, 'bdi mark');
  expect(mark.textContent).toBe('U+202E');
  expect(mark.title).toBe('Hidden character U+202E');
  expect(container.textContent).toBe('aU+202Eb');
});

test('what is cut says how much is missing, and is whole when it is asked for', async () => {
  const { container } = await open(<ValueView value={{ text: 'x'.repeat(30) }} fold={10} />);
  const text = one(container, 'pre');
  expect(text.dataset.cut).toBe('true');
  expect(buttons(container)).toEqual(['Show 20 more characters']);
  await click(container, 'Show 20 more characters');
  expect(text.dataset.cut).toBe('false');
  expect(text.textContent).toBe('x'.repeat(30));
});

const summaries = (container: HTMLElement) =>
  [...container.querySelectorAll('summary')].map(({ textContent }) => textContent);

test('objects and lists are shown entry by entry, level by level', async () => {
  const { container } = await open(<ValueView value={{ mail: { to: 'a@b.c', cc: [{ at: 'x' }] }, n: 1 }} />);
  expect(summaries(container)).toEqual(['2 entries', '1 entry', '1 entry']);
  expect([...container.querySelectorAll('details')].every((level) => level.open)).toBe(true);
  expect(container.textContent).not.toMatch(/[{}[\]"]/);
  const names = [...container.querySelectorAll('dt')].map(({ textContent }) => textContent);
  expect(names).toEqual(['mail', 'to', 'cc', '1', 'at', 'n']);
});

test('a short list of short values needs no level', async () => {
  const { container } = await open(<ValueView value={{ to: ['a@b.c', 'd\u202ee', 7] }} />);
  expect(summaries(container)).toEqual([]);
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'a@b.c',
    'dU+202Ee',
    '7',
  ]);
});

test('what is empty says so', async () => {
  const { container } = await open(<ValueView value={{ none: [], nothing: {}, nil: null }} />);
  expect([...container.querySelectorAll('pre')].map(({ textContent }) => textContent)).toEqual(['[]', '{}', 'null']);
});

test('many entries are folded, cost nothing until they are opened, and then come in portions', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => ({ n }));
  const { container } = await open(<ValueView value={{ rows }} />);
  expect(summaries(container)).toEqual(['10,000 entries']);
  expect(container.querySelectorAll('*').length).toBeLessThan(20);
  const level = one<HTMLDetailsElement>(container, 'details');
  await inAct(() => {
    level.open = true;
    level.dispatchEvent(new Event('toggle'));
  });
  expect(summaries(container).length).toBe(51);
  expect(level.querySelectorAll('details[open]').length).toBe(0);
  await click(container, 'Show 9,950 more entries');
  expect(summaries(container).length).toBe(101);
  await click(container, 'Show 9,900 more entries');
  expect(summaries(container).length).toBe(201);
});

test('a deep value ends nowhere in a call stack, and is opened by hand', async () => {
  let deep: unknown = 'end';
  for (let level = 0; level < 5000; level++) deep = { deep };
  const { container } = await open(<ValueView value={deep} />);
  expect(summaries(container)).toEqual(['1 entry']);
});

test('a text is never cut within a character', async () => {
  const { container } = await open(<ValueView value={'\u{1f600}\u{1f600}'} fold={3} />);
  expect(one(container, 'pre').textContent).toMatch(/^\u{1f600}… /u);
});

test('what scrolls can be reached by keys', async () => {
  const { container } = await open(<ValueView value="long" />);
  expect(one(container, 'pre').tabIndex).toBe(0);
});

test('markup in a value is text', async () => {
  const { container } = await open(<ValueView value={{ html: '<img src=x onerror=alert(1)>' }} />);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
});

test('what is decided together, and what the log tells, hide nothing either', async () => {
  const { chat, decide } = scriptedChat();
  const input = { to: 'a\u202eb' };
  void decide('c1', { toolName: 'se\u200bnd', input });
  void decide('c2');
  await flush();
  const { container } = await open(
    <>
      <PendingBar chats={[chat]} />
      <AuditLog chat={chat} />
    </>,
  );
  await click(container, 'Decide together');
  const marks = (selector: string) =>
    [...one(container, selector).querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marks('.countersign-together')).toEqual(['U+200B', 'U+202E']);
  await inAct(() => chat.respondToApproval('c1', false));
  expect(marks('.countersign-audit')).toContain('U+200B');
  expect(marks('.countersign-audit')).toContain('U+202E');
});
