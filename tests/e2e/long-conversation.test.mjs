// A thousand messages, each with Markdown: the page opens on the last one, and writing and reading stay smooth.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onAiSdk, setStage } from './stage/stage.mjs';

const COUNT = 1000;

const MARKDOWN = `

- one **bold** point
- a \`code\` point

| a | b |
|---|---|
| 1 | 2 |

And a [link](https://lantern.example/2) in a longer paragraph that wraps over more than one line of the page.`;

const messages = Array.from({ length: COUNT }, (_, at) =>
  at % 2 === 0
    ? { id: `u${at}`, role: 'user', parts: [{ type: 'text', text: `Question ${at}` }] }
    : { id: `a${at}`, role: 'assistant', parts: [{ type: 'text', text: `Answer ${at}.${MARKDOWN}`, state: 'done' }] },
);

/** Our components; the plain page on AI SDK's client makes no promise. */
describe('a thousand messages', { skip: onAiSdk }, () => {
  const enter = setStage({ pace: 20 });

  /** Half of what was measured is below this, in milliseconds. Machines that run tests are busy: these are not the figures. */
  const SMOOTH = 50;

  it('open on the last one, and writing and reading stay smooth', async (t) => {
    const demo = await enter(t);
    const { page } = demo;
    await page.addInitScript(
      (saved) => localStorage.setItem('countersign-demo', saved),
      JSON.stringify({ id: 'long', messages }),
    );
    const began = Date.now();
    await page.reload();
    const last = page.getByText(`Answer ${COUNT - 1}.`);
    await last.waitFor();
    t.diagnostic(`open after ${Date.now() - began} ms`);
    const isInView = await last.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    assert.ok(isInView, 'the last one is in sight');

    const typing = await page.evaluate(async () => {
      document.querySelector('.countersign-composer textarea').focus();
      const times = [];
      for (let letter = 0; letter < 20; letter++) {
        const from = performance.now();
        document.execCommand('insertText', false, 'x');
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        times.push(performance.now() - from);
      }
      return times.sort((one, other) => one - other);
    });
    t.diagnostic(`a letter is there after ${Math.round(typing[10])} ms, the slowest after ${Math.round(typing[19])}`);
    assert.ok(typing[10] < SMOOTH);

    await demo.say('What can you do?');
    const frames = await page.evaluate(async () => {
      const times = [];
      const end = performance.now() + 1500;
      for (let before = performance.now(); before < end; ) {
        const now = await new Promise((resolve) => requestAnimationFrame(resolve));
        times.push(now - before);
        before = now;
      }
      return times.sort((one, other) => one - other);
    });
    const middle = frames[Math.floor(frames.length / 2)];
    t.diagnostic(
      `while an answer comes a frame takes ${Math.round(middle)} ms, the slowest ${Math.round(frames.at(-1))}`,
    );
    assert.ok(middle < SMOOTH);
    await demo.waitForText('I write launch mails for Lantern 2.0');
  });
});
