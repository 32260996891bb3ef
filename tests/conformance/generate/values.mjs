// Values for payloads and texts, the odd ones among them.

const words = [
  'Hello',
  ' world',
  '.',
  ' Größe',
  ' 日本',
  ' 🙂',
  '\n\n',
  ' "quoted"',
  '\\',
  '\t',
  ' \u2028',
  ' </script>',
  '',
];
const oddTexts = ['\ud83d', '\ude42', '\u0000', '\ufeff', '\u200b', 'a'.repeat(300), '\r\n', 'data: x', '[DONE]'];

export function text(random, odd = false) {
  if (odd && random.chance(0.3)) return random.pick(oddTexts);
  return random.pick(words);
}

const keys = ['a', 'b', 'city', 'n', '0', '10', 'x y', 'ключ', 'constructor', 'toString', 'type', 'id', 'state'];

export function value(random, depth = 2) {
  const leaf = depth === 0;
  return random.weighted([
    [3, () => text(random)],
    [2, () => random.pick([0, 1, -1, 3.5, 1e21, 1e-7, -0, 1.5e300, 4294967296])],
    [1, () => random.chance(0.5)],
    [1, () => null],
    [leaf ? 0 : 3, () => object(random, depth - 1)],
    [leaf ? 0 : 2, () => Array.from({ length: random.between(0, 3) }, () => value(random, depth - 1))],
  ])();
}

export function object(random, depth = 2) {
  const made = {};
  for (let left = random.between(0, 3); left > 0; left--) {
    const key = random.pick(keys);
    // `{ constructor: { prototype } }` is refused by AI SDK: that is no value for everyday use.
    made[key] = key === 'constructor' ? 1 : value(random, depth);
  }
  return made;
}

/** Metadata of a provider: an object of objects. */
export function providerMetadata(random) {
  return { [random.pick(['openai', 'acme'])]: { itemId: `item-${random.between(1, 9)}`, ...object(random, 0) } };
}

/** A value of a type that no field of a chunk takes, or that few do. */
export function wrong(random) {
  return random.pick([null, 0, 7, true, false, '', 'text', [], [1], {}, { a: 1 }, { a: { b: 1 } }]);
}
