// What an agent writes, with its Markdown shown.

import { Markdown } from 'countersign/markdown';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { open } from '../react/page/page.js';

const html = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} />)
    .replace(/^<div[^>]*>/, '')
    .replace(/<\/div>$/, '');

test('texts, lists, code and tables are shown', () => {
  expect(html('Say **hello**, *now*, ~~later~~ or `code`.')).toBe(
    '<p>Say <strong>hello</strong>, <em>now</em>, <del>later</del> or <code>code</code>.</p>',
  );
  expect(html('- one\n- two')).toBe('<ul><li>one</li><li>two</li></ul>');
  expect(html('3. three\n4. four')).toBe('<ol start="3"><li>three</li><li>four</li></ol>');
  expect(html('```js\na < b\n```')).toBe('<pre dir="ltr"><code>a &lt; b</code></pre>');
  expect(html('| a | b |\n|---|---|\n| 1 | **2** |')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table>',
  );
  expect(html('# Title')).toBe('<h3>Title</h3>');
  expect(html('> said\n\n---')).toBe('<blockquote><p>said</p></blockquote><hr/>');
  expect(html('Fish &amp; chips &lt;3 &#x2713; &unheard;')).toBe('<p>Fish &amp; chips &lt;3 ✓ &amp;unheard;</p>');
});

test('HTML is shown as it is written, and never becomes elements', () => {
  for (const text of [
    'a <b onclick="alert(1)">b</b>',
    '<img src=x onerror=alert(1)>',
    '<div><script>alert(1)</script></div>',
    '- <iframe src="https://a.example"></iframe>',
    '| <svg onload=alert(1)> |\n|---|\n| x |',
    '# <style>*{display:none}</style>',
  ]) {
    const shown = document.createElement('div');
    shown.innerHTML = renderToStaticMarkup(<Markdown text={text} />);
    expect(shown.querySelector('b, img, script, iframe, svg, style'), text).toBeNull();
    expect(shown.textContent, text).toContain('<');
  }
});

test('links lead to the web alone, and tell nobody where the reader came from', () => {
  expect(html('[site](https://a.example/)')).toBe(
    '<p><a href="https://a.example/" target="_blank" rel="noopener noreferrer nofollow" title="https://a.example/">site</a></p>',
  );
  for (const address of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vscode://x', '//a', '/x']) {
    expect(html(`[go](<${address}>)`), address).toBe('<p><span>go</span></p>');
  }
});

test('pictures are links, so that reading asks no server for anything', () => {
  const shown = html('![chart](https://tracker.example/p.png?secret)');
  expect(shown).not.toContain('<img');
  expect(shown).toContain('href="https://tracker.example/p.png?secret"');
  expect(shown).toContain('>chart</a>');
});

test('blocks that are finished keep their elements while the text grows', async () => {
  const page = await open(<Markdown text={'# Title\n\nOne\n\nTw'} />);
  const [title, first] = [...page.container.querySelectorAll('h3, p')];
  await page.show(<Markdown text={'# Title\n\nOne\n\nTwo **th'} />);
  await page.show(<Markdown text={'# Title\n\nOne\n\nTwo **three**'} />);
  expect([...page.container.querySelectorAll('h3, p')].slice(0, 2)).toEqual([title, first]);
  expect(page.container.querySelector('strong')?.textContent).toBe('three');
});

test('half-written Markdown is shown as far as it goes', () => {
  for (const text of ['**bo', '`co', '[li', '[li](htt', '| a |', '```js\nlet', '- ', '> ', '<di', '&am', '![']) {
    expect(() => html(text), text).not.toThrow();
  }
});
