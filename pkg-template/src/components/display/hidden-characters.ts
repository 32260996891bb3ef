/** A stretch of a text: as it is, or one character that would not be seen. */
export type Stretch =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly codePoint: string };

/**
 * What is not seen, or makes other things be seen elsewhere: controls, marks
 * and overrides of direction, what has no width, tags, fillers, what separates
 * lines without looking like it, and halves of surrogate pairs.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Scripts that are written with joiners and non-joiners. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}\p{M}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u;

/** The text with each hidden character apart, so that it can be shown. */
export function stretches(text: string): Stretch[] {
  const found: Stretch[] = [];
  let plainFrom = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (isOrdinary(text, character, index)) continue;
    if (index > plainFrom) found.push({ kind: 'plain', text: text.slice(plainFrom, index) });
    found.push({ kind: 'hidden', text: character, codePoint: codePointOf(character) });
    plainFrom = index + character.length;
  }
  if (plainFrom < text.length) found.push({ kind: 'plain', text: text.slice(plainFrom) });
  return found;
}

/** Whether a text holds something that would not be seen. */
export function hidesSomething(text: string): boolean {
  return stretches(text).some(({ kind }) => kind === 'hidden');
}

/**
 * Line breaks, tabs that move nothing out of sight, and joiners and selectors of
 * variants where a script or a picture is written with them.
 */
function isOrdinary(text: string, character: string, index: number): boolean {
  if (character === '\n') return true;
  if (character === '\t') return text[index - 1] !== '\t' || /(^|\n)\t*$/.test(text.slice(0, index));
  if (character === '\r') return text[index + 1] === '\n';
  const before = lastCharacter(text.slice(Math.max(0, index - 2), index));
  if (character === '\ufe0e' || character === '\ufe0f') return /\p{Emoji}/u.test(before);
  if (/[\u180b-\u180d\u180f]/.test(character)) return /\p{Script=Mongolian}/u.test(before);
  if (character !== '\u200d' && character !== '\u200c') return false;
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  const joins = (pattern: RegExp) => pattern.test(before) && pattern.test(after);
  return joins(JOINING) || (character === '\u200d' && joins(PICTURE));
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? '';
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
