// What JavaScript has and Rust does not; see `src/host`.

export function regexTest(source, text) {
  try {
    return Number(new RegExp(source, 'u').test(text));
  } catch {
    return -1;
  }
}

export function normalizeNfkc(text) {
  return text.normalize('NFKC');
}

export function foldCase(text) {
  return text.toUpperCase().toLowerCase();
}

/** One part a line: no part of a url holds a line break. */
export function urlParts(text) {
  try {
    const { href, protocol, hostname, host, username, password } = new URL(text);
    return [href, protocol, hostname, host, `${username}:${password}`].join('\n');
  } catch {
    return undefined;
  }
}

export function nearestDouble(text) {
  return String(Number(text));
}
