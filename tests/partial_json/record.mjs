// Records what AI SDK's parsePartialJson makes of many texts, at every prefix.
//
//     node tests/partial_json/record.mjs . > tests/fixtures/partial-json/ai-7.0.173.jsonl
//
// The first argument is where `ai` is installed; `npm ci` installs it here. With
// a second, a number, other random texts are recorded instead, as many as the
// third tells.
//
// One line of JSON a text: `text`, and in `values` every length (in UTF-16 code
// units) from which on the prefix has another value: `[length, value]`, or
// `[length]` where it has none. Before the first it has none.

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const VERSION = '7.0.173';

const directory = process.argv[2];
if (directory === undefined) {
  console.error('usage: node record.mjs DIRECTORY-WITH-NODE_MODULES [SEED COUNT]');
  process.exit(2);
}
const modules = createRequire(join(resolve(directory), 'package.json'));
const { version } = modules('ai/package.json');
if (version !== VERSION) {
  console.error(`ai ${version} is installed, ${VERSION} is wanted`);
  process.exit(2);
}
const entry = modules.resolve('ai');
const { parsePartialJson } = await import(pathToFileURL(entry).href);

const chosen = [
  // Whole documents.
  '{"city":"Berlin","days":[1,2,3],"nested":{"a":{"b":{"c":null}},"list":[[],{},[{}]]},"ok":true,"no":false}',
  ' \t\r\n{ "a" : 1 , "b" : [ true , false , null ] , "c" : { } , "d" : [ ] } \n',
  '{"city": "Ber lin", "days": 3, "ok": true, "tags": ["a", "b"], "nested": {"x": null}}',
  '[[[[[["deep"]]]]],{"a":[{"b":[{"c":1}]}]}]',
  '[1,22,333,-4,-5.5,0,0.5,1e5,1E5,1e+5,1e-5,1.5e+10,-1.25E-3,-0]',
  '{"a":12.5,"b":1e+5,"c":-3E-2,"d":0}',
  '{"a":1e+5}',
  '{"a":1e+55,"b":{"c":1e+5}}',
  '{"a":[1e+5,2]}',
  '{"a":1e+5 , "b" : "x"}',
  '{"a":1e400,"b":-1e400,"c":12345678901234567890,"d":1e-400,"e":-0.0}',
  '"just a string"',
  '  "with space"  ',
  '""',
  '"',
  'true',
  'false',
  'null',
  ' true ',
  '12',
  '-12.5e3',
  '-',
  '0',
  '00',
  '12 ',
  ' 12.50 \n',
  '1e+5',
  '1e+5 ',
  '1e+5 x',
  '1e+5x',
  '1e+',
  '1e-5',
  '1E+05 \n ',
  '1.5e+10',
  '-1e+5',
  '1e+5,',
  '1e+5]',
  '{}',
  '[]',
  '',
  ' ',
  '{ }',
  '[ ]',
  '{',
  '[',
  '}',
  ']',
  ',',
  ':',
  '{}{}',
  '[][]',
  '{} {}',
  '[1] [2]',
  '1 2',
  '"a" "b"',
  // Strings.
  '{"s":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20AC"}',
  '{"s":"\\ud83d\\ude00"}',
  '{"s":"a\\ud83db"}',
  '["\\ud83d","\\ude00"]',
  '{"s":"é€😀\u2028"}',
  '"😀😀"',
  '{"😀":"😀","é":1}',
  '["\ud83d"]',
  '["\ude00\ud83d"]',
  '{"\ud83d":1,"\ud83d":2}',
  '"\ud83d\\ude00"',
  '"\\ud83d\ude00"',
  '{"s":"a\\u12x4bc"}',
  '["\\u00"]',
  '["ab\\u00", 1]',
  '["\\u00zz41"]',
  '["\\u00"41", 5]',
  '{"s":"\\x"}',
  '["a\\',
  '["\\é"]',
  '["\\😀"]',
  '["a\nb"]',
  '["a\u0000b"]',
  '["a\tb"]',
  '["line one\\nline two\\n\\tindented \\"quoted\\" text\\n"]',
  '["\u007f\u0080"]',
  // Keys.
  '{"a":1,"a":2}',
  '{"a":{"x":1,"y":[1]},"b":2,"a":{"z":1}}',
  '{"a":[1],"a":"s","a":null,"a":1.5}',
  '{"2":"b","1":"a","x":0,"0":1}',
  '{"":1}',
  '{"a":1,"a":-2}',
  '{"a\\"b":1,"c":2}',
  '{"a\\\\":1,"b":2}',
  '{"a\\\\\\"":1,"b":[1,2]}',
  '{"\\u0061":1,"a":2}',
  '{"a\\nb":{"c":"d"}}',
  '{"a\\',
  '{"a\\"',
  '{"say \\"hi\\"":"x"}',
  '{"a\\":b":1,"c":"x"}',
  '{"a\\": b\\"":{"c":[1,"x"]},"d":2}',
  '{"a\\":1":2}',
  '{"a\\":{":2,"b":"}"}',
  '{"a\\":[":2,"b":"]"}',
  '{"a\\":-":"x","b":2}',
  '{"a\\":-":"long,","b":{"c":"d"},"e":[1,2,3]}',
  '{"a\\":true":1}',
  '{"a\\":\\"":"b"}',
  '{"k\\":-":"v,"} ',
  '[{"a\\":b":"}"},1]',
  '[{"a\\":b":"}"},"x"]  ',
  '{"x":"y","a\\":b":",","c":"d"}',
  '{"a\\":"',
  '{"a\\",":1}',
  '{"a\\"}":1}',
  '{"a\\"}":1,"b":2}',
  '[{"a\\"}":1},2]',
  '{"a\\":-":2 , "1":"x,","a\\":-":{"a\\":-":true , "b":-0.25} }x y',
  // Keys that are refused.
  '{"__proto__":1}',
  '{"a":{"__proto__":{"x":1}},"b":1}',
  '{"a":{"__proto__":{"x":1}},"a":2,"b":3}',
  '{"\\u005f_proto__":[1]}',
  '{"__proto__" :"s"}',
  '{"__proto__":-1}',
  '{"__proto__":tru}',
  '[{"__proto__":1}]',
  '{"a":[{"__proto__":1}],"a":5}',
  '{"a":[{"b":{"__proto__":1},"b":1}],"c":5}',
  '{"__proto__x":1}',
  '{"a":"__proto__"}',
  '["__proto__"]',
  '{"a":"\\"__proto__\\":1"}',
  '{"constructor":1}',
  '{"constructor":{"prototype":1}}',
  '{"constructor":{"a":1,"prototype":{"b":2}},"c":3}',
  '{"constructor":{"prototype":1},"constructor":2}',
  '{"constructor":null}',
  '{"constructor":[{"prototype":1}]}',
  '{"constructor":{"a":{"prototype":1}}}',
  '{"prototype":{"constructor":1}}',
  '{"a":{"constructor":{"prototype":"x"}},"a":[]}',
  '{"a":{"constructor":{"prototype":"x"}},"b":[{"__proto__":2}],"a":1,"b":2}',
  '{"constructor":{"constructor":{"prototype":1},"constructor":1},"d":2}',
  '{"constructor":"prototype"}',
  '{"constructor":"x","prototype":"y"}',
  '{"const\\u0072uctor":{"\\u0070rototype":"y"}}',
  '{"a":{"__proto__":{"__proto__":1,"b":[{"__proto__":1}]},"x":1},"b":2,"a":{"ok":true}}',
  '[[{"__proto__":1}],2]',
  '{"a":[{"constructor":{"prototype":1}},2],"b":1,"a":1}',
  // Not JSON.
  'undefined',
  'NaN',
  'nul',
  'nulx',
  'trux',
  'true1',
  'truefalse',
  'nullnull',
  'tr ue',
  'Infinity',
  '+1',
  '.5',
  '1.',
  '1..2',
  '1.e5',
  '1.x',
  '01',
  '-01',
  '--1',
  '1-2',
  '1-',
  '1e',
  '1ee5',
  '1e5.5',
  '-a',
  '0x10',
  '1a2',
  '[1 2]',
  '[1 x',
  '[1x',
  '[1x,2]',
  '[1xy]',
  '[1}',
  '[1}]',
  '["a"}',
  '["a" x]',
  '["a"x]',
  '[x]',
  '[x1]',
  '[x,1]',
  '[,]',
  '[,1]',
  '[1,]',
  '[1,,2]',
  '[1,x',
  '[1,x2]',
  '[-]',
  '[-a',
  '[-ab]',
  '[-,1]',
  '[1-,2]',
  '[true}',
  '[true x',
  '[truex',
  '[trux',
  '[trux]',
  '[tru,1]',
  '[tru',
  '[-1',
  '[1.]',
  '[1.,2]',
  '[1e+x]',
  '[1é',
  '[1éé',
  '[1😀',
  '[-😀',
  '[é',
  '["a"é',
  '{"a":1 x',
  '{"a":1 x,',
  '{"a":1 x,"b":',
  '{"a":1 x,"b":2}',
  '{"a":1x}',
  '{"a":1]',
  '{"a":1],"b":2}',
  '{"a" x:1}',
  '{"a"x',
  '{"a":x',
  '{"a":x1}',
  '{"a":1,x',
  '{"a":1,}',
  '{"a":1,,"b":2}',
  '{x',
  '{x"a":1}',
  '{1:2}',
  '{a:1}',
  '{"a",1}',
  '{"a"1}',
  '{"a"}',
  '{,}',
  '{"a":trux',
  '{"a":trux}',
  '{"a":tru}',
  '{"a":tru,"b":1}',
  '{"a":true x,"b',
  '{"a":-',
  '{"a":-}',
  '{"a":-,"b":1}',
  '{"a":01}',
  '{"a":1.}',
  '{"a":"b" x',
  '{"a":"b" x}',
  '{"a":"b""c"}',
  '{"a":{"b":1]}}',
  '{"a":[1}]}',
  "{'a':1}",
  '{"a":1;"b":2}',
  '{"a":1//c\n}',
  '{"a":é',
  '{"a"é:1}',
  '{"a":1😀',
  '{"a":1😀,"b":1}',
  'x',
  'x{"a":1}',
  '\ufeff{"a":1}',
  '\u00a0{"a":1}',
  '\u000b1',
  '{}x',
  '{}x{}',
  '[1]x',
  '"a"x',
  '1x',
  '1x2',
  'truex',
  'true x',
  '{"a":1}}',
  '[1]]',
  '{"a":1} // done',
  '```json\n{"a":1}\n```',
  'Sure: {"a":1}',
];

// A xorshift generator, so that every run records the same texts.
const seed = Number(process.argv[3] ?? 0);
let state = 0x2545f491 ^ Math.imul(seed, 0x9e3779b1);
function random(below) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}
const pick = (list) => list[random(list.length)];

const keys = [
  'a',
  'b',
  'key',
  '',
  'a',
  '__proto__',
  'constructor',
  'prototype',
  'a\\"b',
  'a\\":b',
  'a\\":-',
  'é',
  '😀',
  '\\n',
  'x\\\\',
  '\\u0061',
  '1',
];
const strings = [
  '',
  'x',
  'some text',
  '\\"',
  '\\\\',
  '\\n',
  '\\u00e9',
  '\\ud83d',
  '\\ude00',
  '😀',
  'é',
  ':',
  ',',
  '}',
  ']',
  '{',
  '[',
];
const numbers = ['0', '1', '-1', '12', '1.5', '-0.25', '1e5', '1e+5', '2E-3', '1.5e+10'];
const space = () => pick(['', '', '', '', ' ', '\n', '  ']);

function string() {
  let text = '';
  for (let parts = random(4); parts > 0; parts -= 1) text += pick(strings);
  return `"${text}"`;
}

function document(depth) {
  const kind = depth === 0 ? random(3) : random(7);
  if (kind === 0) return pick(numbers);
  if (kind === 1) return string();
  if (kind === 2) return pick(['true', 'false', 'null']);
  const inside = [];
  for (let count = random(4); count > 0; count -= 1) {
    const value = space() + document(depth - 1) + space();
    inside.push(kind < 5 ? `${space()}"${pick(keys)}"${space()}:${value}` : value);
  }
  return kind < 5 ? `{${inside.join(',') + space()}}` : `[${inside.join(',') + space()}]`;
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
  '1',
  '0',
  't',
  'u',
  'x',
  'n',
  '\\"',
  'é',
  '😀',
  '\n',
  '\\u00',
];

function mutated(text) {
  for (let count = 1 + random(3); count > 0; count -= 1) {
    const at = random(text.length + 1);
    text = text.slice(0, at) + (random(3) > 0 ? pick(marks) : '') + text.slice(at + random(2));
  }
  return text;
}

function soup() {
  const words = [
    '"',
    '"',
    ':',
    ',',
    '{',
    '}',
    '[',
    ']',
    '{"',
    '":',
    '":"',
    '","',
    '"}',
    '\\"',
    '\\',
    ' ',
    '1',
    '-',
    'e+',
    '.',
    'true',
    'tr',
    'null',
    'a',
    'x',
    '__proto__',
    'é',
    '😀',
  ];
  let text = pick(['{"', '[', '', '{', '{"a\\":']);
  for (let count = random(14); count > 0; count -= 1) text += pick(words);
  return text;
}

const texts = new Set(seed === 0 ? chosen : []);
const count = Number(process.argv[4] ?? 1500);
const start = texts.size;
while (texts.size < start + (count * 4) / 15) texts.add(document(3).slice(0, 120));
while (texts.size < start + (count * 10) / 15) texts.add(mutated(document(2)).slice(0, 80));
while (texts.size < start + count) texts.add(soup());

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

for (const text of texts) {
  const values = [];
  let before;
  for (let length = 0; length <= text.length; length += 1) {
    const { value } = await parsePartialJson(text.slice(0, length));
    const now = value === undefined ? undefined : written(value);
    if (now !== before) values.push(now === undefined ? `[${length}]` : `[${length},${now}]`);
    before = now;
  }
  console.log(`{"text":${JSON.stringify(text)},"values":[${values.join(',')}]}`);
}
