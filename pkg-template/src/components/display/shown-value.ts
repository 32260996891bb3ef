/** Over this many characters a text is cut until the reader asks for all of it. */
export const LONGEST_SHOWN = 20_000;

/** So many entries of one level are shown until the reader asks for more. */
export const ENTRIES_AT_ONCE = 50;

/** Below so many levels nothing is opened by itself. */
const DEEPEST_OPEN = 8;

/** So many entries are shown for so many characters before the levels are folded: what is short is whole. */
const CHARACTERS_FOR_AN_ENTRY = 100;
const FEWEST_ENTRIES = 10;

/** So many characters fit on a line. */
const SHORT = 80;

/** A value as text: a string as it is, anything else as indented JSON. */
export function valueAsText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}

/** The beginning of a text, up to the last whole character before `longest`. */
export function beginning(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = isHighSurrogate(text.charCodeAt(longest - 1)) ? longest - 1 : longest;
  return text.slice(0, end);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** What has entries: an object, or a list. */
export type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

/** The value, where it has entries to be shown on a level of their own. */
export function containerOf(value: unknown): Container | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return countOf(value as Container) > 0 ? (value as Container) : undefined;
}

export function countOf(container: Container): number {
  return Array.isArray(container) ? container.length : Object.keys(container).length;
}

/** The first entries; those of a list are counted from one. */
export function entriesOf(container: Container, count: number): [name: string, value: unknown][] {
  if (Array.isArray(container)) return container.slice(0, count).map((value, index) => [`${index + 1}`, value]);
  const members = container as Readonly<Record<string, unknown>>;
  return Object.keys(members)
    .slice(0, count)
    .map((name) => [name, members[name]]);
}

/** A list of a few short values, which needs no level of its own. */
export function isShortList(container: Container): container is readonly unknown[] {
  if (!Array.isArray(container) || container.length > FEWEST_ENTRIES) return false;
  return container.every((entry) => containerOf(entry) === undefined && valueAsText(entry).length <= SHORT);
}

/** Whether something of a value is folded until the reader asks for it. */
export function isCut(value: unknown, fold: number = LONGEST_SHOWN): boolean {
  return isFolded(value, fold) || hasLongText(value, fold);
}

/** Whether a value has too many entries for all levels to be open from the beginning. Looks at no more than are too many. */
export function isFolded(value: unknown, fold: number): boolean {
  let left = Math.max(FEWEST_ENTRIES, fold / CHARACTERS_FOR_AN_ENTRY);
  const isTooMuch = (inner: unknown, depth: number): boolean => {
    const container = containerOf(inner);
    if (container === undefined) return false;
    const count = countOf(container);
    left -= count;
    if (left < 0 || count > ENTRIES_AT_ONCE || depth >= DEEPEST_OPEN) return true;
    return entriesOf(container, count).some(([, entry]) => isTooMuch(entry, depth + 1));
  };
  return isTooMuch(value, 0);
}

/** Of a value whose levels are all open. */
function hasLongText(value: unknown, fold: number): boolean {
  const container = containerOf(value);
  if (container === undefined) return valueAsText(value).length > fold;
  return entriesOf(container, ENTRIES_AT_ONCE).some(([name, entry]) => name.length > fold || hasLongText(entry, fold));
}
