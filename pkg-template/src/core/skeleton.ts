/** The fields of a message part that rules look at; texts and payloads stay here. */
const partFields = [
  'type',
  'state',
  'id',
  'toolCallId',
  'toolName',
  'providerExecuted',
  'preliminary',
  'inputEncoding',
] as const;

type Loose = Readonly<Record<string, unknown>>;

/** A message as Rust needs to know it, ready to become JSON. */
export function skeleton(message: unknown): unknown {
  if (!isObject(message)) return null;
  const { id, role, parts } = message;
  return { id: plain(id), role: plain(role), parts: Array.isArray(parts) ? parts.map(partSkeleton) : null };
}

/** A message of a list as Rust is told of it: its index, where it was there before, else what it is. */
export type Outlined = number | { host: number; skeleton: unknown };

/** A list that takes the place of another one. Messages that stay are told by their identity. */
export function outline(
  before: readonly unknown[],
  after: readonly unknown[],
  store: { hand(value: unknown): number },
): Outlined[] {
  const current = new Map(before.map((message, index) => [message, index]));
  return after.map((message) => {
    const index = current.get(message);
    if (index === undefined) return { host: store.hand(message), skeleton: skeleton(message) };
    current.delete(message);
    return index;
  });
}

function partSkeleton(part: unknown): unknown {
  if (!isObject(part)) return {};
  const known: Record<string, unknown> = {};
  for (const field of partFields) {
    const value = plain(part[field]);
    if (value !== undefined) known[field] = value;
  }
  if (isObject(part.approval)) {
    const { id, approved, isAutomatic } = part.approval;
    known.approval = { id: plain(id), approved: plain(approved), isAutomatic: plain(isAutomatic) };
  }
  return known;
}

function plain(value: unknown): string | boolean | undefined {
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}
