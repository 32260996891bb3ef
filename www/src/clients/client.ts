// What the page needs of a chat client, whichever it is.

import type { ReactNode } from 'react';
import type { DemoTools } from '../chat-types';
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

export interface AgentChatProps<A> {
  agent: A;
  /** What is to be kept has changed. */
  onChange?: (kept: Pick<Conversation, 'messages' | 'state'>) => void;
  /** A turn ended: what the server did may have changed. */
  onSettled?: () => void;
  /** Shown while there are no messages. */
  children?: ReactNode;
}

/** A chat client. `A` is its conversation. */
export interface Client<A> {
  createAgent(connection: Connection): A;
  say(agent: A, text: string): void;
  AgentChat(props: AgentChatProps<A>): ReactNode;
  /** What the client knows besides the messages. */
  Inspector(props: { agent: A }): ReactNode;
}
