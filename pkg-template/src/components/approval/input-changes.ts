/** One place at which two values differ; `undefined` where there is none. */
export interface InputChange {
  /** The names and numbers that lead there. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Where two values of JSON differ, in the order of the one before. */
export function inputChanges(before: unknown, after: unknown, path: readonly string[] = []): InputChange[] {
  if (Object.is(before, after)) return [];
  const [old, now] = [membersOf(before), membersOf(after)];
  if (old === undefined || now === undefined || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, before, after }];
  }
  const names = [...old.keys(), ...[...now.keys()].filter((name) => !old.has(name))];
  return names.flatMap((name) => inputChanges(old.get(name), now.get(name), [...path, name]));
}

function membersOf(value: unknown): Map<string, unknown> | undefined {
  return value !== null && typeof value === 'object' ? new Map(Object.entries(value)) : undefined;
}
