// What the page needs of a chat client, whichever it is.

import type { DemoMessage, DemoTools } from '../chat-types';
import type { Conversation } from '../saved-conversation';

/** How to reach the demo's server. */
export interface Connection {
  conversation: Conversation;
  /** Sent with every request. */
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
}

/** The output of a call that the person answers. */
export type ToolAnswer = {
  [Tool in 'askUser' | 'selectContact']: { tool: Tool; toolCallId: string; output: DemoTools[Tool]['output'] };
}['askUser' | 'selectContact'];

/** A conversation with the agent. */
export interface Agent {
  messages: DemoMessage[];
  status: 'submitted' | 'streaming' | 'ready' | 'error';
  error: Error | undefined;
  /** The last answer holds everything that the person was asked for, and the agent has not gone on. */
  isAnswered: boolean;
  /** Calls whose answer was sent, and nobody can tell what became of it. */
  unknownCalls: string[];
  /** With nothing: sends what was answered, or asks again. */
  say(text?: string): void;
  answer(answer: ToolAnswer): void;
  decide(approvalId: string, approved: boolean, reason?: string): void;
  /** Sends an answer of unknown outcome again. */
  resend(toolCallId: string): void;
  stop(): void;
  clearError(): void;
  setMessages(messages: DemoMessage[]): void;
}
