// A page that shows one element, and the time to look at it.

import { flush } from 'countersign/testing';
import { act, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export interface Page {
  readonly container: HTMLElement;
  readonly text: string;
  show(element: ReactNode): Promise<void>;
  /** Presses the button with this label. */
  press(label: string): Promise<void>;
  close(): Promise<void>;
}

/** Lets everything happen that needs no time, and React show it. */
export async function settle(): Promise<void> {
  await act(() => flush());
}

/** Lets frames pass. */
export async function frames(count: number, milliseconds: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  }
}

export async function open(element: ReactNode, { html }: { html?: string } = {}): Promise<Page> {
  const container = document.createElement('div');
  document.body.append(container);
  if (html !== undefined) container.innerHTML = html;
  let root: ReturnType<typeof createRoot> | undefined;
  await act(async () => {
    if (html !== undefined) {
      root = hydrateRoot(container, element);
    } else {
      root = createRoot(container);
      root.render(element);
    }
  });
  let isOpen = true;
  const page: Page = {
    container,
    get text() {
      return container.textContent ?? '';
    },
    async show(next) {
      await act(async () => root?.render(next));
    },
    async press(label) {
      const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === label);
      if (button === undefined) throw new Error(`There is no button "${label}" in: ${container.innerHTML}`);
      await act(async () => button.click());
      await settle();
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await act(async () => root?.unmount());
      container.remove();
    },
  };
  onTestFinished(() => page.close());
  return page;
}
