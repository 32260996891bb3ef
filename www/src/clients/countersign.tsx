// All that the page knows of Countersign, but for its gallery of forms.
import { ChatController, HttpChatTransport, lastAssistantMessageIsComplete } from 'countersign';
import { Conversation, PendingBar, ToolCall, type ToolCallSlot, type ToolViews } from 'countersign/components';
import { Markdown } from 'countersign/markdown';
import { useChat, useItem, usePending } from 'countersign/react';
import { useEffect, useRef } from 'react';
import { CallView } from '../calls/CallView';
import { MailSheet } from '../calls/MailSheet';
import type { DemoMessage } from '../chat-types';
import { ConversationInspector } from '../inspector/ConversationInspector';
import { type Say, useWords } from '../words/use-words';
import type { AgentChatProps, Client, Connection } from './client';

type Agent = ChatController<DemoMessage>;

/** What runs on the server: without a result a call of these is unfinished, and no question. */
const SERVER_TOOLS = ['searchContacts', 'inviteContact'];

/** How a mail is shown, inside its approval too: people should not judge JSON. */
const toolViews = (say: Say): ToolViews<DemoMessage> => ({
  sendEmail: { title: say('E-mail'), input: (mail) => <MailSheet mail={mail} />, output: () => say('Sent') },
});

function createAgent({ conversation, headers, fetch }: Connection): Agent {
  const { id, messages, state, limits } = conversation;
  return new ChatController<DemoMessage>({
    id,
    messages,
    state,
    ...limits,
    actor: () => 'you',
    transport: new HttpChatTransport({ api: '/api/chat', headers, fetch }),
    sendAutomaticallyWhen: lastAssistantMessageIsComplete,
  });
}

function AgentChat({ agent, onChange, onSettled, children }: AgentChatProps<Agent>) {
  const { messages, status, approvals, inputRequests, grants } = useChat({ chat: agent });
  const isBusy = status === 'submitted' || status === 'streaming';
  useEnd(agent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes in the conversation is to be kept
  useEffect(() => {
    const keep = () => onChange?.({ messages, state: agent.exportState() });
    keep();
    // A draft changes nothing in the conversation.
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [agent, onChange, messages, status, approvals, inputRequests, grants]);
  useEffect(() => {
    if (!isBusy) onSettled?.();
  }, [isBusy, onSettled]);
  return (
    <Conversation
      chat={agent}
      text={Markdown}
      serverTools={SERVER_TOOLS}
      renderToolCall={renderToolCall}
      composer={{ accept: false }}
      dock={<Several agent={agent} />}
    >
      {children}
    </Conversation>
  );
}

/** A conversation that is shown no more waits for nobody. */
function useEnd(agent: Agent): void {
  const shown = useRef<Agent>(undefined);
  useEffect(() => {
    shown.current = agent;
    return () => {
      shown.current = undefined;
      // StrictMode runs effects again at once.
      queueMicrotask(() => {
        if (shown.current !== agent) void agent.dispose();
      });
    };
  }, [agent]);
}

/** Mails by the package's own card; what the person picks from, in the demo's own way. */
const renderToolCall = (call: ToolCallSlot<DemoMessage>) =>
  call.part.type === 'tool-sendEmail' ? <MailCall {...call} /> : <OwnCall {...call} />;

function MailCall({ chat, part }: ToolCallSlot<DemoMessage>) {
  return <ToolCall chat={chat} part={part} tools={toolViews(useWords())} />;
}

function OwnCall({ chat, part, isLast, isBusy }: ToolCallSlot<DemoMessage>) {
  const { stage } = useItem(chat, part.toolCallId);
  return (
    <CallView
      part={part}
      messages={chat.messages}
      isOpen={isLast}
      busy={isBusy}
      isUnknown={stage === 'unknown'}
      onAnswer={(answer) => void chat.addToolOutput(answer)}
      onDecide={(id, approved, reason) => void chat.addToolApprovalResponse({ id, approved, reason })}
    />
  );
}

/** One thing that waits is in sight anyway. */
function Several({ agent }: { agent: Agent }) {
  return usePending().length > 1 && <PendingBar chats={[agent]} />;
}

export const client: Client<Agent> = {
  createAgent,
  say: (agent, text) => void agent.sendMessage({ text }),
  AgentChat,
  Inspector: ConversationInspector,
};
