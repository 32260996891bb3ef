import { stretches } from '../components/display/hidden-characters.js';
import { filled } from '../components/locale/locale.js';
import type { Texts } from '../components/locale/texts.js';

type Child = Node | string | undefined | false;

/** An element with attributes (`true` for one without a value, `undefined` for none) and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** A button that does something when it is pressed. */
export function button(
  label: string | Node,
  press: () => void,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
): HTMLButtonElement {
  const made = make('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', press);
  return made;
}

/** A text of somebody who is not trusted: what it hides is shown, and its direction stays inside. */
export function safeText({ display }: Texts, text: string): HTMLElement {
  const parts = stretches(text).map((stretch) =>
    stretch.kind === 'plain'
      ? stretch.text
      : make('mark', { title: filled(display.hiddenCharacter, { codePoint: stretch.codePoint }) }, stretch.codePoint),
  );
  return make('bdi', {}, ...parts);
}
