import { stretches } from '../display/hidden-characters.js';

/** A value as JSON to be edited: what would not be seen in it is written by its number. */
export function editableJson(value: unknown): string {
  return stretches(JSON.stringify(value, undefined, 2) ?? '')
    .map(({ kind, text }) => (kind === 'plain' ? text : escaped(text)))
    .join('');
}

/** What edited JSON says; nothing while it is none, or has a number that cannot be held. */
export function fromEditedJson(json: string): { content: unknown } | undefined {
  try {
    return { content: JSON.parse(json, (_, value: unknown) => (isTooLarge(value) ? refuse(value) : value)) };
  } catch {
    return undefined;
  }
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

function isTooLarge(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

function refuse(value: unknown): never {
  throw new RangeError(`${value} is no number of JSON`);
}
