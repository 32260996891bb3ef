import type { FieldError } from '../../chat-error.js';
import { filled, type Locale } from '../locale/locale.js';

/** What is wrong with a field, in words. */
export function fieldErrorInWords({ texts, tag }: Locale, { code, limit }: FieldError): string {
  const text = Object.hasOwn(texts.fieldErrors, code)
    ? texts.fieldErrors[code as keyof Locale['texts']['fieldErrors']]
    : texts.fieldErrors.other;
  return filled(text, { limit: limitInWords(tag, limit) });
}

/** The errors that are to be shown at a field. */
export function errorsAt(errors: readonly FieldError[], path: string): FieldError[] {
  return errors.filter((error) => (error.field ?? error.path) === path);
}

function limitInWords(tag: string, limit: unknown): string {
  if (typeof limit === 'number') return new Intl.NumberFormat(tag, { maximumFractionDigits: 20 }).format(limit);
  return typeof limit === 'string' ? limit : (JSON.stringify(limit) ?? '');
}
