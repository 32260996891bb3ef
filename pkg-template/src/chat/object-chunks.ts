/** Takes values over; gives the number by which Rust names each. */
export interface Handing {
  hand(value: unknown): number;
}

/** The fields of chunks whose values no rule looks at. */
const payloads = new Set([
  'input',
  'output',
  'data',
  'providerMetadata',
  'toolMetadata',
  'messageMetadata',
  'approvalDescriptor',
  'inputSchemaInput',
  'citations',
  'parts',
]);

/** A chunk object as Rust takes it: payloads stay here and go as numbers. */
export interface EncodedChunk {
  json: string;
  /** The number of the whole chunk. */
  whole: number;
  /** The numbers to release once the chunk has been dealt with. */
  numbers: number[];
  /** The numbers to release once the response has ended: Rust may name them again. */
  lasting: number[];
}

/** Encodes a chunk of a transport that gives objects. */
export function encodeChunk(chunk: object, store: Handing): EncodedChunk {
  const whole = store.hand(chunk);
  const numbers = [whole];
  const lasting: number[] = [];
  const flat: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(chunk)) {
    if (value === undefined) continue;
    if (payloads.has(field) && value !== null) {
      const number = store.hand(value);
      (field === 'toolMetadata' ? lasting : numbers).push(number);
      flat[field] = number;
    } else if (value === null || typeof value === 'string' || typeof value === 'boolean') {
      flat[field] = value;
    }
  }
  // A payload that is null is a value and not an absent one.
  for (const field of ['input', 'output', 'data', 'inputSchemaInput']) {
    if ((chunk as Record<string, unknown>)[field] === null) {
      const number = store.hand(null);
      numbers.push(number);
      flat[field] = number;
    }
  }
  return { json: JSON.stringify(flat), whole, numbers, lasting };
}
