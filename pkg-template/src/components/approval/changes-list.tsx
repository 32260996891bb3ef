import type { ReactNode } from 'react';
import { SafeText } from '../display/safe-text.js';
import { valueAsText } from '../display/shown-value.js';
import { useLocale } from '../locale/locale-provider.js';
import { inputChanges } from './input-changes.js';

/** What an edit changes, place by place. */
export function ChangesList({ before, after }: { before: unknown; after: unknown }): ReactNode {
  const { approval } = useLocale().texts;
  const changes = inputChanges(before, after);
  return (
    <section className="countersign-changes" aria-label={approval.changes}>
      {changes.length === 0 ? (
        <p>{approval.noChanges}</p>
      ) : (
        <dl>
          {changes.map(({ path, before: old, after: now }) => (
            <div key={JSON.stringify(path)}>
              <dt>
                <SafeText text={path.join(' › ')} />
              </dt>
              <dd>
                <del>
                  <span className="countersign-only-heard">{approval.before}: </span>
                  <SideOfChange value={old} />
                </del>
              </dd>
              <dd>
                <ins>
                  <span className="countersign-only-heard">{approval.after}: </span>
                  <SideOfChange value={now} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function SideOfChange({ value }: { value: unknown }): ReactNode {
  const { approval } = useLocale().texts;
  return value === undefined ? <i>{approval.absent}</i> : <SafeText text={valueAsText(value)} />;
}
