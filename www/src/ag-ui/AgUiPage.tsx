import { askUser, lastAssistantMessageIsComplete } from 'countersign';
import { AgUiTransport } from 'countersign/ag-ui';
import { Conversation, PendingBar, type ToolViews } from 'countersign/components';
import { Markdown } from 'countersign/markdown';
import { useChat, usePending } from 'countersign/react';
import { useEffect, useId, useState } from 'react';
import { type Say, useWords } from '../words/use-words';
import type { FolderMessage } from './folder-message';
import { type Run, watchingRuns } from './runs';
import { type Folder, isFolder, loadVisit, newVisit, saveVisit, type Visit } from './saved-folder';
import './ag-ui.css';

/** What the script of the agent has something to say about. */
const STARTERS = ['Remove the old report', 'Tidy the drafts', 'Prepare the release'];

const toolViews = (say: Say): ToolViews<FolderMessage> => ({
  remove_file: { title: say('Remove a file'), input: ({ path }) => <code>{path}</code>, output: () => say('Removed') },
});

/** An agent in Python, on another wire: the same cards. */
export function AgUiPage() {
  const [visit, setVisit] = useState(loadVisit);
  return <FolderChat key={visit.id} visit={visit} onAnew={() => setVisit(newVisit())} />;
}

function FolderChat({ visit, onAnew }: { visit: Visit; onAnew: () => void }) {
  const say = useWords();
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const [transport] = useState(
    () =>
      new AgUiTransport<FolderMessage>({
        url: '/api/ag-ui',
        tools: [askUser.tool()],
        state: visit.folder,
        fetch: watchingRuns((run) => setRuns((before) => [...before, run])),
      }),
  );
  const { chat, messages, status, approvals, inputRequests } = useChat<FolderMessage>({
    id: visit.id,
    messages: visit.messages,
    state: visit.state,
    transport,
    actor: () => 'you',
    capabilities: [askUser()],
    sendAutomaticallyWhen: lastAssistantMessageIsComplete,
  });
  const folder = isFolder(transport.state) ? transport.state : visit.folder;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes in the conversation is to be kept
  useEffect(() => {
    const save = () => saveVisit({ id: visit.id, messages, state: chat.exportState(), folder });
    save();
    // A draft changes nothing in the conversation.
    addEventListener('pagehide', save);
    return () => removeEventListener('pagehide', save);
  }, [chat, visit.id, folder, messages, status, approvals, inputRequests]);
  const isThere = useIsThere();
  const isSeveral = usePending().length > 1;
  return (
    <div className="columns ag-ui">
      <Conversation
        chat={chat}
        text={Markdown}
        tools={toolViews(say)}
        serverTools={['remove_file']}
        composer={{ accept: false }}
        dock={isSeveral && <PendingBar chats={[chat]} />}
      >
        <div className="empty">
          <h2>{say('What should become of the folder?')}</h2>
          {isThere ? (
            <div className="starters">
              {STARTERS.map((text) => (
                <button key={text} type="button" onClick={() => void chat.sendMessage({ text })}>
                  {text}
                </button>
              ))}
            </div>
          ) : (
            <p role="status">
              {say(
                'This agent is a Python program, and its packages are not installed. cargo xtask demo installs them where there is Python 3.11 or newer.',
              )}
            </p>
          )}
          <p className="fine">
            {say(
              'The agent is a real one of Pydantic AI in Python, with a script for a model. It speaks AG-UI; what you see and how you answer is the same as in the demo.',
            )}
          </p>
        </div>
      </Conversation>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <aside tabIndex={0} aria-label={say('About the agent')}>
        <FolderPanel folder={folder} onAnew={onAnew} />
        <RunsPanel runs={runs} />
      </aside>
    </div>
  );
}

function FolderPanel({ folder, onAnew }: { folder: Folder; onAnew: () => void }) {
  const say = useWords();
  const title = useId();
  return (
    <section className="panel" aria-labelledby={title}>
      <h2 id={title}>
        {say('Shared state')}
        <button type="button" className="link" onClick={onAnew}>
          {say('Start over')}
        </button>
      </h2>
      <p className="fine">{say('The page sends it with each run; the agent says when it has changed.')}</p>
      <ul className="files">
        {folder.files.map((file) => (
          <li key={file}>
            <code>{file}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RunsPanel({ runs }: { runs: readonly Run[] }) {
  const say = useWords();
  const title = useId();
  return (
    <section className="panel runs" aria-labelledby={title}>
      <h2 id={title}>
        {say('Runs')} <span className="count">{runs.length}</span>
      </h2>
      {runs.length === 0 && <p className="fine">{say('Nothing has been sent since the page was opened.')}</p>}
      <ol>
        {runs.map(({ resumed, results }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs are only added
          <li key={index}>{resumed + results === 0 ? say('a message') : contents(say, resumed, results)}</li>
        ))}
      </ol>
      {runs.length > 0 && <p className="fine">{say('All answers of a step go in one run, once the last is given.')}</p>}
    </section>
  );
}

function contents(say: Say, resumed: number, results: number): string {
  const parts = [
    resumed > 0 && say(resumed === 1 ? '{count} answer in resume' : '{count} answers in resume', { count: resumed }),
    results > 0 && say(results === 1 ? '{count} tool result' : '{count} tool results', { count: results }),
  ];
  return parts.filter(Boolean).join(', ');
}

/** Whether the server has the agent; until it has said so, yes. */
function useIsThere(): boolean {
  const [isThere, setIsThere] = useState(true);
  useEffect(() => {
    const left = new AbortController();
    fetch('/api/about', { signal: left.signal })
      .then((response) => response.json())
      .then((about: { hasPythonAgent: boolean }) => setIsThere(about.hasPythonAgent))
      .catch(() => {}); // the first run will say it
    return () => left.abort();
  }, []);
  return isThere;
}
