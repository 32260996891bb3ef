import { ChatController, HttpChatTransport, lastAssistantMessageIsComplete } from 'countersign';
import { useChat } from 'countersign/react';
import { useEffect, useState } from 'react';
import type { DemoMessage } from '../chat-types';
import type { Agent, Connection } from './agent';

/** The conversation on Countersign. */
export function useAgent({ conversation, headers, fetch }: Connection): Agent {
  const [controller] = useState(
    () =>
      new ChatController<DemoMessage>({
        ...conversation,
        transport: new HttpChatTransport({ api: '/api/chat', headers, fetch }),
        sendAutomaticallyWhen: lastAssistantMessageIsComplete,
      }),
  );
  const chat = useChat({ chat: controller });
  useEffect(() => () => void controller.stop(), [controller]);
  const { messages, status, error } = chat;
  const calls = messages.at(-1)?.parts.flatMap((part) => ('toolCallId' in part ? part.toolCallId : [])) ?? [];
  return {
    messages,
    status,
    error,
    isAnswered: lastAssistantMessageIsComplete({ messages }),
    unknownCalls: calls.filter((id) => controller.getItem(id)?.stage === 'unknown'),
    say: (text) => void chat.sendMessage(text === undefined ? undefined : { text }),
    answer: (answer) => void chat.addToolOutput(answer),
    decide: (id, approved, reason) => void chat.addToolApprovalResponse({ id, approved, reason }),
    resend: (toolCallId) => void controller.resend(toolCallId),
    stop: () => void chat.stop(),
    clearError: chat.clearError,
    setMessages: chat.setMessages,
  };
}
