// What our rules say of answers, in plain words over messages: which are taken,
// and which wait to be sent. The differences ask it; it changes nothing.

import { isCall } from '../generate/stream.mjs';

const taken = { ok: true };
const refused = { ok: false };

export class Answers {
  #oracle;
  /** Answers, by what they answer: `{ message, call, options, stage }`. */
  #all = [];

  /** The calls whose answers the last chunk has made void. */
  takenBack = [];
  /** The approvals that the agent has taken back. */
  #withdrawn = new Set();

  /** @param {object[]} messages The conversation as it is opened: only what waits in it is asked. */
  constructor(oracle, messages) {
    this.#oracle = oracle;
    for (const part of messages.flatMap(({ parts }) => parts.filter(isCall))) {
      const { state, approval } = part;
      const isAsked =
        state === 'approval-requested' || (state === 'input-available' && approval?.approved === undefined);
      if (approval !== undefined && !isAsked) this.#withdrawn.add(approval.id);
    }
  }

  get unsent() {
    return this.#all.filter(({ stage }) => stage === 'answered');
  }

  /** Whether a person is asked to approve this call, also when it has been said again since. */
  isAsked({ state, approval, preliminary }) {
    if (approval === undefined || approval.approved !== undefined || approval.isAutomatic) return false;
    const isOpen = ['input-streaming', 'input-available', 'approval-requested'].includes(state);
    return (isOpen || (state === 'output-available' && preliminary === true)) && !this.#withdrawn.has(approval.id);
  }

  /** The stage of the answer to a call, if there is one. */
  stageOf(message, call) {
    return this.#all.findLast((answer) => answer.message === message && answer.call === call)?.stage;
  }

  /** Whether an output is taken, and for which part. */
  output({ toolCallId, options }) {
    const { messages } = this.#oracle.chat;
    for (let at = messages.length - 1; at >= 0; at--) {
      const message = messages[at];
      if (message.role !== 'assistant') continue;
      const open = message.parts.filter(
        (part) => isCall(part) && part.toolCallId === toolCallId && takesOutput(part) && !this.isAsked(part),
      );
      if (open.length === 0) continue;
      if (open.length > 1 || isSuperseded(messages, at)) return { result: refused };
      this.#all.push({ message: message.id, call: toolCallId, options, stage: 'answered' });
      return { result: taken, message, part: open[0] };
    }
    return { result: refused };
  }

  /** Whether a decision is taken, and for which part. */
  decision({ id, approved, options }) {
    const asked = this.#oracle.chat.messages.flatMap((message) =>
      message.parts
        .filter((part) => isCall(part) && part.state === 'approval-requested')
        .filter(({ approval }) => approval.id === id && !approval.isAutomatic)
        .map((part) => ({ message, part })),
    );
    if (asked.length !== 1) return { result: refused };
    const [{ message, part }] = asked;
    this.#all.push({ message: message.id, call: part.toolCallId, options, stage: 'answered', approved });
    return { result: taken, message, part };
  }

  /** The server speaks of a call: an answer that has not left is of no use any more. */
  said(chunk, message) {
    const parts = message === undefined ? [] : aimedAt(chunk, message);
    for (const part of parts) {
      const isRenamed = chunk.toolName !== undefined && chunk.toolName !== nameOf(part);
      const isOver = chunk.type.startsWith('tool-output') || chunk.type === 'tool-input-error';
      if ((isRenamed || isOver) && part.approval !== undefined) this.#withdrawn.add(part.approval.id);
    }
    // What the agent says was decided holds, whatever was answered here.
    const decided = message?.parts.find((part) => isCall(part) && part.approval?.id === chunk.approvalId);
    for (const answer of chunk.type === 'tool-approval-response' ? this.unsent : []) {
      if (answer.message === message?.id && answer.call === decided?.toolCallId) answer.stage = 'over';
    }
    const calls = parts.map(({ toolCallId }) => toolCallId);
    const before = this.unsent;
    for (const answer of before) {
      if (answer.message === message?.id && calls.includes(answer.call)) answer.stage = 'withdrawn';
    }
    this.takenBack = before.filter(({ stage }) => stage === 'withdrawn').map(({ call }) => call);
  }

  /** Everything that waited has left with this request. */
  sent(request) {
    for (const answer of this.unsent) Object.assign(answer, { stage: 'sending', request });
  }

  /** A request is over; with `isProven` it is sure that it was not accepted. */
  over(request, isProven) {
    for (const answer of this.#all) {
      if (answer.stage !== 'sending' || answer.request !== request) continue;
      answer.stage = isProven ? 'answered' : 'over';
    }
  }
}

const nameOf = ({ type, toolName }) => toolName ?? type.slice('tool-'.length);

/** The calls that a chunk begins anew, finishes, asks about or takes back. */
export function aimedAt({ type, toolCallId, dynamic, preliminary }, { parts }) {
  const step = parts.slice(parts.findLastIndex((part) => part.type === 'step-start') + 1);
  const isIt = (part) => isCall(part) && part.toolCallId === toolCallId;
  const first = (part) => (part === undefined ? [] : [part]);
  switch (type) {
    case 'reset-step':
      return step.filter(isCall);
    case 'tool-input-start':
    case 'tool-input-available':
      return first(step.find((part) => isIt(part) && (part.type === 'dynamic-tool') === (dynamic === true)));
    case 'tool-input-error':
    case 'tool-input-delta':
      return first(step.find(isIt));
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-output-denied':
    case 'tool-approval-request':
      return preliminary ? [] : first(step.find(isIt) ?? parts.findLast(isIt));
    default:
      return [];
  }
}

/** Whether a call takes an output. */
function takesOutput({ state, providerExecuted, approval }) {
  if (providerExecuted) return false;
  return state === 'input-available' || (state === 'approval-responded' && approval.approved === true);
}

/** Whether the person has written something after this message. */
export function isSuperseded(messages, at) {
  return messages.slice(at + 1).some(({ role }) => role === 'user');
}
