// The languages of the components.

import { type Locale, LocaleProvider, type Texts, useLocale } from 'countersign/components';
import * as locales from 'countersign/locales';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

type Entry = string | Readonly<Record<string, string>>;

/** Every text of a language by its place, such as `approval.allow`. */
function textsOf(texts: Texts): [string, Entry][] {
  return Object.entries(texts).flatMap(([section, entries]) =>
    Object.entries<Entry>(entries).map(([name, entry]): [string, Entry] => [`${section}.${name}`, entry]),
  );
}

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const others = Object.values<Locale>(locales).filter((locale) => locale !== locales.en);

test('there are English and four more, one of them read from right to left', () => {
  expect(others.map(({ tag }) => tag).sort()).toEqual(['ar', 'de', 'fr', 'ja']);
  expect(others.filter(({ direction }) => direction === 'rtl').map(({ tag }) => tag)).toEqual(['ar']);
});

describe.each(others.map((locale) => [locale.tag, locale] as const))('%s', (tag, { texts }) => {
  const english = new Map(textsOf(locales.en.texts));

  test('says everything that English says, and nothing else', () => {
    expect(
      textsOf(texts)
        .map(([place]) => place)
        .sort(),
    ).toEqual([...english.keys()].sort());
    for (const [place, entry] of textsOf(texts)) {
      for (const text of typeof entry === 'string' ? [entry] : Object.values(entry)) {
        expect(text.trim(), place).not.toBe('');
      }
    }
  });

  test('has the same values in its texts', () => {
    for (const [place, entry] of textsOf(texts)) {
      const model = english.get(place) ?? '';
      const theirs = typeof model === 'string' ? model : model.other;
      const ours = typeof entry === 'string' ? entry : entry.other;
      expect(names(ours ?? ''), place).toEqual(names(theirs ?? ''));
    }
  });

  test('has every plural form that its language knows for whole numbers', () => {
    const rules = new Intl.PluralRules(tag);
    const forms = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
    for (const [place, entry] of textsOf(texts)) {
      if (typeof entry === 'string') continue;
      expect(Object.keys(entry), place).toEqual(expect.arrayContaining([...forms]));
    }
  });
});

test('components speak the language around them, and English without one', () => {
  const Deny = () => <button type="button">{useLocale().texts.approval.deny}</button>;
  const inGerman = (
    <LocaleProvider locale={locales.de}>
      <Deny />
    </LocaleProvider>
  );
  expect(renderToString(inGerman)).toBe('<button type="button">Ablehnen</button>');
  expect(renderToString(<Deny />)).toBe('<button type="button">Deny</button>');
});
