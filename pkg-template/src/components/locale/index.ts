export { ar } from './ar.js';
export { de } from './de.js';
export { en } from './en.js';
export { fr } from './fr.js';
export { ja } from './ja.js';
export type { Locale, PluralText, Text } from './locale.js';
export type { Texts } from './texts.js';
