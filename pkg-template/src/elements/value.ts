import {
  beginning,
  type Container,
  containerOf,
  countOf,
  ENTRIES_AT_ONCE,
  entriesOf,
  isFolded,
  isShortList,
  LONGEST_SHOWN,
  valueAsText,
} from '../components/display/shown-value.js';
import { counted, type Locale } from '../components/locale/locale.js';
import { button, make, safeText } from './dom.js';

/** A value for people: objects and lists entry by entry, level by level, and texts as they are. */
export function valueView(locale: Locale, value: unknown): HTMLElement {
  const container = containerOf(value);
  if (container === undefined) return textView(locale, valueAsText(value));
  return level(locale, container, !isFolded(value, LONGEST_SHOWN));
}

/** The entries of an object or a list; more of them when they are asked for. */
function level(locale: Locale, container: Container, opens: boolean): HTMLElement {
  const list = make('dl', { class: 'value' });
  const view = make('div', {}, list);
  const show = (count: number) => {
    const known = list.childElementCount;
    const lines = entriesOf(container, count).slice(known);
    list.append(
      ...lines.map(([name, entry]) =>
        make('div', {}, make('dt', {}, safeText(locale.texts, name)), make('dd', {}, entryView(locale, entry, opens))),
      ),
    );
    const left = countOf(container) - count;
    if (left <= 0) return;
    const more = button(counted(locale, locale.texts.display.showEntries, left), () => {
      more.remove();
      show(count * 2);
    });
    view.append(more);
  };
  show(ENTRIES_AT_ONCE);
  return view;
}

function entryView(locale: Locale, value: unknown, opens: boolean): HTMLElement {
  const container = containerOf(value);
  if (container === undefined) return textView(locale, valueAsText(value));
  if (isShortList(container)) {
    return make('ul', {}, ...container.map((entry) => make('li', {}, safeText(locale.texts, valueAsText(entry)))));
  }
  const summary = make('summary', {}, counted(locale, locale.texts.display.entries, countOf(container)));
  const folder = make('details', {}, summary);
  // What is folded is not there.
  const fill = () => {
    if (folder.childElementCount === 1) folder.append(level(locale, container, opens));
  };
  folder.addEventListener('toggle', fill);
  if (opens) {
    folder.setAttribute('open', '');
    fill();
  }
  return folder;
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
