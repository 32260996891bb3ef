import { askUser, lastAssistantMessageIsComplete } from 'countersign';
import { AgUiTransport } from 'countersign/ag-ui';
import { Conversation, PendingBar, type ToolViews } from 'countersign/components';
import { Markdown } from 'countersign/markdown';
import { useChat, usePending } from 'countersign/react';
import { useEffect, useId, useState } from 'react';
import type { FolderMessage } from './folder-message';
import { type Run, watchingRuns } from './runs';
import { type Folder, isFolder, loadVisit, newVisit, saveVisit, type Visit } from './saved-folder';
import './ag-ui.css';

/** What the script of the agent has something to say about. */
const STARTERS = ['Remove the old report', 'Tidy the drafts', 'Prepare the release'];

const TOOLS: ToolViews<FolderMessage> = {
  remove_file: { title: 'Remove a file', input: ({ path }) => <code>{path}</code>, output: () => 'Removed' },
};

/** An agent in Python, on another wire: the same cards. */
export function AgUiPage() {
  const [visit, setVisit] = useState(loadVisit);
  return <FolderChat key={visit.id} visit={visit} onAnew={() => setVisit(newVisit())} />;
}

function FolderChat({ visit, onAnew }: { visit: Visit; onAnew: () => void }) {
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
        tools={TOOLS}
        serverTools={['remove_file']}
        composer={{ accept: false }}
        dock={isSeveral && <PendingBar chats={[chat]} />}
      >
        <div className="empty">
          <h2>What should become of the folder?</h2>
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
              This agent is a Python program, and its packages are not installed. <code>cargo xtask demo</code> installs
              them where there is Python 3.11 or newer.
            </p>
          )}
          <p className="fine">
            The agent is a real one of Pydantic AI in Python, with a script for a model. It speaks AG-UI; what you see
            and how you answer is the same as in the demo.
          </p>
        </div>
      </Conversation>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <aside tabIndex={0} aria-label="About the agent">
        <FolderPanel folder={folder} onAnew={onAnew} />
        <RunsPanel runs={runs} />
      </aside>
    </div>
  );
}

function FolderPanel({ folder, onAnew }: { folder: Folder; onAnew: () => void }) {
  const title = useId();
  return (
    <section className="panel" aria-labelledby={title}>
      <h2 id={title}>
        Shared state
        <button type="button" className="link" onClick={onAnew}>
          Start over
        </button>
      </h2>
      <p className="fine">The page sends it with each run; the agent says when it has changed.</p>
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
  const title = useId();
  return (
    <section className="panel runs" aria-labelledby={title}>
      <h2 id={title}>
        Runs <span className="count">{runs.length}</span>
      </h2>
      {runs.length === 0 && <p className="fine">Nothing has been sent since the page was opened.</p>}
      <ol>
        {runs.map(({ resumed, results }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs are only added
          <li key={index}>{resumed + results === 0 ? 'a message' : contents(resumed, results)}</li>
        ))}
      </ol>
      {runs.length > 0 && <p className="fine">All answers of a step go in one run, once the last is given.</p>}
    </section>
  );
}

function contents(resumed: number, results: number): string {
  const parts = [
    resumed > 0 && `${resumed} ${resumed === 1 ? 'answer' : 'answers'} in resume`,
    results > 0 && `${results} tool ${results === 1 ? 'result' : 'results'}`,
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
