// What a person finds on a page, by what it is called.

import { inAct } from './scripted-chat.js';

/** The control with this label. */
export function field<E extends HTMLElement = HTMLInputElement>(container: ParentNode, label: string): E {
  for (const element of container.querySelectorAll<HTMLElement>('label, [aria-label]')) {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    if (name.trim() !== label && !name.trim().startsWith(`${label} (`)) continue;
    if (!(element instanceof HTMLLabelElement)) return element as E;
    const control = element.control;
    if (control !== null) return control as unknown as E;
  }
  throw new Error(`Nothing is labelled "${label}" in: ${(container as HTMLElement).innerHTML}`);
}

/** The button with this name; nothing where there is none. */
export function button(container: ParentNode, name: string): HTMLButtonElement | undefined {
  return [...container.querySelectorAll('button')].find(
    (candidate) => (candidate.getAttribute('aria-label') ?? candidate.textContent) === name,
  );
}

/** The names of all buttons, in their order. */
export function buttons(container: ParentNode): string[] {
  return [...container.querySelectorAll('button')].map(
    (candidate) => candidate.getAttribute('aria-label') ?? candidate.textContent ?? '',
  );
}

/** Clicks the button or control of that name, as often as said. */
export async function click(container: ParentNode, name: string, times = 1): Promise<void> {
  const control = button(container, name) ?? field(container, name);
  await inAct(() => {
    for (let time = 0; time < times; time++) control.click();
  });
}
