import type { Grant } from '../../index.js';
import { filled, type Locale } from '../locale/locale.js';

/** What a rule says, made or about to be. */
export type Rule = Pick<Grant, 'tool' | 'source' | 'scope' | 'allows'> & { input?: unknown };

/** A rule in words, exactly as it is stored: what it covers, and for which inputs. */
export function ruleInWords({ texts }: Locale, rule: Rule): { rule: string; inputs: string } {
  const { grants } = texts;
  const sentence = {
    allow: { turn: grants.allowsTurn, conversation: grants.allowsConversation },
    deny: { turn: grants.deniesTurn, conversation: grants.deniesConversation },
  }[rule.allows ? 'allow' : 'deny'][rule.scope];
  return {
    rule: filled(sentence, { tool: rule.tool, source: rule.source }),
    inputs: 'input' in rule ? grants.exactInput : grants.anyInput,
  };
}
