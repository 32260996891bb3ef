import type { Locale } from './locale.js';

/** German. */
export const de: Locale = {
  tag: 'de',
  direction: 'ltr',
  texts: {
    pending: {
      waiting: { one: '{count} Sache wartet auf Sie', other: '{count} Sachen warten auf Sie' },
      nothing: 'Nichts wartet auf Sie',
    },
    approval: {
      allow: 'Erlauben',
      deny: 'Ablehnen',
    },
  },
};
