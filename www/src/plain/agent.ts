import type { DemoMessage } from '../chat-types';
import type { ToolAnswer } from '../clients/client';

/** What the plain page needs of AI SDK's own client. */
export interface Agent {
  messages: DemoMessage[];
  status: 'submitted' | 'streaming' | 'ready' | 'error';
  error: Error | undefined;
  /** The last answer holds everything that the person was asked for, and the agent has not gone on. */
  isAnswered: boolean;
  /** With nothing: sends what was answered, or asks again. */
  say(text?: string): void;
  answer(answer: ToolAnswer): void;
  decide(approvalId: string, approved: boolean, reason?: string): void;
  stop(): void;
  clearError(): void;
  setMessages(messages: DemoMessage[]): void;
}
