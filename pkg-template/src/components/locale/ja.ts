import type { Locale } from './locale.js';

/** Japanese. */
export const ja: Locale = {
  tag: 'ja',
  direction: 'ltr',
  texts: {
    pending: {
      waiting: { other: '{count}件が確認待ちです' },
      nothing: '確認待ちはありません',
    },
    approval: {
      allow: '許可',
      deny: '拒否',
    },
  },
};
