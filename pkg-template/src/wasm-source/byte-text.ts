// Bytes as text, for wasm inside a bundle.
//
// Compression works on bytes. Base64 packs three of them into four characters,
// so that what repeats no longer looks the same; here each byte becomes the same
// one or two characters everywhere, and the text compresses to about the size
// of the bytes (over base64 a fifth less). Low bytes, the most frequent in wasm,
// take one character. All are ASCII, and none needs an escape between any
// quotes or inside a <script>, so no bundler and no charset changes them.

const ALPHABET = ' !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';

/** The first so many characters stand for a byte, the two after them begin a pair. */
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

/** The bytes of a text that `encode` wrote. */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const places = new Uint8Array(128);
  for (let place = 0; place < ALPHABET.length; place++) {
    places[ALPHABET.charCodeAt(place)] = place;
  }
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let round = 0;
  for (let index = 0; index < text.length; index++) {
    const place = places[text.charCodeAt(index)] as number;
    if (place < SINGLES) {
      bytes[length++] = round + place;
      round = 0;
    } else {
      round = (place - SINGLES + 1) * SINGLES;
    }
  }
  return bytes.subarray(0, length);
}
