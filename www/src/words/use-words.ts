import { useLocale } from 'countersign/components';
import { TABLE, type Word } from './table';

/** Says the page's own words in the language of its components; `{name}` in them stands for a value. */
export type Say = (word: Word, values?: Readonly<Record<string, string | number>>) => string;

export function useWords(): Say {
  const { tag } = useLocale();
  return (word, values = {}) => {
    const row: Record<string, string> = TABLE[word];
    return (row[tag] ?? word).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
