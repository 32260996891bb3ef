// Chunks as bytes of an event stream, as servers and networks write and cut them.

const encoder = new TextEncoder();

/** The bytes of a response, cut into network reads. */
export function reads(chunks, random, { truncate = false } = {}) {
  const eol = random.chance(0.7) ? '\n' : '\r\n';
  let text = random.chance(0.1) ? '\ufeff' : '';
  if (random.chance(0.2)) text += `: stream-open${eol}${eol}`;
  for (const chunk of chunks) {
    if (random.chance(0.05)) text += `: keep-alive${eol}${eol}`;
    if (random.chance(0.05)) text += `event: message${eol}`;
    if (random.chance(0.05)) text += `id: 7${eol}retry: 10${eol}`;
    text += data(json(chunk, random), random, eol) + eol;
  }
  if (random.chance(0.7)) text += `data: [DONE]${eol}${eol}`;
  let bytes = encoder.encode(text);
  if (truncate) bytes = bytes.slice(0, random.between(0, bytes.length));
  else if (random.chance(0.03)) spoilText(bytes);
  return cut(bytes, random);
}

/** A byte in the middle of a text that no UTF-8 has. */
function spoilText(bytes) {
  const at = new TextDecoder('latin1').decode(bytes).indexOf('"delta":"');
  if (at >= 0 && bytes[at + 9] < 0x80 && bytes[at + 9] !== 0x22 && bytes[at + 9] !== 0x5c) bytes[at + 9] = 0xff;
}

function data(text, random, eol) {
  const space = random.chance(0.8) ? ' ' : '';
  return text
    .split('\n')
    .map((line) => `data:${space}${line}${eol}`)
    .join('');
}

/** JSON in one of the ways in which it can be written. */
function json(chunk, random) {
  const plain = JSON.stringify(chunk, null, random.chance(0.1) ? 2 : undefined);
  if (!random.chance(0.15)) return plain;
  return plain.replace(/[^\x20-\x7e\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function cut(bytes, random) {
  const longest = random.pick([1, 7, 40, 200, 100_000]);
  const all = [];
  for (let at = 0; at < bytes.length; ) {
    let length = random.between(1, longest);
    // AI SDK's parser holds an event back while a line feed may still come; we do not wait.
    if (bytes[at + length - 1] === 0x0d) length += 1;
    all.push(bytes.slice(at, at + length));
    at += length;
  }
  return all;
}
