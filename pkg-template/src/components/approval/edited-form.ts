import { FormDraft } from '../../form/form-draft.js';

/**
 * A form that holds an input, to be edited; nothing where the form would not
 * give back exactly that input, for then it would lose something of it.
 */
export function formForInput(schema: unknown, input: unknown): FormDraft | undefined {
  if (!isObject(schema) || !isObject(schema.properties) || !isObject(input)) return undefined;
  const properties = Object.entries(schema.properties).map(([name, property]) => [
    name,
    isObject(property) && name in input ? { ...property, default: input[name] } : property,
  ]);
  let draft: FormDraft;
  try {
    draft = new FormDraft({ ...schema, properties: Object.fromEntries(properties) });
  } catch {
    return undefined;
  }
  const held = draft.content();
  return 'content' in held && isSame(held.content, input) ? draft : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Whether two values of JSON are the same; the order of members does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [Object.entries(a), Object.entries(b)];
  return (
    ours.length === theirs.length &&
    ours.every(([name, value]) => Object.hasOwn(b, name) && isSame(value, (b as Record<string, unknown>)[name]))
  );
}
