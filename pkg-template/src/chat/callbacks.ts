import type { UIMessage } from 'ai';
import { ChatError } from '../chat-error.js';
import type { Effect, FinishEffect } from '../core/effects.js';
import type { Core } from '../core/generated/core.js';
import type { MessageStore } from '../core/message-store.js';
import { change, failing } from '../core/settings.js';
import { knownPredicates } from '../transcript/complete.js';
import { messageOf } from './host-errors.js';
import type { Ids } from './ids.js';
import type { ChatControllerInit } from './options.js';
import { isThenable, type ResponseReader } from './response-reader.js';
import type { FailureReport } from './responses.js';
import { mismatch, problemOf } from './schemas.js';
import type { Turns } from './turns.js';

/** What calling the application needs of the conversation. */
export interface Calling<M extends UIMessage> {
  readonly core: Core;
  readonly store: MessageStore;
  readonly isOver: boolean;
  /** The application's callbacks and schemas, as they are now. */
  readonly init: ChatControllerInit<M>;
  readonly messages: M[];
  readonly reader: ResponseReader;
  readonly ids: Ids;
  readonly turns: Turns;
  fail(run: number, failure: FailureReport): void;
  /** Something of a response has been applied. */
  fed(changes?: number): void;
}

/** Calls what the application has given: callbacks, the predicate, schemas. */
export class Callbacks<M extends UIMessage> {
  readonly #chat: Calling<M>;

  constructor(chat: Calling<M>) {
    this.#chat = chat;
  }

  toolCall(effect: Extract<Effect, { type: 'toolCall' }>): void {
    const { init, reader } = this.#chat;
    const toolCall = this.#valueOf(effect);
    reader.callBack(effect.run, () => init.onToolCall?.({ toolCall } as never));
  }

  data(effect: Extract<Effect, { type: 'data' }>): void {
    try {
      this.#chat.init.onData?.(this.#valueOf(effect) as never);
    } catch (error) {
      this.#chat.fail(effect.run, { kind: failing.callback, error, status: 0 });
    }
  }

  finish({ type: _, message: at, messageId, ...rest }: FinishEffect): void {
    const { init, messages } = this.#chat;
    const message =
      (at === undefined ? undefined : messages[at]) ??
      ({ id: messageId, metadata: undefined, role: 'assistant', parts: [] } as unknown as M);
    try {
      init.onFinish?.({ message, messages, ...rest } as never);
    } catch (error) {
      this.#chat.turns.thrown(error);
    }
  }

  /** Asks the predicate; it is shown the first `count` messages. */
  evaluate(token: number, count: number): void {
    const { core, store, init } = this.#chat;
    // The predicate may have disposed of the conversation.
    const failed = (error: unknown) => {
      if (!this.#chat.isOver) core.verdictFailed(token, messageOf(error), store.hand(error));
    };
    const verdict = (send: unknown) => {
      if (!this.#chat.isOver) core.verdict(token, Boolean(send), send ? this.#chat.ids.draw() : '');
    };
    if (knownPredicates.has(init.sendAutomaticallyWhen)) {
      // Rust knew the answer before it asked.
      verdict(true);
      return;
    }
    const all = this.#chat.messages;
    const messages = count === all.length ? all : all.slice(0, count);
    try {
      const result = init.sendAutomaticallyWhen?.({ messages });
      if (!isThenable(result)) {
        verdict(result);
        return;
      }
      const later = (then: (value: unknown) => void) => (value: unknown) => {
        if (this.#chat.isOver) return;
        then(value);
        this.#chat.fed();
      };
      result.then(later(verdict), later(failed));
    } catch (error) {
      failed(error);
    }
  }

  /** Checks a value for which a response waits. */
  async validate(effect: Extract<Effect, { type: 'validate' }>): Promise<void> {
    const { run } = effect;
    const { init, store } = this.#chat;
    let value = this.#valueOf(effect);
    let schema: unknown = init.messageMetadataSchema;
    if (effect.subject === 'data') {
      const schemas = init.dataPartSchemas as Record<string, unknown> | undefined;
      schema = schemas?.[effect.dataType.slice('data-'.length)];
    } else if (effect.message !== undefined) {
      value = store.metadataWith(effect.message, value);
    }
    const problem = schema === undefined ? undefined : await problemOf(schema, value).catch(messageOf);
    if (this.#chat.isOver) return;
    if (problem === undefined) {
      this.#chat.core.validated(run);
    } else {
      const error = new ChatError('schema_mismatch', mismatch(effect, value, problem));
      this.#chat.fail(run, { kind: failing.schema, error, status: 0 });
    }
    this.#chat.reader.go(run);
    this.#chat.fed(change.effects);
  }

  #valueOf(kept: { value?: unknown; host?: number }): unknown {
    return kept.host === undefined ? kept.value : this.#chat.store.handed(kept.host);
  }
}
