import { useChat } from '@ai-sdk/react';
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from 'ai';
import { useEffect, useState } from 'react';
import type { DemoMessage } from '../chat-types';
import type { Agent, Connection } from './agent';

/** The same conversation on AI SDK's own client. */
export function useAgent({ conversation, headers, fetch }: Connection): Agent {
  const [transport] = useState(() => new DefaultChatTransport<DemoMessage>({ api: '/api/chat', headers, fetch }));
  const chat = useChat<DemoMessage>({ ...conversation, transport, sendAutomaticallyWhen: isAnswered });
  const { messages, status, error, stop } = chat;
  useEffect(() => () => void stop(), [stop]);
  return {
    messages,
    status,
    error,
    isAnswered: isAnswered({ messages }),
    unknownCalls: [], // it keeps no record of what was sent
    say: (text) => void chat.sendMessage(text === undefined ? undefined : { text }),
    answer: (answer) => void chat.addToolOutput(answer),
    decide: (id, approved, reason) => void chat.addToolApprovalResponse({ id, approved, reason }),
    resend: () => {},
    stop: () => void stop(),
    clearError: chat.clearError,
    setMessages: chat.setMessages,
  };
}

function isAnswered(options: { messages: DemoMessage[] }): boolean {
  return (
    lastAssistantMessageIsCompleteWithToolCalls(options) || lastAssistantMessageIsCompleteWithApprovalResponses(options)
  );
}
