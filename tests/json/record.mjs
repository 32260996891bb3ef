// Records which of many texts JSON.parse takes, and for what.
//
//     node tests/json/record.mjs > tests/fixtures/json/json-parse.jsonl
//
// One line of JSON a text: `text`, and `value` if it is JSON.

let state = 0x1234567;
function random(below) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}
const pick = (list) => list[random(list.length)];

const inString = [
  '',
  'a',
  'some text',
  '\\"',
  '\\\\',
  '\\/',
  '\\b',
  '\\f',
  '\\n',
  '\\r',
  '\\t',
  '\\u00e9',
  '\\uD83D',
  '\\uDE00',
  '\\ud83d\\ude00',
  '\\u0000',
  '\\u001F',
  '\\u2028',
  '😀',
  'é',
  '\u2028',
  '\u007f',
  '\ud83d',
  '\ude00',
  "'",
  '/',
];
const digits = ['0', '1', '9', '12', '305'];
const spaces = ['', '', '', '', ' ', '\n', '\t', '\r\n', '  '];

function string() {
  let text = '';
  for (let parts = random(5); parts > 0; parts -= 1) text += pick(inString);
  return `"${text}"`;
}

function number() {
  const fraction = pick(['', '', `.${pick(digits)}`]);
  const exponent = pick(['', '', pick(['e', 'E']) + pick(['', '+', '-']) + pick(digits)]);
  return pick(['', '-']) + pick(digits) + fraction + exponent;
}

function value(depth) {
  const kind = random(depth === 0 ? 4 : 8);
  if (kind === 0) return number();
  if (kind < 3) return string();
  if (kind === 3) return pick(['true', 'false', 'null']);
  const inside = [];
  for (let count = random(4); count > 0; count -= 1) {
    const key = kind < 6 ? `${pick(spaces)}${string()}${pick(spaces)}:` : '';
    inside.push(key + pick(spaces) + value(depth - 1) + pick(spaces));
  }
  const text = inside.length > 0 ? inside.join(',') : pick(spaces);
  return kind < 6 ? `{${text}}` : `[${text}]`;
}

const marks = [
  '"',
  '\\',
  ':',
  ',',
  '{',
  '}',
  '[',
  ']',
  ' ',
  '-',
  '+',
  '.',
  'e',
  '0',
  '1',
  'u',
  'x',
  '\n',
  '\u0000',
  '\u001f',
  '\u00a0',
  '\ufeff',
  '\u000b',
];

function mutated(text) {
  const at = random(text.length + 1);
  return text.slice(0, at) + (random(3) > 0 ? pick(marks) : '') + text.slice(at + random(2));
}

// JSON.stringify, except that it keeps -0 and infinities apart.
function written(value) {
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return '-0';
    if (!Number.isFinite(value)) return value < 0 ? '-1e999' : '1e999';
  }
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${written(member)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
}

const texts = new Set();
while (texts.size < 500) texts.add(pick(spaces) + value(3).slice(0, 200) + pick(spaces));
while (texts.size < 1400) texts.add(mutated(value(2)));
while (texts.size < 1500) texts.add(mutated(number()));

for (const text of texts) {
  let member = '';
  try {
    member = `,"value":${written(JSON.parse(text))}`;
  } catch {
    // Not JSON: no member.
  }
  console.log(`{"text":${JSON.stringify(text)}${member}}`);
}
