import { HttpChatTransport, lastAssistantMessageIsComplete } from 'countersign';
import { useChat } from 'countersign/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Composer } from './Composer';
import { type DemoMessage, isPending } from './chat-types';
import { MailCall } from './MailCall';
import { QuestionCall } from './QuestionCall';
import type { Conversation } from './saved-conversation';

const STARTERS = ['Plan the launch mail', 'Ask me two questions first', 'Plan the launch mail, and fail once'];

const transport = new HttpChatTransport<DemoMessage>({ api: '/api/chat' });

interface ChatProps {
  conversation: Conversation;
  onChange: (messages: DemoMessage[]) => void;
  /** A turn ended: what the server did may have changed. */
  onSettled: () => void;
  onShowOpening: () => void;
}

export function Chat({ conversation, onChange, onSettled, onShowOpening }: ChatProps) {
  const chat = useChat<DemoMessage>({
    id: conversation.id,
    messages: conversation.messages,
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsComplete,
  });
  const { messages, status, error } = chat;
  const busy = status === 'submitted' || status === 'streaming';
  const last = messages.at(-1);
  const pending = busy ? [] : (last?.parts.filter(isPending) ?? []);
  const unconfirmed = last?.role === 'user' || lastAssistantMessageIsComplete({ messages });
  const unfinished = last?.role === 'assistant' && last.parts.some(isUnfinished);

  useEffect(() => onChange(messages), [messages, onChange]);
  useEffect(() => {
    if (!busy) onSettled();
  }, [busy, onSettled]);

  const tryAgain = () => {
    chat.clearError();
    chat.setMessages(withoutUnfinished);
    void chat.sendMessage();
  };

  return (
    <div className="chat">
      <Transcript busy={busy}>
        {messages.length === 0 && (
          <div className="empty">
            <h2>What should the agent do?</h2>
            <div className="starters">
              {STARTERS.map((text) => (
                <button key={text} type="button" onClick={() => void chat.sendMessage({ text })}>
                  {text}
                </button>
              ))}
            </div>
            <button type="button" className="link" onClick={onShowOpening}>
              Back to the first scene
            </button>
          </div>
        )}
        {messages.map((message) => (
          <Message key={message.id} message={message} isOpen={message === last} busy={busy} chat={chat} />
        ))}
      </Transcript>
      <div className="dock">
        {error && (
          <div className="notice bad" role="alert">
            <p>
              <b>That did not work.</b> {error.message}
            </p>
            <button type="button" className="quiet" onClick={chat.clearError}>
              Dismiss
            </button>
            <button type="button" className="primary" onClick={tryAgain}>
              Try again
            </button>
          </div>
        )}
        {status === 'ready' && (unconfirmed || unfinished) && (
          <div className="notice">
            <p>{unfinished ? 'This reply is not finished.' : 'The agent has not taken this up yet.'}</p>
            <button type="button" className="primary" onClick={tryAgain}>
              Go on
            </button>
          </div>
        )}
        <Status status={status} waiting={pending.length} />
        <Composer busy={busy} onSend={(text) => void chat.sendMessage({ text })} onStop={() => void chat.stop()} />
      </div>
    </div>
  );
}

/** True for what was being written when the reply broke off. */
function isUnfinished(part: DemoMessage['parts'][number]): boolean {
  return 'state' in part && (part.state === 'streaming' || part.state === 'input-streaming');
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

type ChatHelpers = ReturnType<typeof useChat<DemoMessage>>;

interface MessageProps {
  message: DemoMessage;
  /** Only the newest message can still be answered. */
  isOpen: boolean;
  busy: boolean;
  chat: ChatHelpers;
}

function Message({ message, isOpen, busy, chat }: MessageProps) {
  return (
    <article className={`message ${message.role}`} aria-label={message.role === 'user' ? 'You' : 'Agent'}>
      {message.parts.map((part, index) => {
        switch (part.type) {
          case 'text':
            return (
              part.text && (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text has no id, and parts only ever join at the end
                <p key={index} className="text">
                  {part.text}
                </p>
              )
            );
          case 'tool-askUser':
            return (
              <QuestionCall
                key={part.toolCallId}
                part={part}
                isOpen={isOpen}
                busy={busy}
                onAnswer={({ id, label }) =>
                  void chat.addToolOutput({
                    tool: 'askUser',
                    toolCallId: part.toolCallId,
                    output: { optionId: id, label },
                  })
                }
              />
            );
          case 'tool-sendEmail':
            return (
              <MailCall
                key={part.toolCallId}
                part={part}
                isOpen={isOpen}
                busy={busy}
                onDecide={(id, approved, reason) => void chat.addToolApprovalResponse({ id, approved, reason })}
              />
            );
          default:
            return null;
        }
      })}
    </article>
  );
}
