import type { Item } from '../../index.js';
import { actorInWords } from '../audit/actor.js';
import { filled, type Locale } from '../locale/locale.js';

/** What became of an item, and who or what decided: "allowed · A person". */
export function outcomeInWords(locale: Locale, item: Item): string {
  const { texts } = locale;
  const { by } = item;
  const told = becameInWords(locale, item);
  if (by === undefined) return told;
  return filled(texts.approval.outcome, { stage: told, who: actorInWords(locale, by) });
}

/** A form that is over was answered in one of three ways. */
function becameInWords({ texts }: Locale, { stage, answer }: Item): string {
  if (stage !== 'settled' || answer == null || !('action' in answer)) return texts.stages[stage];
  switch (answer.action) {
    case 'accept':
      return texts.stages.answered;
    case 'decline':
      return texts.form.declined;
    case 'cancel':
      return texts.stages.cancelled;
  }
}
