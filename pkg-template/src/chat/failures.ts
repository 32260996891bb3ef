import { ChatError, type ChatErrorData, isChatError } from '../chat-error.js';
import type { Core } from '../core/generated/core.js';
import type { MessageStore } from '../core/message-store.js';
import { isError, messageOf } from './host-errors.js';
import { report } from './listeners.js';
import { type FailureReport, statusOf } from './responses.js';

/** What telling failures needs of the conversation. */
export interface Failing {
  readonly core: Core;
  readonly store: MessageStore;
  /** The application's callbacks, as they are now. */
  readonly init: { onError?: ((error: Error) => void) | undefined };
  /** Tells Rust what time it is. */
  setTime(): void;
}

/** Errors on their way from the application to Rust, and from Rust to the application. */
export class Failures {
  readonly #chat: Failing;
  #told: { error: Error; data: ChatError } | undefined;

  constructor(chat: Failing) {
    this.#chat = chat;
  }

  /** The error that the application was told last: the very object that it threw, where it did. */
  get error(): Error | undefined {
    return this.#told?.error;
  }

  /** The same error as one of ours. */
  get data(): ChatError | undefined {
    return this.#told?.data;
  }

  /** A response has failed. */
  fail(run: number, { kind, error, status }: FailureReport): void {
    const { core, store } = this.#chat;
    const host = store.hand(error);
    this.#chat.setTime();
    core.fail(run, kind, messageOf(error), host, status);
  }

  /** Rust names an error: it is shown from now on, and the application is told. */
  show(named: ChatErrorData): void {
    const error = this.errorOf(named);
    this.#told = { error, data: isChatError(error) ? error : asOurs(named, error) };
    this.tell(error);
  }

  /** Calls `onError`. */
  tell(error: Error): void {
    try {
      this.#chat.init.onError?.(error);
    } catch (fault) {
      report(fault);
    }
  }

  /** The error object of an error that Rust names. An error of the application keeps its identity. */
  errorOf({ code, message, host, ...details }: ChatErrorData): Error {
    if (host === undefined) return new ChatError(code, message, details);
    const { store } = this.#chat;
    const cause = store.handed(host);
    store.release(host);
    if (isChatError(cause)) return cause;
    if (!isError(cause)) return new ChatError(code, message, { ...details, cause });
    if (!('code' in cause) && Object.isExtensible(cause)) {
      Object.defineProperty(cause, 'code', { value: code, configurable: true, writable: true });
    }
    return cause;
  }
}

function asOurs({ host: _, ...named }: ChatErrorData, cause: Error): ChatError {
  const status = statusOf(cause);
  return new ChatError(named.code, named.message, { ...named, cause, ...(status === undefined ? {} : { status }) });
}
