import type { ChatErrorData } from '../chat-error.js';
import type { InputResponse, ItemStage, ToolDecision } from '../human/types.js';

/** A value itself, or the number of a value that the store holds. */
interface Kept {
  value?: unknown;
  host?: number;
}

/** What Rust asks of the façade; see `src/wasm/effect_json.rs`. */
export type Effect =
  | { type: 'send'; run: number; trigger: 'submit-message' | 'regenerate-message'; messageId?: string; options: number }
  | { type: 'reconnect'; run: number; options: number }
  | { type: 'abort'; run: number }
  | ({ type: 'toolCall'; run: number } & Kept)
  | ({ type: 'data'; run: number } & Kept)
  | ({ type: 'validate'; run: number; subject: 'metadata'; message?: number; messageId: string } & Kept)
  | ({ type: 'validate'; run: number; subject: 'data'; dataType: string; id?: string; part: number } & Kept)
  | { type: 'error'; error: ChatErrorData }
  | FinishEffect
  | { type: 'evaluate'; token: number; messages: number }
  | HumanEffect
  | { type: 'depart' }
  | { type: 'publish' }
  | { type: 'done'; waiter: number; failed: boolean };

/** What Rust asks of the human's side. */
export type HumanEffect =
  | { type: 'reply'; waiter: number; answer: ToolDecision | InputResponse }
  | { type: 'replyCancelled'; waiter: number; outcome: ItemStage }
  | { type: 'retry'; item: number; connection: string; request: unknown; answer: ToolDecision | InputResponse }
  | { type: 'policy'; item: number }
  | { type: 'timer'; at?: number };

/** A response is over. */
export interface FinishEffect {
  type: 'finish';
  message?: number;
  messageId: string;
  isAbort: boolean;
  isDisconnect: boolean;
  isError: boolean;
  finishReason?: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'interrupted' | 'other';
}
