import type { ChatController, Item, Trace } from 'countersign';
import { AuditLog, GrantList } from 'countersign/components';
import { useAudit, useChat } from 'countersign/react';
import { useId, useState } from 'react';
import type { DemoMessage } from '../chat-types';
import './inspector.css';
import { useWords } from '../words/use-words';

type Agent = ChatController<DemoMessage>;

const PAGES = ['Items', 'Rules', 'Log', 'Trace'] as const;
type Page = (typeof PAGES)[number];

/** What Countersign knows of the conversation besides its messages. */
export function ConversationInspector({ agent }: { agent: Agent }) {
  const say = useWords();
  const [page, setPage] = useState<Page>('Items');
  const title = useId();
  return (
    <section className="panel inspector" aria-labelledby={title}>
      <h2 id={title}>{say('Inspector')}</h2>
      <fieldset className="switch">
        <legend className="unseen">{say('What to inspect')}</legend>
        {PAGES.map((other) => (
          <label key={other}>
            <input type="radio" name={title} value={other} checked={other === page} onChange={() => setPage(other)} />
            {say(other)}
          </label>
        ))}
      </fieldset>
      {page === 'Items' && <Items agent={agent} />}
      {page === 'Rules' && <GrantList chat={agent} />}
      {page === 'Log' && <AuditLog chat={agent} fileName="countersign-log.json" />}
      {page === 'Trace' && <TraceRecorder agent={agent} />}
    </section>
  );
}

/** Every item of the conversation, and how far it has come. */
function Items({ agent }: { agent: Agent }) {
  const say = useWords();
  const ids = new Set(useAudit(agent).map(({ item }) => item));
  const items = [...ids].flatMap((id) => agent.getItem(id) ?? []);
  if (items.length === 0) return <p className="fine">{say('Nothing has been asked yet.')}</p>;
  return (
    <ul className="items">
      {items.map((item) => (
        <ItemLine key={item.id} item={item} />
      ))}
    </ul>
  );
}

function ItemLine({ item: { id, kind, toolName, stage, revision, deadline } }: { item: Item }) {
  return (
    <li>
      <b>{toolName ?? kind}</b> <span className={`tag ${stage}`}>{stage}</span>
      <span className="fine">
        {kind} {id}, revision {revision}
        {deadline !== undefined && stage === 'pending' && <>, until {new Date(deadline).toLocaleTimeString()}</>}
      </span>
    </li>
  );
}

/** What is asked of the conversation from now on, as a file that replays without a browser. */
function TraceRecorder({ agent }: { agent: Agent }) {
  const say = useWords();
  const [trace, setTrace] = useState<Trace>();
  useChat({ chat: agent }); // shows the lines as they come
  if (trace === undefined) {
    return (
      <>
        <p className="fine">{say('Records every event from now on. The file replays natively, without a browser.')}</p>
        <button type="button" onClick={() => setTrace(agent.trace())}>
          {say('Record')}
        </button>
      </>
    );
  }
  const finish = () => {
    trace.stop();
    setTrace(undefined);
    save('countersign-trace.jsonl', trace.lines.join('\n'));
  };
  return (
    <>
      <p className="fine">{say('{count} events so far, the latest:', { count: trace.lines.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <pre className="trace-lines" tabIndex={0}>
        {trace.lines.slice(-8).join('\n')}
      </pre>
      <button type="button" onClick={finish}>
        {say('Stop and download')}
      </button>
    </>
  );
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
