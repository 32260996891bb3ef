import type { Texts } from './texts.js';

/** A language: its texts, and how its dates and numbers are written. */
export interface Locale {
  /** A BCP 47 tag, such as `de`: what `Intl` writes dates and numbers by. */
  readonly tag: string;
  /** Which way it is read. */
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

/** A text, with `{names}` where values go. */
export type Text = string;

/** A text for each of a language's plural forms; `{count}` is the number. */
export type PluralText = Readonly<{ other: Text } & Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, Text>>>;

/** The text with its values in place. A name without a value stays as it is written. */
export function filled(text: Text, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (written, name: string) => values[name] ?? written);
}

/** The text for this many, with the number as the language writes it. */
export function counted(
  { tag }: Locale,
  text: PluralText,
  count: number,
  values: Readonly<Record<string, string>> = {},
): string {
  const form = text[new Intl.PluralRules(tag).select(count)] ?? text.other;
  return filled(form, { ...values, count: new Intl.NumberFormat(tag).format(count) });
}

/** A moment, in milliseconds since 1970, as the language writes it: the time of day, with the date unless it is today. */
export function moment({ tag }: Locale, time: number, now: number): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(tag, {
    ...(isToday ? {} : { dateStyle: 'medium' }),
    timeStyle: 'medium',
  }).format(time);
}

/** How long something takes, in milliseconds, in the two largest units that say something: "1 min 5 sec". */
export function duration({ tag }: Locale, milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const amounts = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor(seconds / 3600) % 24],
    ['minute', Math.floor(seconds / 60) % 60],
    ['second', seconds % 60],
  ] as const;
  const first = amounts.findIndex(([, amount]) => amount > 0);
  const told = first === -1 ? amounts.slice(-1) : amounts.slice(first, first + 2);
  return told
    .filter(([, amount], place) => place === 0 || amount > 0)
    .map(([unit, amount]) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(amount))
    .join(' ');
}
