import type { ChatRequestOptions, UIMessage } from 'ai';
import { type AnswerResult, ChatError, chatError } from '../chat-error.js';
import type { HumanEffect } from '../core/effects.js';
import type { Core } from '../core/generated/core.js';
import type { MessageStore } from '../core/message-store.js';
import { FormDraft } from '../form/form-draft.js';
import type { ByteTransport } from '../transport/http-chat-transport.js';
import {
  type ApprovalRequest,
  type ApproverConnection,
  type AskOptions,
  type InputRequestInit,
  type ToolApprover,
  type ToolVerdict,
  Waiting,
} from './approver.js';
import { Alarm, systemClock } from './clock.js';
import type {
  AnswerOptions,
  ApprovalPolicy,
  AuditEntry,
  Clock,
  Grant,
  HumanInit,
  InputRequest,
  InputResponse,
  Item,
  PendingApproval,
  RetryHandler,
  ToolDecision,
} from './types.js';

/** What the human's side needs of its conversation. */
export interface Conversation {
  readonly core: Core;
  readonly store: MessageStore;
  /** The Rust side is gone. */
  readonly isOver: boolean;
  /** Does what Rust asks for, then tells the listeners. */
  settle(): void;
  /** Keeps request options; gives their number. */
  keepOptions(options: ChatRequestOptions | undefined): number;
  /** Sends an answer again. */
  resend(handle: string): Promise<AnswerResult>;
}

interface Shown {
  approvals: readonly PendingApproval[];
  inputRequests: readonly InputRequest[];
}

/** How many half-filled forms are saved, the latest. */
const MOST_DRAFTS = 100;

/** Items, answers, rules and the log: what a {@link ChatController} offers beside the chat. */
export class HumanSide {
  readonly #chat: Conversation;
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  readonly #waiting = new Waiting();
  readonly #retries = new Map<string, RetryHandler>();
  /** What was shown last; nothing where nobody looks. */
  #shown: Shown | undefined;
  readonly #drafts = new Map<string, FormDraft>();
  #savedDrafts: Record<string, unknown> = {};
  #init: HumanInit;
  #logged = 0;
  #auditLog: readonly AuditEntry[] = [];
  /** What time it is to Rust's knowledge. */
  #told: number | undefined;

  constructor(chat: Conversation, init: HumanInit) {
    this.#chat = chat;
    this.#init = init;
    this.#clock = init.clock ?? systemClock;
    this.#alarm = new Alarm(this.#clock, () => this.wake());
  }

  configure(init: HumanInit & { transport?: object }): void {
    this.#init = init;
    this.#told = undefined;
    this.#chat.core.configureHuman(
      JSON.stringify({
        protocol: protocolOf(init.transport),
        approvalDeadlineMs: init.approvalDeadlineMs,
        inputDeadlineMs: init.inputDeadlineMs,
        undoWindowMs: init.undoWindowMs,
        editableInput: init.editableInput === true,
        hasPolicy: init.approvalPolicy !== undefined,
        asksUser: init.capabilities?.some(({ name }) => name === 'ask-user') === true,
        tools: init.tools,
      }),
    );
  }

  /** The time has come to look at deadlines: on a timer, and before anything is answered. */
  wake(): void {
    this.#chat.core.tick(this.#clock.now());
    this.#chat.settle();
  }

  /** Tells Rust what time it is: before everything that begins here or comes in. */
  setTime(): void {
    const now = this.#clock.now();
    if (now === this.#told) return;
    this.#told = now;
    this.#chat.core.setTime(now);
  }

  /** Before anything is answered, deadlines are looked at and the person is named. */
  begin(): void {
    this.#chat.core.setPerson(this.#init.actor?.());
    this.#chat.core.tick(this.#clock.now());
  }

  /** These lists were shown to whoever answers. */
  show(lists: Shown): void {
    this.#shown = lists;
  }

  get approvals(): readonly PendingApproval[] {
    return this.#chat.store.approvals as readonly PendingApproval[];
  }

  get inputRequests(): readonly InputRequest[] {
    return this.#chat.store.inputRequests as readonly InputRequest[];
  }

  get grants(): readonly Grant[] {
    return this.#chat.store.grants as readonly Grant[];
  }

  item(handle: string): Item | undefined {
    const json = this.#chat.core.item(handle);
    return json === undefined ? undefined : JSON.parse(json);
  }

  inputSchema(handle: string): unknown {
    const json = this.#chat.core.inputSchema(handle);
    return json === undefined ? undefined : JSON.parse(json);
  }

  now(): number {
    return this.#clock.now();
  }

  respondToApproval(handle: string, decision: boolean | ToolDecision, options?: AnswerOptions): AnswerResult {
    return this.#answer(handle, options, (seen, number) =>
      this.#chat.core.respondToApproval(handle, JSON.stringify(decision) ?? 'null', seen, number),
    );
  }

  respondToInput(handle: string, response: InputResponse, options?: AnswerOptions): AnswerResult {
    return this.#answer(handle, options, (seen, number) =>
      this.#chat.core.respondToInput(handle, JSON.stringify(response) ?? 'null', seen, number),
    );
  }

  stage(handle: string, answer: ToolDecision | InputResponse | undefined): AnswerResult {
    return this.#answer(handle, undefined, (seen) =>
      this.#chat.core.stage(handle, answer === undefined ? undefined : JSON.stringify(answer), seen),
    );
  }

  submitBatch(options?: ChatRequestOptions): AnswerResult {
    this.begin();
    const prepared = [...this.approvals, ...this.inputRequests].filter(({ staged }) => staged !== undefined);
    if (!prepared.every((item) => this.#mayAnswer(item))) return readOnly();
    return this.#result(this.#chat.core.submitBatch(this.#chat.keepOptions(options)));
  }

  /** Decides about all that wait; where somebody looks, only about what they have been shown. */
  decideAll(approved: boolean, filter: { toolName?: string } = {}): number {
    this.begin();
    const { toolName } = filter;
    if (this.#shown === undefined && this.#init.canAnswer === undefined) {
      const count = this.#chat.core.decideAll(toolName, approved, 0);
      this.#chat.settle();
      return count;
    }
    const { approvals } = this.#shown ?? this;
    return approvals
      .filter((item) => toolName === undefined || item.toolName === toolName)
      .filter(({ id, revision }) => this.respondToApproval(id, approved, { revision }).ok).length;
  }

  undo(handle: string): AnswerResult {
    this.begin();
    return this.isReadOnly(handle) ? readOnly() : this.#result(this.#chat.core.undo(handle));
  }

  async resend(handle: string): Promise<AnswerResult> {
    this.begin();
    return this.isReadOnly(handle) ? readOnly() : this.#chat.resend(handle);
  }

  /** Whether this viewer may not answer what goes by a name. */
  isReadOnly(handle: string): boolean {
    if (this.#init.canAnswer === undefined) return false;
    const item = this.item(handle);
    const named = [...this.approvals, ...this.inputRequests].filter((listed) => goesBy(listed, handle));
    return !(item === undefined ? named : [item, ...named]).every((one) => this.#mayAnswer(one));
  }

  /** Whether this viewer may give the output of a call; one that nobody has answered yet is no item so far. */
  mayGiveOutput(toolCallId: string, toolName: string): boolean {
    const call: Item = {
      id: toolCallId,
      kind: 'question',
      stage: 'pending',
      revision: 0,
      settlement: 'resume',
      toolCallId,
      toolName,
    };
    return this.item(toolCallId) === undefined ? this.#mayAnswer(call) : !this.isReadOnly(toolCallId);
  }

  #mayAnswer(item: Item): boolean {
    const { canAnswer } = this.#init;
    // Only `true` allows; an application without types may return anything.
    return canAnswer === undefined || canAnswer(item) === true;
  }

  revokeGrant(id: number): boolean {
    const revoked = this.#chat.core.revokeGrant(id);
    this.#chat.settle();
    return revoked;
  }

  /** The log; the same array until something is added. */
  audit(): readonly AuditEntry[] {
    if (this.#chat.isOver) return this.#auditLog;
    if (this.#entriesSince((this.#auditLog.at(-1)?.sequence ?? -1) + 1).length > 0)
      this.#auditLog = this.#entriesSince(0);
    return this.#auditLog;
  }

  #entriesSince(sequence: number): AuditEntry[] {
    return parseLines(this.#chat.core.auditSince(sequence));
  }

  exportState(): unknown {
    const state = JSON.parse(this.#chat.core.exportHuman());
    const drafts = [
      // Saved before, for requests that nobody has looked at since.
      ...Object.entries(this.#savedDrafts).filter(([key]) => !this.#drafts.has(key)),
      ...[...this.#drafts].map(([key, draft]) => [key, draft.save()] as const),
    ];
    return drafts.length === 0 ? state : { ...state, drafts: Object.fromEntries(drafts.slice(-MOST_DRAFTS)) };
  }

  /** What a person has typed into the form of a request for input; kept until it is over. */
  draft(id: string): FormDraft | undefined {
    const request = this.inputRequests.find((item) => item.id === id);
    if (request?.request.schema === undefined) return undefined;
    const key = draftKey(request);
    let draft = this.#drafts.get(key);
    if (draft === undefined) {
      draft = new FormDraft(request.request.schema, this.#savedDrafts[key]);
      delete this.#savedDrafts[key];
      this.#drafts.set(key, draft);
    }
    return draft;
  }

  importState(state: unknown): AnswerResult {
    this.#savedDrafts = { ...(state as { drafts?: Record<string, unknown> } | null)?.drafts };
    return this.#result(this.#chat.core.importHuman(JSON.stringify(state) ?? 'null'));
  }

  approver({ protocol, name }: ApproverConnection): ToolApprover {
    const source = name === undefined ? protocol : `${protocol}/${name}`;
    const ask = <T>(kind: 'approval' | 'input', request: object, options: AskOptions = {}) =>
      this.#waiting.wait<T>(
        kind,
        (waiter) => this.#ask(kind, source, request, waiter),
        (item) => {
          this.#chat.core.withdraw(item);
          this.#chat.settle();
        },
        options,
      );
    return {
      decide: (request: ApprovalRequest, options) => ask<ToolVerdict>('approval', request, options),
      input: (request: InputRequestInit, options) => ask<InputResponse>('input', request, options),
      close: () => {
        this.#chat.core.connectionLost(source);
        this.#chat.settle();
      },
    };
  }

  /** Asks on behalf of a request that can be made anew; its answer goes to the connection's retry handler. */
  askForRetry(
    kind: 'approval' | 'input',
    connection: ApproverConnection,
    request: ApprovalRequest | InputRequestInit,
    retry: unknown,
  ): AnswerResult {
    const source = sourceOf(connection);
    this.begin();
    const given = JSON.parse(
      this.#chat.core.ask(kind === 'approval', source, JSON.stringify(request), 0, source, JSON.stringify(retry)),
    );
    this.#chat.settle();
    return typeof given === 'number' ? { ok: true } : { ok: false, error: chatError(given) };
  }

  /** Says who makes the requests of a connection anew. Answers given before go out now. */
  onRetry(connection: ApproverConnection, handler: RetryHandler): () => void {
    const source = sourceOf(connection);
    this.#retries.set(source, handler);
    this.#chat.core.connect(source, true);
    this.#chat.settle();
    return () => {
      if (this.#retries.get(source) !== handler) return;
      this.#retries.delete(source);
      this.#chat.core.connect(source, false);
    };
  }

  /** Does what Rust asks of the human's side. */
  perform(effect: HumanEffect): void {
    switch (effect.type) {
      case 'reply':
        this.#waiting.answer(effect.waiter, effect.answer);
        return;
      case 'replyCancelled':
        this.#waiting.cancel(effect.waiter, effect.outcome);
        return;
      case 'retry':
        void this.#retry(effect);
        return;
      case 'policy':
        void this.#askPolicy(effect.item);
        return;
      case 'timer':
        this.#alarm.set(effect.at);
    }
  }

  /** Items have changed: drafts that are over go, and new entries of the log to whoever stores them. */
  log(): void {
    if (this.#drafts.size > 0) {
      const open = new Set(this.inputRequests.map(draftKey));
      for (const key of this.#drafts.keys()) if (!open.has(key)) this.#drafts.delete(key);
    }
    const { onAudit } = this.#init;
    if (onAudit === undefined) return;
    for (const entry of this.#entriesSince(this.#logged)) {
      this.#logged = entry.sequence + 1;
      onAudit(entry);
    }
  }

  close(): void {
    this.#alarm.clear();
    this.#waiting.close();
  }

  #ask(kind: 'approval' | 'input', source: string, request: object, waiter: number): number | ChatError {
    this.begin();
    const given = JSON.parse(
      this.#chat.core.ask(kind === 'approval', source, JSON.stringify(request), waiter, undefined, undefined),
    );
    this.#chat.settle();
    return typeof given === 'number' ? given : chatError(given);
  }

  async #retry(effect: Extract<HumanEffect, { type: 'retry' }>): Promise<void> {
    const handler = this.#retries.get(effect.connection);
    let accepted: boolean | undefined;
    try {
      // Without a handler nothing was sent.
      accepted = handler !== undefined && (await handler({ request: effect.request, answer: effect.answer }));
    } catch {
      // What became of it cannot be told.
    }
    if (this.#chat.isOver) return;
    this.#chat.core.retried(effect.item, accepted);
    this.#chat.settle();
  }

  async #askPolicy(number: number): Promise<void> {
    const policy = this.#init.approvalPolicy as ApprovalPolicy;
    const json = this.#chat.core.itemNumbered(number);
    if (json === undefined) return;
    const item: Item = JSON.parse(json);
    const approval = this.approvals.find(({ id }) => id === item.id);
    if (approval === undefined) return;
    let verdict: Awaited<ReturnType<ApprovalPolicy>>;
    try {
      verdict = await policy(approval);
    } catch {
      // A policy that fails leaves it to the person.
    }
    if (this.#chat.isOver) return;
    this.#chat.core.policyVerdict(number, verdict === undefined ? undefined : JSON.stringify(verdict));
    this.#chat.settle();
  }

  #answer(
    handle: string,
    options: AnswerOptions | undefined,
    give: (seen: number | undefined, options: number) => string | undefined,
  ): AnswerResult {
    this.begin();
    if (this.isReadOnly(handle)) return readOnly();
    const { revision = this.shownRevision(handle), ...request } = options ?? {};
    return this.#result(give(revision, this.#chat.keepOptions(request)));
  }

  /** The revision last shown of what goes by a name. */
  shownRevision(handle: string): number | undefined {
    const { approvals, inputRequests } = this.#shown ?? { approvals: [], inputRequests: [] };
    const names = (item: PendingApproval | InputRequest) => goesBy(item, handle);
    return (approvals.find(names) ?? inputRequests.find(names))?.revision;
  }

  #result(failure: string | undefined): AnswerResult {
    this.#chat.settle();
    return failure === undefined ? { ok: true } : { ok: false, error: chatError(JSON.parse(failure)) };
  }
}

/** The wire of one of our transports, where it is not AI SDK's. */
function protocolOf(transport: Partial<ByteTransport<UIMessage>> = {}): string | undefined {
  return transport.openResponse === undefined ? undefined : transport.protocol;
}

/** What a viewer is told who may not answer. */
export function readOnly(): { ok: false; error: ChatError } {
  return { ok: false, error: new ChatError('read_only', 'This viewer may not answer.') };
}

function goesBy(item: PendingApproval | InputRequest, handle: string): boolean {
  return (
    item.id === handle ||
    item.toolCallId === handle ||
    (item.kind === 'approval' ? item.approvalId : item.requestId) === handle
  );
}

/** Survives a reload, unlike the item's own id. */
function draftKey({ messageId = '', requestId, source = '' }: InputRequest): string {
  return JSON.stringify([source, messageId, requestId]);
}

function sourceOf({ protocol, name }: ApproverConnection): string {
  return name === undefined ? protocol : `${protocol}/${name}`;
}

function parseLines<T>(lines: string): T[] {
  return lines === '' ? [] : JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`);
}
