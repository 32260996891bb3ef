// The outline of a WebAssembly binary, as far as the package's steps look into it.
// https://webassembly.github.io/spec/core/binary/modules.html

/** The ids of sections. */
export const CUSTOM = 0;
export const IMPORTS = 2;
export const EXPORTS = 7;
export const CODE = 10;

/** What goes before the sections. */
const PREAMBLE = 8;

/** The preamble, and the sections by their ids with their content. */
export function outlineOf(wasm) {
  const reader = new Reader(wasm.subarray(PREAMBLE));
  const sections = [];
  while (!reader.isDone) sections.push({ id: reader.byte(), content: reader.sized() });
  return { preamble: wasm.subarray(0, PREAMBLE), sections };
}

/** A section as it is written. */
export function section(id, content) {
  return Buffer.concat([Buffer.from([id]), leb(content.length), content]);
}

/** Reads from the front to the end. */
export class Reader {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  get isDone() {
    return this.#at >= this.#bytes.length;
  }

  byte() {
    return this.#bytes[this.#at++];
  }

  /** An unsigned LEB128 number. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  /** Bytes with their number before them. */
  sized() {
    const length = this.number();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  text() {
    return this.sized().toString('utf8');
  }
}

/** An unsigned LEB128 number. */
export function leb(value) {
  const bytes = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Buffer.from([...bytes, rest]);
}

/** A name. */
export function text(value) {
  return Buffer.concat([leb(value.length), Buffer.from(value)]);
}
