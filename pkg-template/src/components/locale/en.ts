import type { Locale } from './locale.js';

/** English. */
export const en: Locale = {
  tag: 'en',
  direction: 'ltr',
  texts: {
    pending: {
      waiting: { one: '{count} thing waits for you', other: '{count} things wait for you' },
      nothing: 'Nothing waits for you',
    },
    approval: {
      allow: 'Allow',
      deny: 'Deny',
    },
  },
};
