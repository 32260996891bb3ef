import type { ChatRequestOptions, UIMessage } from 'ai';
import { type AnswerResult, ChatError, type ChatErrorData, chatError } from '../chat-error.js';
import type { Effect, FinishEffect } from '../core/effects.js';
import type { Core } from '../core/generated/core.js';
import type { MessageStore } from '../core/message-store.js';
import { change, failing, setting } from '../core/settings.js';
import { skeleton } from '../core/skeleton.js';
import { core } from '../core/wasm.js';
import type { FormDraft } from '../form/form-draft.js';
import type { ApprovalRequest, ApproverConnection, InputRequestInit, ToolApprover } from '../human/approver.js';
import { HumanSide } from '../human/human-side.js';
import { type Pending, pendingChanged, pendingGone } from '../human/pending-registry.js';
import type { AnswerOptions, AuditEntry, InputResponse, Item, RetryHandler, ToolDecision } from '../human/types.js';
import { HttpChatTransport } from '../transport/http-chat-transport.js';
import { generateId } from './generate-id.js';
import { Listeners, report } from './listeners.js';
import { hasFileList, newMessage, type SendMessageInput, withFiles } from './new-message.js';
import { encodeChunk } from './object-chunks.js';
import type { ChatControllerInit, ChatSnapshot, Notify } from './options.js';
import { failureOf, openResponse, type ResponseStream, reopenResponse } from './responses.js';
import { problemOf } from './schemas.js';

/** The output of a tool call, as AI SDK's `addToolOutput` takes it. */
export type ToolOutputInput = {
  /** The tool's name; for types only. */
  tool: string;
  toolCallId: string;
  options?: ChatRequestOptions;
} & (
  | { state?: 'output-available'; output: unknown; errorText?: never }
  | { state: 'output-error'; output?: never; errorText: string }
);

/** A decision, as AI SDK's `addToolApprovalResponse` takes it. */
export interface ToolApprovalInput {
  /** The approval's id. */
  id: string;
  approved: boolean;
  reason?: string;
  options?: ChatRequestOptions;
}

/**
 * A conversation with an agent: its messages, what waits for a person, and the
 * requests under way. All state is held in Rust; this class moves bytes, calls
 * the application's callbacks and tells listeners.
 *
 * @example
 * ```ts
 * import { ChatController, lastAssistantMessageIsComplete } from 'countersign';
 *
 * const chat = new ChatController({ sendAutomaticallyWhen: lastAssistantMessageIsComplete });
 * const unsubscribe = chat.subscribe(() => console.log(chat.getSnapshot().status));
 * unsubscribe();
 * chat.dispose();
 * ```
 */
export class ChatController<M extends UIMessage = UIMessage> {
  readonly #core: Core;
  readonly #store: MessageStore;
  readonly #listeners = new Listeners();
  readonly #human: HumanSide;
  readonly #aborts = new Map<number, AbortController>();
  readonly #options = new Map<number, ChatRequestOptions>();
  readonly #waiters = new Map<number, { resolve: () => void; reject: (error: unknown) => void }>();
  readonly #gates = new Map<number, () => void>();
  readonly #preparations = new Set<{ stopped: boolean }>();
  #init: ChatControllerInit<M>;
  #transport: NonNullable<ChatControllerInit<M>['transport']>;
  #id: string | undefined;
  #nextOptions = 1;
  #nextWaiter = 1;
  #nextError: Error | undefined;
  #thrown: { error: unknown } | undefined;
  #snapshot: ChatSnapshot<M> | undefined;
  readonly #pending: Pending;
  #isDisposed = false;

  constructor(init: ChatControllerInit<M> = {}) {
    this.#init = init;
    this.#id = init.id;
    this.#transport = init.transport ?? new HttpChatTransport<M>();
    const { Core: Raw } = core();
    this.#core = new Raw(settingsOf(init));
    this.#store = this.#core.store() as unknown as MessageStore;
    this.#human = new HumanSide(
      {
        core: this.#core,
        store: this.#store,
        settle: () => this.#settle(),
        keepOptions: (options) => this.#keepOptions(options),
        sendAgain: () => this.sendMessage(),
      },
      init,
    );
    const side = this;
    this.#pending = {
      get id() {
        return side.id;
      },
      get waiting() {
        return [...side.#human.approvals, ...side.#human.inputRequests];
      },
    };
    if (init.messages !== undefined && init.messages.length > 0) {
      this.messages = init.messages;
    }
    if (init.state !== undefined) this.#human.importState(init.state);
    this.#core.takeChanges();
  }

  /** The conversation's id; drawn when first asked for. */
  get id(): string {
    this.#id ??= this.#generateId();
    return this.#id;
  }

  /** The messages. The same array, and the same objects in it, until they change. */
  get messages(): M[] {
    return this.#core.messages() as M[];
  }

  /** Replaces the messages. */
  set messages(messages: M[]) {
    const current = new Map(this.messages.map((message, index) => [message, index]));
    const numbers: number[] = [];
    const list = messages.map((message) => {
      const index = current.get(message);
      if (index !== undefined) {
        current.delete(message);
        return index;
      }
      const host = this.#store.hand(message);
      numbers.push(host);
      return { host, skeleton: skeleton(message) };
    });
    const failure = this.#core.setMessages(JSON.stringify(list));
    this.#release(numbers);
    if (failure !== undefined) throw this.#errorOf(JSON.parse(failure));
    this.#settle();
  }

  /** What the conversation is doing. */
  get status(): ChatSnapshot['status'] {
    return this.#core.status() as ChatSnapshot['status'];
  }

  /** The error of the last request, while the status is `'error'`. */
  get error(): Error | undefined {
    return this.status === 'error' ? this.#nextError : undefined;
  }

  get lastMessage(): M | undefined {
    return this.messages.at(-1);
  }

  /** Everything a front end shows; the same object until something changes. */
  getSnapshot = (): ChatSnapshot<M> => {
    const { id, messages, status, error } = this;
    const { approvals, inputRequests, grants } = this.#human;
    const last = this.#snapshot;
    if (
      last === undefined ||
      last.messages !== messages ||
      last.status !== status ||
      last.error !== error ||
      last.approvals !== approvals ||
      last.inputRequests !== inputRequests ||
      last.grants !== grants
    ) {
      this.#snapshot = { id, messages, status, error, approvals, inputRequests, grants };
      this.#human.show(this.#snapshot);
    }
    return this.#snapshot as ChatSnapshot<M>;
  };

  /**
   * Calls `listener` after changes, as often as `notify` says (or the
   * controller's own setting); returns the function that ends it.
   */
  subscribe = (listener: () => void, notify: Notify = this.#init.notify ?? 'read'): (() => void) =>
    this.#listeners.add(listener, notify);

  /**
   * Sends a message and asks for an answer; with nothing, sends what was
   * answered and not sent. Resolves when the turn, automatic requests included,
   * is over.
   */
  sendMessage = async (message?: SendMessageInput<M>, options?: ChatRequestOptions): Promise<void> => {
    if (message == null) {
      return this.#turn(options, (number, waiter) => {
        this.#core.sendAgain(this.#generateId(), number, waiter);
        return undefined;
      });
    }
    const newId = () => this.#generateId();
    const preparation = { stopped: false };
    this.#preparations.add(preparation);
    let made: M;
    try {
      made = hasFileList(message) ? await withFiles(message, newId) : newMessage(message, newId);
    } finally {
      this.#preparations.delete(preparation);
    }
    if (preparation.stopped) return;
    const host = this.#store.hand(made);
    try {
      await this.#turn(options, (number, waiter) =>
        this.#core.sendMessage(
          host,
          JSON.stringify(skeleton(made)),
          message.messageId,
          this.#generateId(),
          number,
          waiter,
        ),
      );
    } finally {
      this.#store.release(host);
    }
  };

  /** Asks again from an answer on, or from the last message. */
  regenerate = ({ messageId, ...options }: { messageId?: string } & ChatRequestOptions = {}): Promise<void> =>
    this.#turn(options, (number, waiter) => this.#core.regenerate(messageId, this.#generateId(), number, waiter));

  /** Goes on with a response that is still being written on the server. */
  resumeStream = (options: ChatRequestOptions = {}): Promise<void> =>
    this.#turn(options, (number, waiter) => {
      this.#core.resumeStream(this.#generateId(), number, waiter);
      return undefined;
    });

  /** Stops everything under way and keeps what came. Always resolves. */
  stop = async (): Promise<void> => {
    for (const preparation of this.#preparations) preparation.stopped = true;
    this.#core.stop();
    this.#settle();
  };

  /** Leaves the error state. */
  clearError = (): void => {
    this.#core.clearError();
    this.#settle();
  };

  /** Gives the output of a tool call that the page or the person answers. */
  addToolOutput = async (input: ToolOutputInput): Promise<AnswerResult> => {
    const isError = input.state === 'output-error';
    const host = this.#store.hand(input.output);
    const failure = this.#core.addToolOutput(
      String(input.toolCallId),
      host,
      isError ? String(input.errorText) : undefined,
      this.#keepOptions(input.options),
    );
    this.#store.release(host);
    return this.#answered(failure);
  };

  /** @deprecated AI SDK's earlier name of {@link ChatController.addToolOutput}. */
  addToolResult = (input: ToolOutputInput): Promise<AnswerResult> => this.addToolOutput(input);

  /** Allows or refuses a tool call that waits for an approval. */
  addToolApprovalResponse = async (input: ToolApprovalInput): Promise<AnswerResult> => {
    const failure = this.#core.addToolApprovalResponse(
      String(input.id),
      // Only `true` allows; a caller without types may pass anything.
      input.approved === true,
      input.reason == null ? undefined : String(input.reason),
      this.#keepOptions(input.options),
    );
    return this.#answered(failure);
  };

  /**
   * Decides about a tool call, by the item's id, the approval's or the call's.
   * The answer is for what the last snapshot showed: if that has changed, it is
   * refused as `stale`.
   */
  respondToApproval = async (
    idOrCallId: string,
    decision: boolean | ToolDecision,
    options?: AnswerOptions,
  ): Promise<AnswerResult> => this.#human.respondToApproval(idOrCallId, decision, options);

  /** Answers a request for input, by the item's id or the request's. */
  respondToInput = async (id: string, response: InputResponse, options?: AnswerOptions): Promise<AnswerResult> =>
    this.#human.respondToInput(id, response, options);

  /** Prepares an answer without giving it; `undefined` drops it. */
  stageAnswer = (id: string, answer: ToolDecision | InputResponse | undefined): AnswerResult =>
    this.#human.stage(id, answer);

  /** Gives all prepared answers, or none of them. */
  submitBatch = async (options?: ChatRequestOptions): Promise<AnswerResult> => this.#human.submitBatch(options);

  /** Allows every call that waits, or those of one tool; gives how many there were. */
  approveAll = (filter?: { toolName?: string }): number => this.#human.decideAll(true, filter);

  /** Refuses every call that waits, or those of one tool; gives how many there were. */
  denyAll = (filter?: { toolName?: string }): number => this.#human.decideAll(false, filter);

  /** Takes an answer back while its window is open (`undoWindowMs`). */
  undoAnswer = (id: string): AnswerResult => this.#human.undo(id);

  /** Sends an answer of unknown outcome again. The agent may act twice: only a person should say so. */
  resend = (id: string): Promise<AnswerResult> => this.#human.resend(id);

  /** Takes a rule back; whether there was one. */
  revokeGrant = (id: number): boolean => this.#human.revokeGrant(id);

  /** An item by its id, its approval's or its call's, also when it is over. */
  getItem = (id: string): Item | undefined => this.#human.item(id);

  /** What a person has typed into the form of a request for input; it survives a reload with `exportState`. */
  getDraft = (id: string): FormDraft | undefined => this.#human.draft(id);

  /** What happened to every item, oldest first. */
  getAuditLog = (): AuditEntry[] => this.#human.audit();

  /** How a back end asks that calls and waits: an MCP or ACP client, an agent in the page. */
  approver = (connection: ApproverConnection): ToolApprover => this.#human.approver(connection);

  /** Asks on behalf of a request that can be made anew, also after a reload. */
  askForRetry = (
    kind: 'approval' | 'input',
    connection: ApproverConnection,
    request: ApprovalRequest | InputRequestInit,
    retry: unknown,
  ): AnswerResult => this.#human.askForRetry(kind, connection, request, retry);

  /** Says who makes the requests of a connection anew once they are answered. */
  onRetry = (connection: ApproverConnection, handler: RetryHandler): (() => void) =>
    this.#human.onRetry(connection, handler);

  /** What is to be saved beside the messages; goes back in as `state`. */
  exportState = (): unknown => this.#human.exportState();

  /** Looks at the clock at once: call it when the page wakes up. */
  wake = (): void => this.#human.wake();

  /** Changes callbacks and settings; they hold for what comes next. @internal */
  configure(init: ChatControllerInit<M>): void {
    this.#init = init;
    if (init.transport !== undefined) this.#transport = init.transport;
    this.#core.configure(settingsOf(init));
    this.#human.configure(init);
  }

  /** Stops everything and frees what is held. The last snapshot stays readable. */
  dispose = (): void => {
    if (this.#isDisposed) return;
    void this.stop();
    this.getSnapshot();
    this.#isDisposed = true;
    this.#human.close();
    pendingGone(this.#pending);
    this.#listeners.close();
    (this.#transport as { close?: () => void }).close?.();
  };

  [Symbol.dispose](): void {
    this.dispose();
  }

  #generateId(): string {
    return (this.#init.generateId ?? generateId)();
  }

  /** Starts a turn and waits for its end. */
  #turn(
    options: ChatRequestOptions | undefined,
    start: (options: number, waiter: number) => string | undefined,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = this.#nextWaiter++;
      this.#waiters.set(waiter, { resolve, reject });
      const failure = start(this.#keepOptions(options), waiter);
      if (failure !== undefined) {
        this.#waiters.delete(waiter);
        reject(this.#errorOf(JSON.parse(failure)));
      }
      this.#settle();
    });
  }

  #answered(failure: string | undefined): AnswerResult {
    this.#settle();
    if (failure === undefined) return { ok: true };
    return { ok: false, error: chatError(JSON.parse(failure)) };
  }

  /** Keeps request options; Rust says by number which request they are for. */
  #keepOptions(options: ChatRequestOptions | undefined): number {
    if (options === undefined || Object.keys(options).length === 0) return 0;
    const number = this.#nextOptions++;
    this.#options.set(number, options);
    return number;
  }

  /** Does what Rust asks for, then tells the listeners once. */
  #settle(changes = this.#core.takeChanges()): void {
    let seen = changes;
    if (seen & change.effects) {
      for (let next = this.#core.nextEffect(); next !== undefined; next = this.#core.nextEffect()) {
        this.#perform(JSON.parse(next));
      }
      seen |= this.#core.takeChanges();
    }
    if (seen & change.items) {
      this.#human.log();
      pendingChanged(this.#pending);
    }
    if (seen & (change.status | change.items)) this.#listeners.now();
    else if (seen & change.messages) this.#listeners.content();
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        void this.#respond(effect.run, effect.options, (request) =>
          openResponse(this.#transport, {
            ...request,
            messages: this.messages,
            trigger: effect.trigger,
            messageId: effect.messageId,
          }),
        );
        return;
      case 'reconnect':
        void this.#respond(effect.run, effect.options, async (request) => {
          const response = await reopenResponse(this.#transport, request);
          if (response === null) this.#core.nothingToResume(effect.run);
          else this.#core.resumed(effect.run, this.#transport.resumeStreamIsReplay === true);
          return response;
        });
        return;
      case 'abort':
        this.#aborts.get(effect.run)?.abort();
        this.#openGate(effect.run);
        return;
      case 'toolCall': {
        const toolCall = this.#valueOf(effect);
        this.#callBack(effect.run, () => this.#init.onToolCall?.({ toolCall } as never));
        return;
      }
      case 'data':
        try {
          this.#init.onData?.(this.#valueOf(effect) as never);
        } catch (error) {
          this.#fail(effect.run, { kind: failing.callback, error, status: 0 });
        }
        return;
      case 'validate':
        void this.#validate(effect);
        return;
      case 'error':
        this.#nextError = this.#errorOf(effect.error);
        try {
          this.#init.onError?.(this.#nextError);
        } catch (error) {
          report(error);
        }
        return;
      case 'finish':
        this.#finish(effect);
        return;
      case 'evaluate':
        this.#evaluate(effect.token, effect.messages);
        return;
      case 'reply':
      case 'replyCancelled':
      case 'retry':
      case 'policy':
      case 'timer':
        this.#human.perform(effect);
        return;
      case 'publish':
        this.#core.takeChanges();
        this.#listeners.now();
        return;
      case 'done': {
        const waiter = this.#waiters.get(effect.waiter);
        this.#waiters.delete(effect.waiter);
        const thrown = this.#thrown;
        this.#thrown = undefined;
        if (thrown === undefined) waiter?.resolve();
        else waiter?.reject(thrown.error);
      }
    }
  }

  /** Opens a response and reads it to its end. */
  async #respond(
    run: number,
    optionsNumber: number,
    open: (
      request: { chatId: string; abortSignal: AbortSignal } & ChatRequestOptions,
    ) => Promise<ResponseStream | null>,
  ): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(run, abort);
    const isOurs = 'openResponse' in this.#transport;
    let isStreaming = false;
    try {
      const { headers, body, metadata } = this.#options.get(optionsNumber) ?? {};
      const response = await open({
        chatId: this.id,
        abortSignal: abort.signal,
        headers,
        body,
        metadata,
      } as never);
      if (response === null) {
        this.#settle();
        return;
      }
      isStreaming = true;
      if (!this.#core.isOpen(run)) {
        await response.stream.cancel().catch(() => {});
        return;
      }
      await this.#read(run, response);
      this.#core.end(run);
    } catch (error) {
      if (!this.#core.isOpen(run)) return;
      const { kind, error: cause, status } = failureOf(error, isStreaming, isOurs);
      this.#fail(run, { kind, error: cause, status }, false);
    } finally {
      this.#aborts.delete(run);
      this.#settle();
    }
  }

  async #read(run: number, response: ResponseStream): Promise<void> {
    const reader = response.stream.getReader();
    try {
      while (this.#core.isOpen(run)) {
        const { done, value } = await reader.read();
        if (done) return;
        if (response.kind === 'bytes') this.#settle(this.#core.feed(run, value as Uint8Array));
        else this.#feedChunk(run, value);
        while (this.#core.isBlocked(run)) await this.#gate(run);
      }
    } finally {
      // The response may have ended before its stream.
      reader.cancel().catch(() => {});
    }
  }

  #feedChunk(run: number, chunk: unknown): void {
    const { type, id, delta } = chunk as { type?: string; id?: string; delta?: string };
    const isText = type === 'text-delta';
    if ((isText || type === 'reasoning-delta') && typeof id === 'string' && typeof delta === 'string') {
      if ((chunk as { providerMetadata?: unknown }).providerMetadata == null) {
        const changes = this.#core.textDelta(run, !isText, id, delta);
        if (changes !== undefined) {
          this.#settle(changes);
          return;
        }
      }
    }
    const { json, whole, numbers } = encodeChunk(chunk as object, this.#store);
    this.#settle(this.#core.chunk(run, json, whole));
    this.#release(numbers);
  }

  #gate(run: number): Promise<void> {
    return new Promise((resolve) => this.#gates.set(run, resolve));
  }

  #openGate(run: number): void {
    this.#gates.get(run)?.();
    this.#gates.delete(run);
  }

  /** Calls a callback for which the response waits. */
  #callBack(run: number, call: () => unknown): void {
    const done = () => {
      this.#core.unblock(run);
      this.#openGate(run);
    };
    const failed = (error: unknown) => {
      this.#fail(run, { kind: failing.callback, error, status: 0 }, false);
      this.#openGate(run);
    };
    try {
      const result = call();
      if (isThenable(result)) {
        result.then(
          () => {
            done();
            this.#settle();
          },
          (error) => {
            failed(error);
            this.#settle();
          },
        );
      } else {
        done();
      }
    } catch (error) {
      failed(error);
    }
  }

  async #validate(effect: Extract<Effect, { type: 'validate' }>): Promise<void> {
    const { run } = effect;
    const given = this.#valueOf(effect);
    let problem: string | undefined;
    try {
      if (effect.subject === 'metadata') {
        const merged = effect.message === undefined ? given : this.#store.metadataWith(effect.message, given);
        problem = await problemOf(this.#init.messageMetadataSchema, merged);
      } else {
        const name = effect.dataType.slice('data-'.length);
        const schema = (this.#init.dataPartSchemas as Record<string, unknown> | undefined)?.[name];
        problem = schema === undefined ? undefined : await problemOf(schema, given);
      }
    } catch (error) {
      problem = messageOf(error);
    }
    if (problem === undefined) {
      this.#core.validated(run);
    } else {
      const field = effect.subject === 'metadata' ? 'message.metadata' : `message.parts[${effect.part}].data`;
      const error = new ChatError('schema_mismatch', `Type validation failed for ${field}: ${problem}`);
      this.#fail(run, { kind: failing.schema, error, status: 0 }, false);
    }
    this.#openGate(run);
    this.#settle(change.effects);
  }

  #finish({ type: _, message: at, messageId, ...rest }: FinishEffect): void {
    const messages = this.messages;
    const message =
      (at === undefined ? undefined : messages[at]) ??
      ({ id: messageId, metadata: undefined, role: 'assistant', parts: [] } as unknown as M);
    try {
      this.#init.onFinish?.({ message, messages, ...rest } as never);
    } catch (error) {
      this.#thrown = { error };
    }
  }

  #evaluate(token: number, count: number): void {
    const all = this.messages;
    const messages = count === all.length ? all : all.slice(0, count);
    const failed = (error: unknown) => {
      const host = this.#store.hand(error);
      this.#core.verdictFailed(token, messageOf(error), host);
    };
    const verdict = (send: unknown) =>
      this.#core.verdict(token, send === true || Boolean(send), send ? this.#generateId() : '');
    try {
      const result = this.#init.sendAutomaticallyWhen?.({ messages });
      if (isThenable(result)) {
        result.then(
          (send) => {
            verdict(send);
            this.#settle();
          },
          (error) => {
            failed(error);
            this.#settle();
          },
        );
      } else {
        verdict(result);
      }
    } catch (error) {
      failed(error);
    }
  }

  #fail(run: number, { kind, error, status }: { kind: number; error: unknown; status: number }, settle = false): void {
    const host = this.#store.hand(error);
    this.#core.fail(run, kind, messageOf(error), host, status);
    if (settle) this.#settle();
  }

  #valueOf(kept: { value?: unknown; host?: number }): unknown {
    return kept.host === undefined ? kept.value : this.#store.handed(kept.host);
  }

  /** The error object of an error that Rust names. An error of the application keeps its identity. */
  #errorOf({ code, message, host, ...details }: ChatErrorData): Error {
    if (host === undefined) return new ChatError(code, message, details);
    const cause = this.#store.handed(host);
    this.#store.release(host);
    if (cause instanceof ChatError) return cause;
    if (!isError(cause)) return new ChatError(code, message, { ...details, cause });
    if (!('code' in cause) && Object.isExtensible(cause)) {
      Object.defineProperty(cause, 'code', { value: code, configurable: true, writable: true });
    }
    return cause;
  }

  #release(numbers: readonly number[]): void {
    for (const number of numbers) this.#store.release(number);
  }
}

function settingsOf<M extends UIMessage>(init: ChatControllerInit<M>): number {
  const bits: [unknown, number][] = [
    [init.onToolCall, setting.toolCall],
    [init.onData, setting.data],
    [init.messageMetadataSchema, setting.metadataSchema],
    [init.dataPartSchemas, setting.dataSchemas],
    [init.notify === 'chunk', setting.everyChunk],
    [init.sendAutomaticallyWhen, setting.sendsAutomatically],
    [init.pendingOnSend === 'refuse', setting.refuseWhilePending],
  ];
  return bits.reduce((sum, [has, bit]) => (has ? sum | bit : sum), 0);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** An error of any realm: `instanceof` fails across frames and test runners. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

function messageOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}
