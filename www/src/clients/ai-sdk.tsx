import { Chat, useChat } from '@ai-sdk/react';
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from 'ai';
import { useEffect } from 'react';
import type { DemoMessage } from '../chat-types';
import { PlainChat } from '../plain/PlainChat';
import type { AgentChatProps, Client, Connection } from './client';

type Agent = Chat<DemoMessage>;

/** The same conversation on AI SDK's own client, with a page of its own around it. */
function createAgent({ conversation: { id, messages }, headers, fetch }: Connection): Agent {
  return new Chat<DemoMessage>({
    id,
    messages,
    transport: new DefaultChatTransport<DemoMessage>({ api: '/api/chat', headers, fetch }),
    sendAutomaticallyWhen: isAnswered,
  });
}

function AgentChat({ agent, onChange, onSettled, children }: AgentChatProps<Agent>) {
  const chat = useChat<DemoMessage>({ chat: agent });
  const { messages, status, error } = chat;
  const isBusy = status === 'submitted' || status === 'streaming';
  useEffect(() => () => void agent.stop(), [agent]);
  useEffect(() => onChange?.({ messages }), [messages, onChange]);
  useEffect(() => {
    if (!isBusy) onSettled?.();
  }, [isBusy, onSettled]);
  return (
    <PlainChat
      agent={{
        messages,
        status,
        error,
        isAnswered: isAnswered({ messages }),
        say: (text) => void chat.sendMessage(text === undefined ? undefined : { text }),
        answer: (answer) => void chat.addToolOutput(answer),
        decide: (id, approved, reason) => void chat.addToolApprovalResponse({ id, approved, reason }),
        stop: () => void chat.stop(),
        clearError: chat.clearError,
        setMessages: chat.setMessages,
      }}
    >
      {children}
    </PlainChat>
  );
}

function isAnswered(options: { messages: DemoMessage[] }): boolean {
  return (
    lastAssistantMessageIsCompleteWithToolCalls(options) || lastAssistantMessageIsCompleteWithApprovalResponses(options)
  );
}

export const client: Client<Agent> = {
  createAgent,
  say: (agent, text) => void agent.sendMessage({ text }),
  AgentChat,
  Inspector: () => null,
};
