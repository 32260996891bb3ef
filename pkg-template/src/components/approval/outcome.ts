import type { Actor, Item } from '../../index.js';
import { filled, type Locale } from '../locale/locale.js';

/** What became of an item, and who or what decided: "allowed · A person". */
export function outcomeInWords({ texts, tag }: Locale, { stage, by }: Item): string {
  const told = texts.stages[stage];
  if (by === undefined) return told;
  return filled(texts.approval.outcome, { stage: told, who: actorInWords(texts.audit, by, tag) });
}

function actorInWords(words: Locale['texts']['audit'], by: Actor, tag: string): string {
  switch (by.kind) {
    case 'person':
      return by.name ?? words.person;
    case 'grant':
      return filled(words.grant, { number: new Intl.NumberFormat(tag).format(by.grant) });
    case 'policy':
    case 'deadline':
    case 'stop':
    case 'agent':
    case 'conversation':
      return words[by.kind];
  }
}
