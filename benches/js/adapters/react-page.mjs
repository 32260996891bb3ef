// One simulated page for every React adapter: the same jsdom, the same frames, the same components.
import { JSDOM } from 'jsdom';

export const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Sixty frames a second, as a screen has them, at the price of a timer. */
function frames() {
  const period = 1000 / 60;
  const waiting = new Map();
  let next = 1;
  let timer;
  const draw = () => {
    timer = undefined;
    const callbacks = [...waiting.values()];
    waiting.clear();
    for (const callback of callbacks) callback(performance.now());
  };
  return {
    requestAnimationFrame(callback) {
      const number = next++;
      waiting.set(number, callback);
      if (timer === undefined) timer = setTimeout(draw, period - (performance.now() % period));
      return number;
    },
    cancelAnimationFrame(number) {
      waiting.delete(number);
    },
  };
}

let made;

/** The page, made on first use; React must not be imported before. */
export async function reactPage() {
  if (made !== undefined) return made;
  const { window } = new JSDOM('<!doctype html>', { url: 'http://local/', pretendToBeVisual: true });
  Object.assign(window, frames());
  Object.assign(globalThis, {
    window,
    document: window.document,
    requestAnimationFrame: window.requestAnimationFrame,
    cancelAnimationFrame: window.cancelAnimationFrame,
    IS_REACT_ACT_ENVIRONMENT: false,
  });
  const React = await import('react');
  const { createRoot } = await import('react-dom/client');
  made = { React, createRoot };
  return made;
}

/** What shows a part. */
export function partComponent({ createElement }) {
  return ({ part }) => {
    if (part.type === 'text') return createElement('p', null, part.text);
    if (!part.toolCallId) return null;
    return createElement('pre', null, `${part.state} ${part.input?.content ?? part.input?.subject ?? ''}`);
  };
}

/** A place on the page to render into; gives the way to take it away. */
export async function mount({ createRoot }, element) {
  const host = document.createElement('div');
  document.body.appendChild(host);
  const root = createRoot(host);
  root.render(element);
  while (host.querySelector('i') === null) await tick();
  await tick();
  return {
    host,
    async close() {
      root.unmount();
      host.remove();
      await tick();
    },
  };
}

/** The page must show what the state holds. */
export function checkShown(host, result) {
  const end = result.text?.slice(-40);
  if (end !== undefined && !host.textContent.includes(end)) throw new Error('the page does not show the final text');
}
