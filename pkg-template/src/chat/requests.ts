import type { ChatRequestOptions, UIMessage } from 'ai';
import type { Effect } from '../core/effects.js';
import type { Core } from '../core/generated/core.js';
import { HttpChatTransport } from '../transport/http-chat-transport.js';
import type { Ids } from './ids.js';
import type { ChatControllerInit } from './options.js';
import type { ResponseReader } from './response-reader.js';
import { isOurs, openResponse, type ResponseStream, reopenResponse } from './responses.js';
import type { Turns } from './turns.js';

type Transport<M extends UIMessage> = NonNullable<ChatControllerInit<M>['transport']>;
type TurnRequest = { chatId: string; abortSignal: AbortSignal } & ChatRequestOptions;

/** What making requests needs of the conversation. */
export interface Requesting<M extends UIMessage> {
  readonly core: Core;
  readonly id: string;
  readonly messages: M[];
  readonly reader: ResponseReader;
  readonly turns: Turns;
  readonly ids: Ids;
}

/** The requests that Rust asks for, made through the application's transport. */
export class Requests<M extends UIMessage> {
  readonly #chat: Requesting<M>;
  #transport: Transport<M>;
  #own: HttpChatTransport<M> | undefined;

  constructor(chat: Requesting<M>, transport: Transport<M> | undefined) {
    this.#chat = chat;
    this.#transport = transport ?? this.#default();
  }

  /** Changes the transport of the requests to come. */
  use(transport: Transport<M> | undefined): void {
    this.#transport = transport ?? this.#default();
  }

  send(effect: Extract<Effect, { type: 'send' }>): void {
    const { trigger, messageId } = effect;
    // In AI SDK's order, which shows where a transport writes the request as it is.
    this.#make(effect, ({ chatId, ...request }) =>
      openResponse(this.#transport, { chatId, messages: this.#chat.messages, ...request, trigger, messageId }),
    );
  }

  reconnect(effect: Extract<Effect, { type: 'reconnect' }>): void {
    const { core, ids } = this.#chat;
    const notResumed = ids.notResumed();
    this.#make(effect, async (request) => {
      let response: ResponseStream | null = null;
      try {
        response = await reopenResponse(this.#transport, request);
      } finally {
        if (response === null) notResumed();
      }
      if (response === null) core.nothingToResume(effect.run);
      else core.resumed(effect.run);
      return response;
    });
  }

  /** Closes a transport that can be closed. */
  close(): void {
    (this.#transport as { close?: () => void }).close?.();
  }

  #make(
    effect: { run: number; options: number },
    open: (request: TurnRequest) => Promise<ResponseStream | null>,
  ): void {
    const { id, reader, turns } = this.#chat;
    const options = turns.optionsOf(effect.options);
    void reader.read(effect.run, isOurs(this.#transport), (abortSignal) =>
      open({
        chatId: id,
        abortSignal,
        metadata: options?.metadata,
        headers: options?.headers,
        body: options?.body,
      } as TurnRequest),
    );
  }

  #default(): HttpChatTransport<M> {
    this.#own ??= new HttpChatTransport<M>();
    return this.#own;
  }
}
