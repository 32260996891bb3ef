import type { Item } from '../../index.js';
import { actorInWords } from '../audit/actor.js';
import { filled, type Locale } from '../locale/locale.js';

/** What became of an item, and who or what decided: "allowed · A person". */
export function outcomeInWords(locale: Locale, { stage, by }: Item): string {
  const { texts } = locale;
  const told = texts.stages[stage];
  if (by === undefined) return told;
  return filled(texts.approval.outcome, { stage: told, who: actorInWords(locale, by) });
}
