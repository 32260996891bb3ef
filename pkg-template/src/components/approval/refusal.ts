import type { ChatError } from '../../index.js';
import { filled, type Locale } from '../locale/locale.js';

/** Why an answer was not taken; in the error's own words where the language has none. */
export function refusalInWords({ texts }: Locale, { code, message }: ChatError): string {
  const words: Readonly<Record<string, string>> = texts.refusals;
  const why = Object.hasOwn(words, code) ? words[code] : undefined;
  return filled(texts.approval.notTaken, { message: why ?? message });
}
