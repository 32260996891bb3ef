import { ChatError } from '../chat-error.js';
import type { ApprovalAnswers, InputResponse, ItemStage, ToolDecision } from './types.js';

/** A call that a back end wants to run. */
export interface ApprovalRequest {
  toolCallId: string;
  toolName: string;
  input?: unknown;
  /** Which answers the back end takes. */
  answers?: Partial<ApprovalAnswers>;
  /** The JSON Schema of the input: an edited input has to fit it. */
  inputSchema?: unknown;
  /** When it stops waiting: milliseconds since 1970, or RFC 3339 with its offset. */
  deadline?: number | string;
}

/** What a back end wants to know. */
export interface InputRequestInit {
  id?: string;
  message?: string;
  schema?: unknown;
  url?: string;
  /** When it stops waiting: milliseconds since 1970, or RFC 3339 with its offset. */
  deadline?: number | string;
}

/** Stops waiting: nobody will answer. */
export interface AskOptions {
  signal?: AbortSignal;
}

/** How a back end asks: it calls, and waits for the answer. */
export interface ToolApprover {
  /** Whether a call may run. */
  decide(request: ApprovalRequest, options?: AskOptions): Promise<ToolVerdict>;
  /** A form or an address. */
  input(request: InputRequestInit, options?: AskOptions): Promise<InputResponse>;
  /** The connection is gone: nobody waits for what was asked over it. */
  close(): void;
}

/** A decision, or that there will be none: `cancelled` says why, and is no refusal by a person. */
export interface ToolVerdict extends ToolDecision {
  cancelled?: ItemStage;
}

/** A connection over which a back end asks. */
export interface ApproverConnection {
  /** The protocol. */
  protocol: string;
  /** The server or agent, where there are several. */
  name?: string;
}

/** Those who wait for an answer, by number. */
export class Waiting {
  readonly #all = new Map<number, { kind: 'approval' | 'input'; resolve: (answer: never) => void }>();
  #next = 1;
  #isClosed = false;

  /**
   * Waits for an answer. `ask` puts the question under a number and gives the
   * item's number or an error; `withdraw` takes it back.
   */
  wait<T>(
    kind: 'approval' | 'input',
    ask: (waiter: number) => number | ChatError,
    withdraw: (item: number) => void,
    { signal }: AskOptions,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isClosed) {
        reject(new ChatError('disposed', 'The conversation is gone.'));
        return;
      }
      if (signal?.aborted) {
        reject(reasonOf(signal));
        return;
      }
      const waiter = this.#next++;
      const abandon = () => {
        this.#all.delete(waiter);
        if (typeof item === 'number') withdraw(item);
        reject(reasonOf(signal as AbortSignal));
      };
      this.#all.set(waiter, {
        kind,
        resolve: (answer: never) => {
          signal?.removeEventListener('abort', abandon);
          resolve(answer);
        },
      });
      // A rule may answer before `ask` returns.
      const item = ask(waiter);
      if (typeof item !== 'number') {
        this.#all.delete(waiter);
        reject(item);
      } else if (this.#all.has(waiter)) {
        signal?.addEventListener('abort', abandon, { once: true });
      }
    });
  }

  /** Gives an answer. */
  answer(waiter: number, answer: ToolDecision | InputResponse): void {
    this.#take(waiter)?.resolve(answer as never);
  }

  /** Nobody will answer: a call is not allowed, a question is cancelled. */
  cancel(waiter: number, cancelled: ItemStage): void {
    const waiting = this.#take(waiter);
    waiting?.resolve((waiting.kind === 'approval' ? { approved: false, cancelled } : { action: 'cancel' }) as never);
  }

  /** The conversation is gone: who asks now gets an error. */
  close(): void {
    this.#isClosed = true;
  }

  #take(waiter: number) {
    const waiting = this.#all.get(waiter);
    this.#all.delete(waiter);
    return waiting;
  }
}

function reasonOf(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException('This operation was aborted', 'AbortError');
}
