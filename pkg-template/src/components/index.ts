'use client';

export { en } from './locale/en.js';
export type { Locale, PluralText, Text } from './locale/locale.js';
export { LocaleProvider, useLocale } from './locale/locale-provider.js';
export type { Texts } from './locale/texts.js';
