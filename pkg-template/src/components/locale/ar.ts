import type { Locale } from './locale.js';

/** Arabic. */
export const ar: Locale = {
  tag: 'ar',
  direction: 'rtl',
  texts: {
    pending: {
      waiting: {
        zero: 'لا شيء بانتظارك',
        one: 'أمر واحد بانتظارك',
        two: 'أمران بانتظارك',
        few: '{count} أمور بانتظارك',
        many: '{count} أمرًا بانتظارك',
        other: '{count} أمر بانتظارك',
      },
      nothing: 'لا شيء بانتظارك',
    },
    approval: {
      allow: 'سماح',
      deny: 'رفض',
    },
  },
};
