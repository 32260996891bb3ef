// AI SDK's chat as it would be with our deliberate differences, and with
// nothing else. Each difference says by itself where it applies and what then
// happens instead: see `differences.mjs`. What it does not change is AI SDK's
// own doing.

import { differences, payloadOf } from '../differences.mjs';
import { Answers } from './answers.mjs';
import { Theirs } from './sides.mjs';

export class Oracle extends Theirs {
  /** Whether the last response was read to its `finish`. */
  isFinished = false;
  /** The names of the differences that have applied. */
  applied = new Set();
  #differences;

  #coverage;

  /** @param {{ isPlain?: boolean, coverage?: object }} how Plain is AI SDK's chat without any difference. */
  constructor(setup, { isPlain = false, coverage } = {}) {
    super(setup);
    this.#coverage = coverage;
    this.#differences = isPlain ? [] : differences.filter(({ ai = [6, 7] }) => ai.includes(setup.ai));
  }

  open(messages) {
    this.answers = new Answers(this, messages);
    this.runs = [];
    super.open(messages);
    if (!this.setup.queue) return;
    // What AI SDK's queue asks before it goes on.
    for (const question of ['isWaitingForUser', 'hasUnsentApprovalResponse']) {
      const theirs = this.chat[question].bind(this.chat);
      this.chat[question] = () => {
        const verdict = theirs();
        const instead = this.#ask(question, verdict);
        return instead === undefined ? verdict : instead();
      };
    }
  }

  hasQueued(id) {
    return this.chat.experimental_queuedMessages.some((queued) => queued.id === id);
  }

  /** Asks each difference in turn; the first that applies gives what happens instead. */
  #ask(hook, ...given) {
    for (const difference of this.#differences ?? []) {
      const instead = difference[hook]?.(this, ...given);
      if (instead !== undefined) {
        this.applied.add(difference.name);
        return instead;
      }
    }
    return undefined;
  }

  /** Finds out beforehand whether a chunk without its payload is right but for that. */
  async prepare({ chunk }) {
    const payload = chunk && payloadOf(chunk);
    if (payload === undefined || payload in chunk) return;
    const checked = await this.ai.uiMessageChunkSchema().validate({ ...chunk, [payload]: null });
    this.wouldFit = checked.success;
  }

  act(step) {
    if (step.do === 'together') {
      for (const one of step.steps) this.act(one);
      return;
    }
    if (step.do === 'output') {
      const { do: _, ...answer } = structuredClone(step);
      void this.answer(answer);
      return;
    }
    if (step.do === 'approval') {
      const { do: _, ...decision } = structuredClone(step);
      this.#decide(decision);
      return;
    }
    const request = this.network.exchanges.indexOf(this.network.waiting);
    const instead = this.#ask('step', step);
    if (instead === undefined) this.actAsIs(step);
    else instead();
    if (step.do === 'respond' && step.status !== undefined) {
      this.answers.over(request, [400, 401, 403, 404, 413, 422, 429].includes(step.status));
    }
  }

  actAsIs(step) {
    super.act(step);
  }

  /** A chunk is about to reach the chat. */
  chunk(chunk, number) {
    const given = chunk.type === 'data-replaced' ? this.#replacements[chunk.data] : chunk;
    const run = this.runs.find((one) => one.number === number);
    const message = this.chat.activeResponse?.state.message;
    this.#coverage?.note(given, message);
    this.answers.said(given, message);
    this.#noteTexts(given);
    this.isFinished = given.type === 'finish';
    const instead = this.#ask('chunk', given, run);
    return instead?.() ?? given;
  }

  /** In AI SDK 6 a `finish-step` forgets the texts that are open. */
  #noteTexts({ type, id }) {
    const { activeTextParts, activeReasoningParts } = this.chat.activeResponse?.state ?? {};
    if (type === 'start') this.forgotten = { text: {}, reasoning: {} };
    if (type === 'text-start') delete this.forgotten.text[id];
    if (type === 'reasoning-start') delete this.forgotten.reasoning[id];
    if (type !== 'finish-step') return;
    Object.assign(this.forgotten.text, activeTextParts);
    Object.assign(this.forgotten.reasoning, activeReasoningParts);
  }

  /** The texts that a `finish-step` has made AI SDK 6 forget. */
  forgotten = { text: {}, reasoning: {} };

  #replacements = [];

  /** A chunk that AI SDK's transport lets through; the chat gets the given one in its place. */
  inPlaceOf(chunk) {
    return { type: 'data-replaced', data: this.#replacements.push(chunk) - 1 };
  }

  /** An output of the person, or of the page in `onToolCall`. */
  answer(answer) {
    const verdict = this.answers.output(answer);
    const name = `addToolOutput ${answer.toolCallId}`;
    const instead = this.#ask('output', answer, verdict);
    const acted = instead === undefined ? this.chat.addToolOutput(answer) : instead();
    return this.settling(
      name,
      Promise.resolve(acted).then(() => verdict.result),
    );
  }

  #decide(decision) {
    const verdict = this.answers.decision(decision);
    const name = `addToolApprovalResponse ${decision.id}`;
    const instead = this.#ask('decision', decision, verdict);
    const acted = instead === undefined ? this.chat.addToolApprovalResponse(decision) : instead();
    void this.settling(
      name,
      Promise.resolve(acted).then(() => verdict.result),
    );
  }

  /** A message that waited in the queue is about to be added. */
  leaving() {
    this.#ask('leaving')?.();
  }

  /** The application's predicate has been asked. */
  verdict(send, messages) {
    const instead = this.#ask('verdict', send, messages);
    const verdict = instead === undefined ? send : instead();
    this.isAutomatic = verdict;
    return verdict;
  }

  /** A request is about to leave. */
  request(request) {
    const isAutomatic = this.isAutomatic === true;
    this.isAutomatic = false;
    const { message } = this.chat.activeResponse.state;
    const continues = this.chat.messages.some(({ id, role }) => id === message.id && role === 'assistant');
    this.runs.push({ continues: continues && message.id, number: this.network.exchanges.length });
    const instead = this.#ask('request', request, isAutomatic);
    this.answers.sent(this.network.exchanges.length);
    return instead === undefined ? request : instead();
  }

  finished(message, { isAbort, isError }) {
    if (isAbort || isError) this.isFinished = false;
    const instead = this.#ask('finish', message);
    return instead === undefined ? message : instead();
  }

  /** Whether a chunk or an answer is being applied, so that the next has to wait. */
  get isAtWork() {
    return this.chat.jobExecutor.isProcessing;
  }

  #next;

  /** Changes the response's message as soon as this says that it has: what is shown next shows it. */
  onNextWrite(change) {
    this.#next = change;
  }

  written(message) {
    if (this.#next?.(message)) this.#next = undefined;
  }

  show() {
    const message = this.chat.activeResponse?.state.message;
    if (message !== undefined) this.written(message);
    super.show();
  }

  /** Writes without showing: what the listeners are told next shows it. */
  quietly(write) {
    const before = this.state.isQuiet;
    this.state.isQuiet = true;
    write();
    this.state.isQuiet = before;
  }

  /** Changes messages that are there, also in the response that goes on with one. */
  rewrite(change) {
    const active = this.chat.activeResponse?.state.message;
    if (active !== undefined) active.parts = change(active).parts;
    this.quietly(() => {
      this.chat.messages = this.chat.messages.map(change);
    });
  }
}
