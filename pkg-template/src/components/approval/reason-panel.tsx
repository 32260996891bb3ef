import { type ReactNode, useId, useState } from 'react';
import { useLocale } from '../locale/locale-provider.js';
import { Panel } from './panel.js';
import type { ToolApprovalState } from './use-tool-approval.js';

/** Denies, and tells the agent why. */
export function ReasonPanel({ approval, back }: { approval: ToolApprovalState; back(): void }): ReactNode {
  const { texts } = useLocale();
  const [reason, setReason] = useState('');
  const id = useId();
  return (
    <Panel
      label={texts.approval.denyWithReason}
      action={texts.approval.denyForReason}
      kind="deny"
      isIncomplete={reason.trim() === ''}
      isInert={approval.isInert}
      submit={() => void approval.decide({ approved: false, reason })}
      back={back}
    >
      <label htmlFor={id}>{texts.approval.reason}</label>
      <textarea id={id} dir="auto" rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />
    </Panel>
  );
}
