import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { MainChat } from './MainChat';
import { OutboxButton, OutboxPanel, useOutbox } from './Outbox';
import {
  type Conversation,
  emptyConversation,
  loadConversation,
  openingConversation,
  saveConversation,
} from './saved-conversation';

/** By itself, for it brings a second chat client along. */
const MisbehavingServer = lazy(() =>
  import('./misbehaving/MisbehavingServer').then((module) => ({ default: module.MisbehavingServer })),
);

export function App() {
  return useHash() === '#misbehaving' ? <Comparison /> : <Demo />;
}

function Comparison() {
  return (
    <div className="app">
      <header className="bar">
        <Brand tagline="The same server, the same page, two clients" />
        <span className="spring" />
        <a className="button quiet" href="#demo">
          Back<span className="spare"> to the demo</span>
        </a>
      </header>
      <main>
        <Suspense>
          <MisbehavingServer />
        </Suspense>
      </main>
    </div>
  );
}

function Brand({ tagline }: { tagline: string }) {
  return (
    <>
      <img src="/mark.svg" alt="" width="28" height="28" />
      <h1>Countersign</h1>
      <p className="tagline">{tagline}</p>
    </>
  );
}

function Demo() {
  const [conversation, setConversation] = useState(loadConversation);
  const outbox = useOutbox(conversation.id);

  const begin = (fresh: Conversation) => {
    saveConversation(fresh);
    setConversation(fresh);
  };
  const keep = useCallback(
    (messages: Conversation['messages']) => saveConversation({ id: conversation.id, messages }),
    [conversation.id],
  );

  return (
    <div className="app">
      <header className="bar">
        <Brand tagline="The agent asks, you decide" />
        <span className="spring" />
        <a className="button quiet spare" href="#misbehaving">
          Misbehaving server
        </a>
        <OutboxButton mails={outbox.mails} />
        <button
          type="button"
          className="quiet"
          aria-label="New conversation"
          onClick={() => begin(emptyConversation())}
        >
          New<span className="spare"> conversation</span>
        </button>
      </header>
      <div className="columns">
        <main>
          <MainChat
            key={conversation.id}
            conversation={conversation}
            onChange={keep}
            onSettled={outbox.refresh}
            onShowOpening={() => begin(openingConversation())}
          />
        </main>
        <aside>
          <OutboxPanel mails={outbox.mails} />
          <Tour />
        </aside>
      </div>
    </div>
  );
}

function Tour() {
  const model = useModelName();
  return (
    <section className="panel tour" aria-labelledby="tour-title">
      <h2 id="tour-title">Try it</h2>
      <ol>
        <li>
          <b>Deny</b> with a reason. Nothing is sent, and the agent tries again.
        </li>
        <li>
          <b>Reload</b> the page. The question is still here, and so is your say.
        </li>
        <li>
          <b>Allow</b>. Only now the mail goes to the outbox.
        </li>
        <li>
          Say <b>Invite someone</b>, and choose from what a search found, or nobody.
        </li>
      </ol>
      {model && (
        <p className="fine">
          {model === 'scripted'
            ? 'The agent is scripted: no key, no network. The server around it is the real AI SDK.'
            : `The agent is ${model}, on the real AI SDK.`}
        </p>
      )}
    </section>
  );
}

function useHash(): string {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener);
      return () => removeEventListener('hashchange', listener);
    },
    () => location.hash,
  );
}

function useModelName(): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    const left = new AbortController();
    fetch('/api/about', { signal: left.signal })
      .then((response) => response.json())
      .then((about: { model: string }) => setName(about.model))
      .catch(() => {}); // a detail: the page does without
    return () => left.abort();
  }, []);
  return name;
}
