// One conversation, kept in the browser, so that a question outlives a reload.
import type { DemoMessage } from './chat-types';
import opening from './opening-conversation.json';

const KEY = 'countersign-demo';

/** How much time a person has. */
export interface Limits {
  approvalDeadlineMs?: number;
  undoWindowMs?: number;
}

export interface Conversation {
  id: string;
  messages: DemoMessage[];
  /** What messages cannot hold: how far answers had come, rules, drafts. */
  state?: unknown;
  limits?: Limits;
}

/** The scene that a first visit finds: a mail is written, and waits for the person. */
export function openingConversation(): Conversation {
  return { id: newId(), messages: structuredClone(opening) as DemoMessage[] };
}

export function emptyConversation(limits: Limits = {}): Conversation {
  return { id: newId(), messages: [], limits };
}

export function loadConversation(): Conversation {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (isConversation(saved)) return saved;
  } catch {
    // Unreadable or forbidden storage: begin with the opening scene.
  }
  return openingConversation();
}

export function saveConversation(conversation: Conversation): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(conversation));
  } catch {
    // Full or forbidden storage: the page works on, a reload begins anew.
  }
}

function isConversation(value: unknown): value is Conversation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'messages' in value &&
    Array.isArray(value.messages)
  );
}

function newId(): string {
  return crypto.randomUUID();
}
