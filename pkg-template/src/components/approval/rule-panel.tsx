import { type ReactNode, useId, useState } from 'react';
import { SafeText } from '../display/safe-text.js';
import { ValueView } from '../display/value-view.js';
import { ruleInWords } from '../grants/rule.js';
import { useLocale } from '../locale/locale-provider.js';
import { Panel } from './panel.js';
import type { ToolApprovalState } from './use-tool-approval.js';

/** What a {@link RulePanel} needs. */
export interface RulePanelProps {
  approval: ToolApprovalState;
  input: unknown;
  allows: boolean;
  back(): void;
}

/** Decides, and makes a rule of it, which is read out exactly as it will be stored. */
export function RulePanel({ approval, input, allows, back }: RulePanelProps): ReactNode {
  const locale = useLocale();
  const words = locale.texts.approval;
  const [scope, setScope] = useState<'turn' | 'conversation'>('conversation');
  const [exactInput, setExactInput] = useState(false);
  const name = useId();
  const { toolName = '', source = '' } = approval.item ?? {};
  const rule = { tool: toolName, source, scope, allows, ...(exactInput ? { input } : {}) };
  const stored = ruleInWords(locale, rule);
  return (
    <Panel
      label={allows ? words.alwaysAllow : words.alwaysDeny}
      action={allows ? words.allowAndStore : words.denyAndStore}
      kind={allows ? 'primary' : 'deny'}
      isInert={approval.isInert}
      submit={() => void approval.decide({ approved: allows, remember: { scope, exactInput } })}
      back={back}
    >
      <fieldset>
        <legend>{words.howLong}</legend>
        {(
          [
            ['turn', words.thisTurn],
            ['conversation', words.thisConversation],
          ] as const
        ).map(([value, label]) => (
          <label key={value}>
            <input type="radio" name={name} checked={scope === value} onChange={() => setScope(value)} /> {label}
          </label>
        ))}
      </fieldset>
      <label>
        <input type="checkbox" checked={exactInput} onChange={({ target }) => setExactInput(target.checked)} />{' '}
        {words.onlyThisInput}
      </label>
      <div className="countersign-rule" aria-live="polite">
        <p>{words.ruleStored}</p>
        <p>
          <b>
            <SafeText text={stored.rule} />
          </b>{' '}
          {stored.inputs}
        </p>
        {exactInput && <ValueView value={input} />}
      </div>
    </Panel>
  );
}
