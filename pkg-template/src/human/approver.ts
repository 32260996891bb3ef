import type { ChatError } from '../chat-error.js';
import type { ApprovalAnswers, InputResponse, ToolDecision } from './types.js';

/** A call that a back end wants to run. */
export interface ApprovalRequest {
  toolCallId: string;
  toolName: string;
  input?: unknown;
  /** Which answers the back end takes. */
  answers?: Partial<ApprovalAnswers>;
  /** When it stops waiting, in milliseconds since 1970. */
  deadline?: number;
}

/** What a back end wants to know. */
export interface InputRequestInit {
  id?: string;
  message?: string;
  schema?: unknown;
  url?: string;
  deadline?: number;
}

/** Stops waiting: nobody will answer. */
export interface AskOptions {
  signal?: AbortSignal;
}

/** How a back end asks: it calls, and waits for the answer. */
export interface ToolApprover {
  /** Whether a call may run. */
  decide(request: ApprovalRequest, options?: AskOptions): Promise<ToolDecision>;
  /** A form or an address. */
  input(request: InputRequestInit, options?: AskOptions): Promise<InputResponse>;
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
  cancel(waiter: number): void {
    const waiting = this.#take(waiter);
    waiting?.resolve(
      (waiting.kind === 'approval' ? { approved: false, cancelled: true } : { action: 'cancel' }) as never,
    );
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
