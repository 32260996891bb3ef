import type { Locale } from './locale.js';

/** French. */
export const fr: Locale = {
  tag: 'fr',
  direction: 'ltr',
  texts: {
    pending: {
      waiting: { one: '{count} élément vous attend', other: '{count} éléments vous attendent' },
      nothing: 'Rien ne vous attend',
    },
    approval: {
      allow: 'Autoriser',
      deny: 'Refuser',
    },
  },
};
