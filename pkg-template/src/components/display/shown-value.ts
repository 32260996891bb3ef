/** Over this many characters a text is cut until the reader asks for all of it. */
export const LONGEST_SHOWN = 20_000;

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

/** The members of an object that are worth a line each; nothing for other values. */
export function membersOf(value: unknown): [string, unknown][] | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const members = Object.entries(value);
  return members.length > 0 && members.length <= 50 ? members : undefined;
}

/** Whether something of a value is folded until the reader asks for it. */
export function isCut(value: unknown, fold: number = LONGEST_SHOWN): boolean {
  const members = membersOf(value)?.map(([, member]) => member) ?? [value];
  return members.some((member) => valueAsText(member).length > fold);
}
