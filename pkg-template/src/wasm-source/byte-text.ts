// Bytes as text, for wasm inside a bundle.
//
// Compression works on bytes. Base64 packs three of them into four characters,
// so that what repeats no longer looks the same; here each byte becomes the same
// one or two characters everywhere, and the text compresses to about the size
// of the bytes (over base64 a fifth less). Low bytes, the most frequent in wasm,
// take one character. All are ASCII, and none needs an escape between any
// quotes or inside a <script>, so no bundler and no charset changes them.

const ALPHABET = ' !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';

/** The first so many characters stand for a byte, the two after them begin a pair. byte-text.wat knows it too. */
const SINGLES = 86;

/** The text of some bytes; the build calls it. */
export function encode(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const round = Math.floor(byte / SINGLES);
    text += (round > 0 ? ALPHABET.charAt(SINGLES + round - 1) : '') + ALPHABET.charAt(byte % SINGLES);
  }
  return text;
}

/** Where the text is in the decoder's memory: after the places of all ASCII characters. */
const START = 128;

/**
 * The bytes of a text that `encode` wrote.
 *
 * @param decoder byte-text.wat, compiled.
 */
export function decode(text: string, decoder: BufferSource): Uint8Array<ArrayBuffer> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(decoder));
  const { memory, decode } = exports as { memory: WebAssembly.Memory; decode(end: number): number };
  memory.grow(Math.ceil((START + text.length) / PAGE));
  const bytes = new Uint8Array(memory.buffer as ArrayBuffer);
  for (let place = 0; place < ALPHABET.length; place++) bytes[ALPHABET.charCodeAt(place)] = place;
  new TextEncoder().encodeInto(text, bytes.subarray(START));
  return bytes.subarray(START, decode(START + text.length));
}

/** A page of wasm memory, in bytes. */
const PAGE = 65_536;
