// Reads JSON that comes in pieces; every character is looked at once and the partial value is there after each piece.
// What JavaScript can do for half-received tool input without any Rust, in a page.
const VALUE = 0;
const FIRST_KEY = 1;
const KEY = 2;
const COLON = 3;
const STRING = 4;
const NUMBER = 5;
const WORD = 6;
const AFTER = 7;
const FIRST_ELEMENT = 8;
const NEXT_KEY = 9;
const DONE = 10;
const ESCAPES = { 34: '"', 92: '\\', 47: '/', 98: '\b', 102: '\f', 110: '\n', 114: '\r', 116: '\t' };
const WORDS = { true: true, false: false, null: null };
const SPACES = new Set([32, 10, 13, 9]);

export class IncrementalJson {
  value = undefined;
  /** The open containers, outermost first, each with its place in the one around it. */
  #open = [];
  #state = VALUE;
  #text = '';
  /** 1 after a backslash, 2 inside of \u. */
  #escape = 0;
  #hex = '';
  /** Copies the open containers when they are first touched after a publication, so that earlier values stay. */
  #keepsEarlier;
  #edition = 1;

  constructor(keepsEarlier) {
    this.#keepsEarlier = keepsEarlier;
  }

  /** The value has been shown: it must not change any more. */
  publish() {
    this.#edition++;
  }

  push(piece) {
    const length = piece.length;
    let at = 0;
    while (at < length) {
      const state = this.#state;
      if (state === STRING || state === KEY) {
        at = this.#string(piece, at);
        continue;
      }
      const code = piece.charCodeAt(at);
      if (state === NUMBER || state === WORD) {
        at = this.#scalar(piece, at);
      } else {
        if (!SPACES.has(code)) this.#structure(code);
        // Numbers and words begin where they are.
        if (this.#state !== NUMBER && this.#state !== WORD) at++;
      }
    }
    // An open string is seen as far as it has come.
    if (this.#state === STRING) this.#set(this.#text);
    return this.value;
  }

  #string(piece, from) {
    if (this.#escape === 1) {
      const code = piece.charCodeAt(from);
      if (code === 117) {
        this.#escape = 2;
        this.#hex = '';
      } else {
        this.#text += ESCAPES[code];
        this.#escape = 0;
      }
      return from + 1;
    }
    if (this.#escape === 2) {
      this.#hex += piece[from];
      if (this.#hex.length === 4) {
        this.#text += String.fromCharCode(Number.parseInt(this.#hex, 16));
        this.#escape = 0;
      }
      return from + 1;
    }
    let at = from;
    let code = 0;
    while (at < piece.length) {
      code = piece.charCodeAt(at);
      if (code === 34 || code === 92) break;
      at++;
    }
    if (at > from) this.#text += piece.slice(from, at);
    if (at >= piece.length) return at;
    if (code === 92) {
      this.#escape = 1;
    } else if (this.#state === KEY) {
      const top = this.#open.at(-1);
      top.key = this.#text;
      this.#text = '';
      this.#state = COLON;
    } else {
      this.#set(this.#text);
      this.#text = '';
      this.#state = this.#open.length === 0 ? DONE : AFTER;
    }
    return at + 1;
  }

  #scalar(piece, from) {
    let at = from;
    while (at < piece.length) {
      const code = piece.charCodeAt(at);
      if (code === 44 || code === 93 || code === 125 || code <= 32) break;
      at++;
    }
    this.#text += piece.slice(from, at);
    if (at < piece.length) {
      this.#set(this.#state === NUMBER ? Number(this.#text) : WORDS[this.#text]);
      this.#text = '';
      this.#state = AFTER;
    }
    return at;
  }

  #structure(code) {
    switch (this.#state) {
      case FIRST_ELEMENT:
      case VALUE:
        if (code === 93 && this.#state === FIRST_ELEMENT) this.#close();
        else if (code === 34) this.#state = STRING;
        else if (code === 123) this.#enter({}, FIRST_KEY);
        else if (code === 91) this.#enter([], FIRST_ELEMENT);
        else this.#state = code === 45 || (code >= 48 && code <= 57) ? NUMBER : WORD;
        break;
      case FIRST_KEY:
        if (code === 125) this.#close();
        else this.#expectKey(code);
        break;
      case NEXT_KEY:
        this.#expectKey(code);
        break;
      case COLON:
        this.#state = VALUE;
        break;
      case AFTER: {
        const top = this.#open.at(-1);
        if (code === 44) {
          if (Array.isArray(top.value)) {
            top.key++;
            this.#state = VALUE;
          } else this.#state = NEXT_KEY;
        } else if (code === 125 || code === 93) this.#close();
        else throw new Error('not JSON');
        break;
      }
      default:
        throw new Error('not JSON');
    }
  }

  #expectKey(code) {
    if (code !== 34) throw new Error('not JSON');
    this.#state = KEY;
  }

  #set(value) {
    const top = this.#open.at(-1);
    if (top === undefined) this.value = value;
    else {
      if (this.#keepsEarlier) this.#copyPath();
      top.value[top.key] = value;
    }
  }

  #enter(value, state) {
    this.#set(value);
    this.#open.push({ value, key: Array.isArray(value) ? 0 : '', edition: this.#edition });
    this.#state = state;
  }

  #close() {
    this.#open.pop();
    this.#state = this.#open.length === 0 ? DONE : AFTER;
  }

  #copyPath() {
    const open = this.#open;
    if (open[open.length - 1].edition === this.#edition) return;
    for (let depth = 0; depth < open.length; depth++) {
      const level = open[depth];
      if (level.edition === this.#edition) continue;
      level.value = Array.isArray(level.value) ? level.value.slice() : { ...level.value };
      level.edition = this.#edition;
      if (depth === 0) this.value = level.value;
      else open[depth - 1].value[open[depth - 1].key] = level.value;
    }
  }
}
