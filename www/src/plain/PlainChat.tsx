import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { type DemoMessage, isAnswer, isPending, isUnfinished } from '../chat-types';
import type { Agent } from './agent';
import { Composer } from './Composer';
import { Message } from './Message';

interface PlainChatProps {
  agent: Agent;
  /** What is shown while there are no messages. */
  children: ReactNode;
}

/** The page that the demo had before there were components; AI SDK's own client runs on it. */
export function PlainChat({ agent, children }: PlainChatProps) {
  const { messages, status } = agent;
  const busy = status === 'submitted' || status === 'streaming';
  const last = messages.at(-1);
  const pending = busy ? [] : (last?.parts.filter(isPending) ?? []);
  return (
    <div className="chat">
      <Transcript busy={busy}>
        {messages.length === 0 && children}
        {messages.map((message) => (
          <Message key={message.id} message={message} isOpen={message === last} busy={busy} agent={agent} />
        ))}
      </Transcript>
      <div className="dock">
        {!busy && <Notice agent={agent} last={last} />}
        <Status status={status} waiting={pending.length} />
        <Composer busy={busy} onSend={agent.say} onStop={agent.stop} />
      </div>
    </div>
  );
}

/** What the person has to know before going on, and the way on. */
function Notice({ agent, last }: { agent: Agent; last: DemoMessage | undefined }) {
  const { error } = agent;
  const tryAgain = () => {
    agent.clearError();
    agent.setMessages(withoutUnfinished(agent.messages));
    agent.say();
  };
  if (error) {
    return (
      <div className="notice bad" role="alert">
        <p>
          <b>That did not work.</b> {error.message}
        </p>
        <Dismiss agent={agent} />
        <button type="button" className="primary" onClick={tryAgain}>
          Try again
        </button>
      </div>
    );
  }
  const why = reasonToGoOn(agent, last);
  if (why === undefined) return null;
  return (
    <div className="notice">
      <p>{why}</p>
      <button type="button" className="primary" onClick={tryAgain}>
        Go on
      </button>
    </div>
  );
}

function Dismiss({ agent }: { agent: Agent }) {
  return (
    <button type="button" className="quiet" onClick={agent.clearError}>
      Dismiss
    </button>
  );
}

function reasonToGoOn({ isAnswered }: Agent, last: DemoMessage | undefined): string | undefined {
  if (last?.role === 'assistant' && last.parts.some(isUnfinished)) return 'This reply is not finished.';
  // The agent has gone on, though not in a step of its own.
  if (last?.role === 'assistant' && last.parts.at(-1)?.type === 'text') return undefined;
  const lastCall = last?.parts.findLast((part) => part.type.startsWith('tool-'));
  if (isAnswered && lastCall !== undefined && !isAnswer(lastCall)) return 'The agent stopped here, before it was done.';
  return isAnswered || last?.role === 'user' ? 'The agent has not taken this up yet.' : undefined;
}

/** A reply that broke off is told anew: what was half written goes, what tools did stays. */
function withoutUnfinished(messages: DemoMessage[]): DemoMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return messages;
  const parts = last.parts.filter((part) => !isUnfinished(part));
  return parts.length === last.parts.length ? messages : [...messages.slice(0, -1), { ...last, parts }];
}

function Status({ status, waiting }: { status: string; waiting: number }) {
  const [kind, text] =
    status === 'submitted'
      ? ['busy', 'The agent is thinking…']
      : status === 'streaming'
        ? ['busy', 'The agent is writing…']
        : status === 'error'
          ? ['bad', 'Stopped by an error']
          : waiting > 0
            ? ['waiting', waiting === 1 ? 'Waiting for you' : `Waiting for you: ${waiting} answers`]
            : ['idle', 'Ready'];
  return (
    <p className={`status ${kind}`} role="status" data-testid="status">
      <i aria-hidden="true" /> {text}
    </p>
  );
}

function Transcript({ busy, children }: { busy: boolean; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  // Before the browser paints and reports scrolling: growth must not look like a person who scrolled up.
  useLayoutEffect(() => {
    if (follows.current && region.current) region.current.scrollTop = region.current.scrollHeight;
  });
  return (
    <div
      ref={region}
      className="transcript"
      role="log"
      aria-label="Conversation"
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 60;
      }}
    >
      <div className="column">{children}</div>
    </div>
  );
}
