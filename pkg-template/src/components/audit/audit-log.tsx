import type { UIMessage } from 'ai';
import { type ReactNode, useId } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { AuditEntry, ChatController } from '../../index.js';
import { useAudit } from '../../react/use-human.js';
import { SafeText } from '../display/safe-text.js';
import { ValueView } from '../display/value-view.js';
import { moment } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { actorInWords } from './actor.js';

/** What an {@link AuditLog} needs. */
export interface AuditLogProps<M extends UIMessage = AnyMessage> {
  chat: ChatController<M>;
  /** What the downloaded file is called. @defaultValue `'audit.json'` */
  fileName?: string;
}

/** Every step of every item, oldest first: what, from where to where, by whom, and what was judged and answered. */
export function AuditLog<M extends UIMessage = AnyMessage>({
  chat,
  fileName = 'audit.json',
}: AuditLogProps<M>): ReactNode {
  const { tag, direction, texts } = useLocale();
  const entries = useAudit(chat);
  const title = useId();
  const words = texts.audit;
  return (
    <section className="countersign countersign-audit" lang={tag} dir={direction} aria-labelledby={title}>
      <h2 id={title}>{words.title}</h2>
      {entries.length === 0 ? (
        <p className="countersign-none">{words.none}</p>
      ) : (
        <>
          <ol>
            {entries.map((entry) => (
              <EntryView key={entry.sequence} entry={entry} />
            ))}
          </ol>
          <button type="button" onClick={() => download(fileName, entries)}>
            {words.download}
          </button>
        </>
      )}
    </section>
  );
}

function EntryView({ entry }: { entry: AuditEntry }): ReactNode {
  const locale = useLocale();
  const { audit, stages, announcements } = locale.texts;
  const { time, from, to, by, toolName, source } = entry;
  const hasDetails = 'input' in entry || entry.answer != null;
  return (
    <li data-to={to} data-by={by.kind}>
      <time dateTime={new Date(time).toISOString()}>{moment(locale, time, Date.now())}</time>{' '}
      <b>
        <SafeText text={toolName ?? announcements.question} />
      </b>{' '}
      {source !== undefined && (
        <span className="countersign-source">
          <SafeText text={source} />
        </span>
      )}{' '}
      <span className="countersign-change">
        {from !== undefined && <>{stages[from]} → </>}
        <span data-stage={to}>{stages[to]}</span>
      </span>{' '}
      <span className="countersign-by">
        {audit.who}: {actorInWords(locale, by)}
      </span>
      {hasDetails && (
        <details>
          <summary>{audit.details}</summary>
          {'input' in entry && <Payload name={audit.input} value={entry.input} />}
          {entry.answer != null && <Payload name={audit.answer} value={entry.answer} />}
        </details>
      )}
    </li>
  );
}

function Payload({ name, value }: { name: string; value: unknown }): ReactNode {
  return (
    <>
      <p>{name}</p>
      <ValueView value={value} />
    </>
  );
}

function download(fileName: string, entries: readonly AuditEntry[]): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(entries, undefined, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
