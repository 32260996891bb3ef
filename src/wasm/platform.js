// What JavaScript has and Rust does not; see `src/host`.

const compiled = new Map();

export function regexTest(source, text) {
  try {
    let regex = compiled.get(source);
    if (regex === undefined) {
      regex = new RegExp(source, 'u');
      // All sources are the module's own, a handful.
      compiled.set(source, regex);
    }
    return Number(regex.test(text));
  } catch {
    return -1;
  }
}

export function foldName(text) {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s/gu, ' ');
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
