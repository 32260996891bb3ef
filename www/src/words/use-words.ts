import { createContext, useContext } from 'react';
import { TABLE, type Word } from './table';

/** Says the page's own words in the language of its components; `{name}` in them stands for a value. */
export type Say = (word: Word, values?: Readonly<Record<string, string | number>>) => string;

/** The tag of that language. Of its own, for the calls are shown by a page on another client too. */
export const Language = createContext('en');

export function useWords(): Say {
  const tag = useContext(Language);
  return (word, values = {}) => {
    const row: Record<string, string> = TABLE[word];
    return (row[tag] ?? word).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
