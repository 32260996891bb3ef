import type { Actor } from '../../index.js';
import { filled, type Locale } from '../locale/locale.js';

/** Who or what moved an item. */
export function actorInWords({ tag, texts }: Locale, by: Actor): string {
  const { audit } = texts;
  switch (by.kind) {
    case 'person':
      return by.name ?? audit.person;
    case 'grant':
      return filled(audit.grant, { number: new Intl.NumberFormat(tag).format(by.grant) });
    default:
      return audit[by.kind];
  }
}
