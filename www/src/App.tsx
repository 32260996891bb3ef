import { LocaleProvider, useLocale } from 'countersign/components';
import 'countersign/components.css';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { client } from './clients/countersign';
import { OutboxButton, OutboxPanel, useOutbox } from './Outbox';
import { LANGUAGES, THEMES, type Theme, usePreferences } from './preferences';
import {
  type Conversation,
  emptyConversation,
  loadConversation,
  openingConversation,
  saveConversation,
} from './saved-conversation';
import { type DemoScene, SCENES } from './scenes';
import type { Word } from './words/table';
import { Language, useWords } from './words/use-words';

/** By itself, for it brings a second chat client along. */
const MisbehavingServer = lazy(() =>
  import('./misbehaving/MisbehavingServer').then((module) => ({ default: module.MisbehavingServer })),
);

/** By itself, as the other pages beside the demo. */
const FormGallery = lazy(() => import('./forms/FormGallery').then((module) => ({ default: module.FormGallery })));

/** By itself: a conversation on another wire. */
const AgUiPage = lazy(() => import('./ag-ui/AgUiPage').then((module) => ({ default: module.AgUiPage })));

/** By itself, for few look at it: every state of the components. */
const StatesPage = lazy(() => import('./states/StatesPage').then((module) => ({ default: module.StatesPage })));

const STARTERS = [
  'Plan the launch mail',
  'Invite someone',
  'Ask me two questions first',
  'Plan the launch mail, and fail once',
];

export function App() {
  const hash = useHash();
  const { preferences, change, locale } = usePreferences();
  const switches = <Switches {...preferences} onChange={change} />;
  if (hash.startsWith('#states')) {
    const name = hash.split('/')[1];
    return (
      <LocaleProvider locale={locale}>
        <main className="states" lang={locale.tag} dir={locale.direction}>
          <h1 className="unseen">States of the components</h1>
          <Suspense>
            <StatesPage key={name} name={name} />
          </Suspense>
        </main>
      </LocaleProvider>
    );
  }
  const page =
    hash === '#forms' ? (
      <Page tagline="What servers ask, as forms" switches={switches}>
        <FormGallery />
      </Page>
    ) : hash === '#ag-ui' ? (
      <Page tagline="An agent in Python, over AG-UI" switches={switches}>
        <AgUiPage />
      </Page>
    ) : hash === '#misbehaving' ? (
      <Page tagline="The same server, two clients" switches={switches}>
        <MisbehavingServer />
      </Page>
    ) : (
      <Demo switches={switches} />
    );
  return (
    <LocaleProvider locale={locale}>
      <Language value={locale.tag}>{page}</Language>
    </LocaleProvider>
  );
}

/** A page beside the demo. */
function Page({ tagline, switches, children }: { tagline: Word; switches: ReactNode; children: ReactNode }) {
  const say = useWords();
  return (
    <Frame>
      <header className="bar">
        <Brand tagline={tagline} />
        <span className="spring" />
        {switches}
        <a className="button quiet" href="#demo">
          {say('Back')}
          <span className="spare"> {say('to the demo')}</span>
        </a>
      </header>
      <main>
        <Suspense>{children}</Suspense>
      </main>
    </Frame>
  );
}

/** A page in the language of its components, and in its direction. */
function Frame({ children }: { children: ReactNode }) {
  const { tag, direction } = useLocale();
  return (
    <div className="app" lang={tag} dir={direction}>
      {children}
    </div>
  );
}

function Brand({ tagline }: { tagline: Word }) {
  const say = useWords();
  return (
    <>
      <img src="/mark.svg" alt="" width="28" height="28" />
      <h1>Countersign</h1>
      <p className="tagline">{say(tagline)}</p>
    </>
  );
}

interface SwitchesProps {
  theme: Theme;
  language: string;
  onChange: (changed: { theme?: Theme; language?: string }) => void;
}

const THEME_NAMES = { system: 'System', light: 'Light', dark: 'Dark' } as const satisfies Record<Theme, Word>;

function Switches({ theme, language, onChange }: SwitchesProps) {
  const say = useWords();
  return (
    <>
      <select
        className="spare"
        aria-label={say('Language')}
        value={language}
        onChange={({ target }) => onChange({ language: target.value })}
      >
        {LANGUAGES.map(({ tag }) => (
          <option key={tag} value={tag} lang={tag}>
            {new Intl.DisplayNames(tag, { type: 'language' }).of(tag)}
          </option>
        ))}
      </select>
      <select
        className="spare"
        aria-label={say('Theme')}
        value={theme}
        onChange={({ target }) => onChange({ theme: target.value as Theme })}
      >
        {THEMES.map((other) => (
          <option key={other} value={other}>
            {say(THEME_NAMES[other])}
          </option>
        ))}
      </select>
    </>
  );
}

/** A conversation, and what is said in it at once. */
interface Scene {
  conversation: Conversation;
  words?: string | undefined;
}

function Demo({ switches }: { switches: ReactNode }) {
  const [scene, setScene] = useState<Scene>(() => ({ conversation: loadConversation() }));
  const begin = (conversation: Conversation, words?: string) => {
    saveConversation(conversation);
    setScene({ conversation, words });
  };
  return <Stage key={scene.conversation.id} scene={scene} switches={switches} onBegin={begin} />;
}

interface StageProps {
  scene: Scene;
  switches: ReactNode;
  onBegin: (conversation: Conversation, words?: string) => void;
}

function Stage({ scene: { conversation, words }, switches, onBegin }: StageProps) {
  const say = useWords();
  const [agent] = useState(() => client.createAgent({ conversation }));
  const outbox = useOutbox(conversation.id);
  const keep = useCallback(
    (kept: Pick<Conversation, 'messages' | 'state'>) => saveConversation({ ...conversation, ...kept }),
    [conversation],
  );
  useEffect(() => {
    if (words === undefined) return;
    // Once, however often effects run.
    const saying = setTimeout(() => client.say(agent, words));
    return () => clearTimeout(saying);
  }, [agent, words]);
  return (
    <Frame>
      <header className="bar">
        <Brand tagline="The agent asks, you decide" />
        <span className="spring" />
        {switches}
        <a className="button quiet spare" href="#forms">
          {say('Forms')}
        </a>
        <a className="button quiet spare" href="#ag-ui">
          AG-UI
        </a>
        <a className="button quiet spare" href="#misbehaving">
          {say('Misbehaving server')}
        </a>
        <OutboxButton mails={outbox.mails} />
        <button
          type="button"
          className="quiet"
          aria-label={say('New conversation')}
          onClick={() => onBegin(emptyConversation())}
        >
          <span className="spare">{say('New conversation')}</span>
          <span className="instead">{say('New')}</span>
        </button>
      </header>
      <div className="columns">
        <main>
          <client.AgentChat agent={agent} onChange={keep} onSettled={outbox.refresh}>
            <div className="empty">
              <h2>{say('What should the agent do?')}</h2>
              <div className="starters">
                {STARTERS.map((text) => (
                  <button key={text} type="button" onClick={() => client.say(agent, text)}>
                    {text}
                  </button>
                ))}
              </div>
              <button type="button" className="link" onClick={() => onBegin(openingConversation())}>
                {say('Back to the first scene')}
              </button>
              <a className="link" href="#misbehaving">
                {say('Meet a misbehaving server')}
              </a>
            </div>
          </client.AgentChat>
        </main>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
        <aside tabIndex={0} aria-label={say('About the demo')}>
          <OutboxPanel mails={outbox.mails} />
          <Tour onBegin={onBegin} />
          <client.Inspector agent={agent} />
        </aside>
      </div>
    </Frame>
  );
}

function Tour({ onBegin }: Pick<StageProps, 'onBegin'>) {
  const say = useWords();
  const model = useModelName();
  const title = useId();
  return (
    <section className="panel tour" aria-labelledby={title}>
      <h2 id={title}>
        {say('Tour')}
        <button type="button" className="link" onClick={() => onBegin(openingConversation())}>
          {say('Reset')}
        </button>
      </h2>
      <ol>
        {SCENES.map((scene) => (
          <TourStep key={scene.name} scene={scene} onBegin={onBegin} />
        ))}
      </ol>
      {model && (
        <p className="fine">
          {model === 'scripted'
            ? say('The agent is scripted: no key, no network. The server around it is the real AI SDK.')
            : say('The agent is {model}, on the real AI SDK.', { model })}
        </p>
      )}
    </section>
  );
}

function TourStep({ scene, onBegin }: { scene: DemoScene } & Pick<StageProps, 'onBegin'>) {
  const say = useWords();
  const what = useId();
  return (
    <li>
      <button
        type="button"
        className="link"
        aria-describedby={what}
        onClick={() => onBegin(scene.begin(), scene.words)}
      >
        {say(scene.name)}
      </button>
      <p id={what}>{say(scene.what)}</p>
    </li>
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
