/// <reference lib="esnext.disposable" preserve="true" />
import type { ChatRequestOptions, UIMessage } from 'ai';
import type { AnyMessage, WithPackage } from '../any-message.js';
import { type AnswerResult, ChatError, chatError, isChatError } from '../chat-error.js';
import type { Effect } from '../core/effects.js';
import type { Core } from '../core/generated/core.js';
import { type Guarded, isGone } from '../core/guard.js';
import type { MessageStore } from '../core/message-store.js';
import { beginRecord, type Engine, recordState } from '../core/recorded.js';
import { change, setting, statuses } from '../core/settings.js';
import { outline, skeleton } from '../core/skeleton.js';
import { core } from '../core/wasm.js';
import type { FormDraft } from '../form/form-draft.js';
import type { ApprovalRequest, ApproverConnection, InputRequestInit, ToolApprover } from '../human/approver.js';
import { HumanSide, readOnly } from '../human/human-side.js';
import { type Pending, pendingChanged, pendingGone } from '../human/pending-registry.js';
import type { AnswerOptions, AuditEntry, InputResponse, Item, RetryHandler, ToolDecision } from '../human/types.js';
import { Callbacks } from './callbacks.js';
import { EffectLoop } from './effect-loop.js';
import { Failures } from './failures.js';
import { Ids } from './ids.js';
import { Listeners } from './listeners.js';
import { hasFileList, newMessage, type SendMessageInput, withFiles } from './new-message.js';
import { type ChatControllerInit, type ChatSnapshot, type Notify, settingsOf } from './options.js';
import { Requests } from './requests.js';
import { ResponseReader } from './response-reader.js';
import type { FailureReport } from './responses.js';
import type { AddToolApprovalResponse, AddToolOutput, ToolApprovalInput, ToolOutputInput } from './tool-answers.js';
import type { Trace } from './trace.js';
import {
  type Regenerate,
  type ResumeStream,
  type SendMessage,
  type SendQueuedMessageNow,
  type TurnResult,
  Turns,
} from './turns.js';

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
export class ChatController<M extends UIMessage = AnyMessage> {
  readonly #listeners: Listeners;
  readonly #reader: ResponseReader;
  readonly #human: HumanSide;
  readonly #turns = new Turns();
  readonly #ids: Ids;
  readonly #requests: Requests<M>;
  readonly #callbacks: Callbacks<M>;
  readonly #failures: Failures;
  readonly #loop: EffectLoop;
  readonly #preparations = new Set<{ stopped: boolean }>();
  readonly #pending: Pending;
  readonly #given: Pick<ChatControllerInit<M>, 'messages' | 'state'>;
  #engine: Engine | undefined;
  /** The list of what was given, as it was shown first and as the Rust side has it now. */
  #opening: { shown: M[]; held: M[] } | undefined;
  /** Why there is no Rust side any more. */
  #over: ChatError | undefined;
  #init: ChatControllerInit<M>;
  #id: string | undefined;
  #snapshot: ChatSnapshot<M> | undefined;

  constructor(given: WithPackage<ChatControllerInit<M>> = {}) {
    const init: ChatControllerInit<M> = given;
    this.#init = init;
    this.#given = { messages: init.messages ?? [], state: init.state };
    this.#id = init.id;
    this.#ids = new Ids(init.generateId);
    this.#listeners = new Listeners(init.clock);
    const shell = new ChatController.#Shell(this);
    this.#reader = new ResponseReader(shell);
    this.#human = new HumanSide(shell, init);
    this.#requests = new Requests(shell, init.transport);
    this.#callbacks = new Callbacks(shell);
    this.#failures = new Failures(shell);
    this.#loop = new EffectLoop(shell);
    const chat = this;
    this.#pending = {
      get id() {
        return chat.id;
      },
      get waiting() {
        return [...chat.#human.approvals, ...chat.#human.inputRequests].filter(isPending);
      },
      get isWaiting() {
        return chat.#human.approvals.some(isPending) || chat.#human.inputRequests.some(isPending);
      },
    };
    this.#start();
  }

  /**
   * What the parts of this class need of each other. A class of its own: getters of an object made for each
   * conversation would give every one of them a shape of its own, and engines know few shapes at a time.
   */
  static readonly #Shell = class<M extends UIMessage> {
    readonly #chat: ChatController<M>;

    constructor(chat: ChatController<M>) {
      this.#chat = chat;
    }

    get core(): Core {
      return this.#chat.#core;
    }

    get store(): MessageStore {
      return this.#chat.#store;
    }

    get isOver(): boolean {
      return this.#chat.#over !== undefined;
    }

    get init(): ChatControllerInit<M> {
      return this.#chat.#init;
    }

    get id(): string {
      return this.#chat.id;
    }

    get messages(): M[] {
      return this.#chat.messages;
    }

    get reader(): ResponseReader {
      return this.#chat.#reader;
    }

    get ids(): Ids {
      return this.#chat.#ids;
    }

    get turns(): Turns {
      return this.#chat.#turns;
    }

    setTime(): void {
      this.#chat.#human.setTime();
    }

    settle(): void {
      this.#chat.#settle();
    }

    fed(changes?: number): void {
      this.#chat.#settle(true, changes);
    }

    fail(run: number, failure: FailureReport): void {
      this.#chat.#failures.fail(run, failure);
    }

    keepOptions(options: ChatRequestOptions | undefined): number {
      return this.#chat.#turns.keepOptions(options);
    }

    resend(handle: string): Promise<TurnResult> {
      const chat = this.#chat;
      return chat.#turn(undefined, (number, turn) => chat.#core.resend(handle, chat.#ids.draw(), number, turn));
    }

    perform(effect: Effect): void {
      this.#chat.#perform(effect);
    }

    tell(seen: number, isUrgent: boolean): void {
      this.#chat.#tell(seen, isUrgent);
    }
  };

  /** The Rust side; throws once it is gone. */
  get #core(): Core {
    return this.#running.core;
  }

  get #store(): MessageStore {
    return this.#running.store;
  }

  get #running(): Engine {
    if (this.#over !== undefined) throw this.#over;
    return this.#engine ?? this.#start();
  }

  /** Starts the Rust side on what the application gave. */
  #start(): Engine {
    const { Core: Raw } = core();
    const raw: Core & Guarded = new Raw(settingsOf(this.#init));
    raw.onBroken = (error) => this.#break(error);
    const engine = { core: raw, store: raw.store() as unknown as MessageStore };
    this.#engine = engine;
    this.#human.configure(this.#init);
    this.#human.setTime();
    const { messages = [], state } = this.#given;
    if (messages.length > 0) this.messages = messages;
    if (state !== undefined) this.#human.importState(state);
    engine.core.takeChanges();
    const held = raw.messages() as M[];
    this.#opening = { shown: this.#opening?.shown ?? held, held };
    return engine;
  }

  /** Draws an id: the application's `generateId`, or our own. */
  get generateId(): () => string {
    return this.#ids.draw;
  }

  /** The conversation's id; drawn when first asked for. */
  get id(): string {
    this.#id ??= this.#ids.draw();
    return this.#id;
  }

  /** The messages. The same array, and the same objects in it, until they change. */
  get messages(): M[] {
    if (this.#over !== undefined) return this.#snapshot?.messages ?? [];
    return this.#listOf(this.#core);
  }

  #listOf(core: Core): M[] {
    const list = core.messages() as M[];
    const opening = this.#opening;
    return opening !== undefined && list === opening.held ? opening.shown : list;
  }

  /** Replaces the messages. */
  set messages(messages: M[]) {
    const list = outline(this.messages, messages, this.#store);
    this.#human.setTime();
    const failure = this.#core.setMessages(JSON.stringify(list));
    for (const entry of list) if (typeof entry !== 'number') this.#store.release(entry.host);
    if (failure !== undefined) throw this.#failures.errorOf(JSON.parse(failure));
    this.#settle();
  }

  /** What the conversation is doing. */
  get status(): ChatSnapshot['status'] {
    if (this.#over !== undefined) return this.#snapshot?.status ?? 'ready';
    return phaseOf(this.#core);
  }

  /** The error of the last request, while the status is `'error'`. */
  get error(): Error | undefined {
    if (this.#over !== undefined) return this.#snapshot?.error;
    return this.status === 'error' ? this.#failures.error : undefined;
  }

  /** The messages that wait to be sent, where `experimental_queue` is on. */
  get experimental_queuedMessages(): M[] {
    return this.getSnapshot().experimental_queuedMessages;
  }

  get lastMessage(): M | undefined {
    return this.messages.at(-1);
  }

  /** Everything a front end shows; the same object until something changes. */
  getSnapshot = (): ChatSnapshot<M> => {
    const last = this.#snapshot;
    if (this.#over !== undefined && last !== undefined) return last;
    const { core, store } = this.#running;
    const messages = this.#listOf(core);
    const status = phaseOf(core);
    const error = status === 'error' ? this.#failures.error : undefined;
    const approvals = store.approvals as ChatSnapshot['approvals'];
    const inputRequests = store.inputRequests as ChatSnapshot['inputRequests'];
    const grants = store.grants as ChatSnapshot['grants'];
    const experimental_queuedMessages = store.queued as unknown[] as M[];
    if (
      last === undefined ||
      last.messages !== messages ||
      last.status !== status ||
      last.error !== error ||
      last.experimental_queuedMessages !== experimental_queuedMessages ||
      last.approvals !== approvals ||
      last.inputRequests !== inputRequests ||
      last.grants !== grants
    ) {
      const shown = { id: '', messages, status, error, experimental_queuedMessages, approvals, inputRequests, grants };
      return this.#show(shown);
    }
    return last;
  };

  /** Completes a snapshot by the id, and keeps it. */
  #show(snapshot: { id: string } & Omit<ChatSnapshot<M>, 'id'>): ChatSnapshot<M> {
    // A getter makes an object slow to build: only before anything has happened is the id drawn when somebody asks.
    if (this.#id !== undefined || this.#snapshot !== undefined) snapshot.id = this.id;
    else Object.defineProperty(snapshot, 'id', { get: () => this.id, enumerable: true });
    this.#snapshot = snapshot;
    this.#human.show(snapshot);
    return snapshot;
  }

  /**
   * Calls `listener` after changes, as often as `notify` says (or the
   * controller's own setting); returns the function that ends it. What the page
   * itself does, and status and errors, are told at once.
   */
  subscribe = (listener: () => void, notify: Notify = this.#init.notify ?? 'read'): (() => void) => {
    const unsubscribe = this.#listeners.add(listener, notify);
    if (notify === 'chunk') this.#tune();
    return unsubscribe;
  };

  /**
   * Sends a message and asks for an answer; with nothing, sends what was
   * answered and not sent. Resolves when the turn, automatic requests included,
   * is over, and tells how it ended or why it did not begin.
   */
  sendMessage = (async (message?: SendMessageInput<M>, options?: ChatRequestOptions): Promise<TurnResult> => {
    if (message == null) {
      return this.#turn(options, (number, waiter) =>
        this.#ids.forResponse((id) => this.#core.sendAgain(id, number, waiter)),
      );
    }
    const preparation = { stopped: false };
    this.#preparations.add(preparation);
    let made: M;
    try {
      made = hasFileList(message) ? await withFiles(message, this.#ids.draw) : newMessage(message, this.#ids.draw);
    } catch (error) {
      // The person's fault, or nobody's; everything else is the caller's.
      if (isChatError(error) && error.code === 'invalid_input') return { ok: false, error };
      throw error;
    } finally {
      this.#preparations.delete(preparation);
    }
    if (preparation.stopped) {
      return { ok: false, error: new ChatError('cancelled', 'The turn was stopped before the files were read.') };
    }
    const replaces = message.messageId == null ? undefined : String(message.messageId);
    return this.#turn(options, (number, waiter) => {
      const host = this.#store.hand(made);
      try {
        const bones = JSON.stringify(skeleton(made));
        const send = (id: string) => this.#core.sendMessage(host, bones, replaces, id, number, waiter);
        // A message that waits has no answer to name yet.
        return replaces === undefined && this.#core.willQueue() ? send('') : this.#ids.forResponse(send);
      } finally {
        this.#store.release(host);
      }
    });
  }) as SendMessage<M>;

  /** Drops a message that waits to be sent. */
  experimental_removeQueuedMessage = (id: string): void => {
    this.#core.removeQueued(String(id));
    this.#settle();
  };

  /** Stops what is under way and sends this message next; the others follow. */
  experimental_sendQueuedMessageNow = (async (id: string): Promise<TurnResult> =>
    this.#turn(undefined, (_, waiter) => {
      this.#core.sendQueuedNow(String(id), waiter);
      return undefined;
    })) as SendQueuedMessageNow;

  /** Asks again from an answer on, or from the last message. */
  regenerate = (async ({
    messageId,
    ...options
  }: { messageId?: string } & ChatRequestOptions = {}): Promise<TurnResult> => {
    const from = messageId == null ? undefined : String(messageId);
    return this.#turn(options, (number, waiter) =>
      this.#ids.forResponse((id) => this.#core.regenerate(from, id, number, waiter)),
    );
  }) as Regenerate;

  /** Goes on with a response that is still being written on the server. */
  resumeStream = (async (options: ChatRequestOptions = {}): Promise<TurnResult> =>
    this.#turn(options, (number, waiter) => {
      this.#core.resumeStream(this.#ids.forResumed(), number, waiter);
      return undefined;
    })) as ResumeStream;

  /**
   * Goes on with the response whose connection broke last, or with the one under
   * way should that happen now; `false` takes the wish back. @internal
   */
  resumeWhenDisconnected(isWanted: boolean): void {
    if (this.#over !== undefined) return;
    this.#core.resumeWhenDisconnected(isWanted ? this.#ids.draw() : undefined);
    this.#settle();
  }

  /** Stops everything under way and keeps what came. Always resolves. */
  stop = async (): Promise<void> => {
    for (const preparation of this.#preparations) preparation.stopped = true;
    if (this.#over !== undefined) return;
    this.#human.setTime();
    this.#core.stop();
    this.#settle();
  };

  /** Leaves the error state. */
  clearError = (): void => {
    this.#core.clearError();
    this.#settle();
  };

  /** Gives the output of a tool call that the page or the person answers. */
  addToolOutput = (async (input: ToolOutputInput<M>) =>
    this.#attempt(() => {
      this.#human.begin();
      if (!this.#human.mayGiveOutput(String(input.toolCallId), String(input.tool))) return readOnly();
      const isError = input.state === 'output-error';
      const host = this.#store.hand(input.output);
      const failure = this.#core.addToolOutput(
        String(input.toolCallId),
        host,
        isError ? String(input.errorText) : undefined,
        this.#turns.keepOptions(input.options),
      );
      this.#store.release(host);
      return this.#answered(failure);
    })) as AddToolOutput<M>;

  /** @deprecated AI SDK's earlier name of {@link ChatController.addToolOutput}. */
  addToolResult: AddToolOutput<M> = this.addToolOutput;

  /** Allows or refuses a tool call that waits for an approval. */
  addToolApprovalResponse = (async (input: ToolApprovalInput) =>
    this.#attempt(() => {
      this.#human.begin();
      if (this.#human.isReadOnly(String(input.id))) return readOnly();
      return this.#answered(
        this.#core.addToolApprovalResponse(
          String(input.id),
          // Only `true` allows; a caller without types may pass anything.
          input.approved === true,
          input.reason == null ? undefined : String(input.reason),
          this.#turns.keepOptions(input.options),
          this.#human.shownRevision(String(input.id)),
        ),
      );
    })) as AddToolApprovalResponse;

  /**
   * Decides about a tool call, by the item's id, the approval's or the call's.
   * The answer is for what the last snapshot showed: if that has changed, it is
   * refused as `stale`.
   */
  respondToApproval = async (
    idOrCallId: string,
    decision: boolean | ToolDecision,
    options?: AnswerOptions,
  ): Promise<AnswerResult> => this.#attempt(() => this.#human.respondToApproval(idOrCallId, decision, options));

  /** Answers a request for input, by the item's id or the request's. */
  respondToInput = async (id: string, response: InputResponse, options?: AnswerOptions): Promise<AnswerResult> =>
    this.#attempt(() => this.#human.respondToInput(id, response, options));

  /** Prepares an answer without giving it; `undefined` drops it. */
  stageAnswer = (id: string, answer: ToolDecision | InputResponse | undefined): AnswerResult =>
    this.#attempt(() => this.#human.stage(id, answer));

  /** Gives all prepared answers, or none of them. */
  submitBatch = async (options?: ChatRequestOptions): Promise<AnswerResult> =>
    this.#attempt(() => this.#human.submitBatch(options));

  /** Allows every call that waits, or those of one tool; gives how many there were. */
  approveAll = (filter?: { toolName?: string }): number => this.#human.decideAll(true, filter);

  /** Refuses every call that waits, or those of one tool; gives how many there were. */
  denyAll = (filter?: { toolName?: string }): number => this.#human.decideAll(false, filter);

  /** Takes an answer back while its window is open (`undoWindowMs`). */
  undoAnswer = (id: string): AnswerResult => this.#attempt(() => this.#human.undo(id));

  /** Sends an answer of unknown outcome again. The agent may act twice: only a person should say so. */
  resend = (id: string): Promise<TurnResult> => this.#human.resend(id).catch(goneResult);

  /** Takes a rule back; whether there was one. */
  revokeGrant = (id: number): boolean => this.#human.revokeGrant(id);

  /** An item by its id, its approval's or its call's, also when it is over. */
  getItem = (id: string): Item | undefined => this.#human.item(id);

  /** What a person has typed into the form of a request for input; it survives a reload with `exportState`. */
  getDraft = (id: string): FormDraft | undefined => this.#human.draft(id);

  /** The JSON Schema that an edited input of an approval has to fit, where the asker or {@link HumanInit.tools} has one. */
  getInputSchema = (id: string): unknown => this.#human.inputSchema(id);

  /** What time it is by the conversation's clock, in milliseconds since 1970. */
  now = (): number => this.#human.now();

  /** Whether {@link HumanInit.canAnswer} keeps this viewer from answering an item. */
  isReadOnly = (id: string): boolean => this.#human.isReadOnly(id);

  /** What happened to every item, oldest first; the same array until something is added. */
  getAuditLog = (): readonly AuditEntry[] => this.#human.audit();

  /** How a back end asks that calls and waits: an MCP or ACP client, an agent in the page. */
  approver = (connection: ApproverConnection): ToolApprover => this.#human.approver(connection);

  /** Asks on behalf of a request that can be made anew, also after a reload. */
  askForRetry = (
    kind: 'approval' | 'input',
    connection: ApproverConnection,
    request: ApprovalRequest | InputRequestInit,
    retry: unknown,
  ): AnswerResult => this.#attempt(() => this.#human.askForRetry(kind, connection, request, retry));

  /** Says who makes the requests of a connection anew once they are answered. */
  onRetry = (connection: ApproverConnection, handler: RetryHandler): (() => void) =>
    this.#human.onRetry(connection, handler);

  /** What is to be saved beside the messages; goes back in as `state`. */
  exportState = (): unknown => this.#human.exportState();

  /** Looks at the clock at once: call it when the page wakes up. */
  wake = (): void => this.#human.wake();

  /**
   * Records what is asked of the conversation from now on, for a bug report. It
   * begins with the messages as they are and holds everything that they and the
   * answers say: look at it before you share it.
   */
  trace = (): Trace => {
    const plain = this.#running;
    const { engine, lines } = beginRecord(plain, this.#settings);
    this.#engine = engine;
    this.#human.configure(this.#init);
    this.#human.setTime();
    recordState(plain, engine, lines, this.messages);
    return {
      lines,
      stop: () => {
        if (this.#engine === engine) this.#engine = plain;
      },
    };
  };

  /** Changes callbacks and settings; they hold for what comes next. @internal */
  configure(init: ChatControllerInit<M>): void {
    if (this.#over !== undefined) return;
    this.#init = init;
    this.#requests.use(init.transport);
    this.#tune();
    this.#human.configure(init);
  }

  /**
   * Frees the Rust side until it is needed; what was given and nothing else is
   * in it. For renders that may never reach a page. @internal
   */
  rest(): void {
    this.getSnapshot();
    this.#human.close();
    pendingGone(this.#pending);
    this.#engine?.core.free();
    this.#engine = undefined;
  }

  /** Stops everything and frees what is held, at once. The last snapshot stays readable. */
  dispose = async (): Promise<void> => {
    if (this.#over !== undefined) return;
    void this.stop();
    this.getSnapshot();
    this.#end(new ChatError('disposed', 'The conversation has been disposed of.'));
    this.#engine?.core.free();
    this.#engine = undefined;
    this.#requests.close();
  };

  [Symbol.dispose](): void {
    void this.dispose();
  }

  /** The Rust side has panicked: what was shown stays, with the error. */
  #break(error: ChatError): void {
    const last = this.#snapshot ?? {
      messages: this.#opening?.shown ?? [],
      experimental_queuedMessages: [],
      approvals: [],
      inputRequests: [],
      grants: [],
    };
    const { messages, experimental_queuedMessages, approvals, inputRequests, grants } = last;
    this.#end(error);
    this.#engine = undefined;
    this.#show({
      id: '',
      messages,
      status: 'error',
      error,
      experimental_queuedMessages,
      approvals,
      inputRequests,
      grants,
    });
    // The call that broke is still under way.
    queueMicrotask(() => {
      this.#listeners.now();
      this.#listeners.close();
      this.#failures.tell(error);
    });
  }

  /** There is no Rust side from now on. */
  #end(error: ChatError): void {
    this.#over = error;
    this.#reader.abortAll();
    this.#turns.endAll(error);
    this.#human.close();
    pendingGone(this.#pending);
    if (error.code === 'disposed') this.#listeners.close();
  }

  /** Tells Rust what the application and its listeners want. */
  #tune(): void {
    this.#core.configure(this.#settings);
  }

  get #settings(): number {
    return settingsOf(this.#init) | (this.#listeners.wantChunks ? setting.everyChunk : 0);
  }

  /** Starts a turn and waits for its end. */
  #turn(
    options: ChatRequestOptions | undefined,
    start: (options: number, turn: number) => string | undefined,
  ): Promise<TurnResult> {
    return this.#turns.begin((turn) => {
      this.#human.setTime();
      const failure = start(this.#turns.keepOptions(options), turn);
      this.#settle();
      return failure === undefined ? undefined : chatError(JSON.parse(failure));
    });
  }

  /** Answers; where there is no Rust side any more, that is what comes of it. */
  #attempt(answer: () => AnswerResult): AnswerResult {
    try {
      return answer();
    } catch (error) {
      return goneResult(error);
    }
  }

  #answered(failure: string | undefined): AnswerResult {
    this.#settle();
    if (failure === undefined) return { ok: true };
    return { ok: false, error: chatError(JSON.parse(failure)) };
  }

  /** Does what Rust asks for, then tells the listeners once. */
  #settle(isStream = false, changes = this.#over === undefined ? this.#core.takeChanges() : 0): void {
    this.#loop.run(isStream, changes);
  }

  #tell(seen: number, isUrgent: boolean): void {
    if (seen & change.items) {
      this.#human.log();
      pendingChanged(this.#pending);
    }
    if (seen & (change.status | change.items) || (isUrgent && seen & change.messages)) this.#listeners.now();
    else if (seen & change.messages) this.#listeners.content();
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        this.#requests.send(effect);
        return;
      case 'reconnect':
        this.#requests.reconnect(effect);
        return;
      case 'abort':
        this.#reader.abort(effect.run);
        return;
      case 'toolCall':
        this.#callbacks.toolCall(effect);
        return;
      case 'data':
        this.#callbacks.data(effect);
        return;
      case 'validate':
        void this.#callbacks.validate(effect);
        return;
      case 'error':
        this.#failures.show(effect.error);
        return;
      case 'finish':
        this.#callbacks.finish(effect);
        return;
      case 'evaluate':
        this.#callbacks.evaluate(effect.token, effect.messages);
        return;
      case 'reply':
      case 'replyCancelled':
      case 'retry':
      case 'policy':
      case 'timer':
        this.#human.perform(effect);
        return;
      case 'depart':
        this.#core.depart(this.#ids.draw());
        return;
      case 'publish':
        this.#loop.note(this.#core.takeChanges());
        this.#listeners.chunk();
        return;
      case 'done':
        this.#turns.end(effect.waiter, effect.failed ? this.#failures.data : undefined);
    }
  }
}

/** What comes of an answer where there is no Rust side any more. */
function goneResult(error: unknown): AnswerResult {
  if (isGone(error)) return { ok: false, error };
  throw error;
}

function isPending({ stage }: Item): boolean {
  return stage === 'pending';
}

function phaseOf(core: Core): ChatSnapshot['status'] {
  return statuses[core.status()] ?? 'error';
}
