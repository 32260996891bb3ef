import { beginning, LONGEST_SHOWN, membersOf, valueAsText } from '../components/display/shown-value.js';
import { counted, type Locale } from '../components/locale/locale.js';
import { button, make, safeText } from './dom.js';

/** A value for people: the members of an object line by line, texts as they are, the rest as JSON. */
export function valueView(locale: Locale, value: unknown): HTMLElement {
  const members = membersOf(value);
  if (members === undefined) return textView(locale, valueAsText(value));
  const lines = members.map(([name, member]) =>
    make(
      'div',
      {},
      make('dt', {}, safeText(locale.texts, name)),
      make('dd', {}, textView(locale, valueAsText(member))),
    ),
  );
  return make('dl', { class: 'value' }, ...lines);
}

function textView(locale: Locale, text: string): HTMLElement {
  const shown = beginning(text, LONGEST_SHOWN);
  const left = text.length - shown.length;
  const view = make('pre', { dir: 'auto', tabindex: '0', 'data-cut': String(left > 0) }, safeText(locale.texts, shown));
  if (left > 0) {
    const rest = () => {
      view.dataset.cut = 'false';
      view.replaceChildren(safeText(locale.texts, text));
      view.focus();
    };
    view.append('… ', button(counted(locale, locale.texts.display.showRest, left), rest));
  }
  return view;
}
