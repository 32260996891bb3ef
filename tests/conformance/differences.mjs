// Where our chat differs from AI SDK's on purpose. An entry says by the script,
// and by what both chats show before the step, whether it applies; what it then
// does to AI SDK's chat is our exact prediction of ours. `line` is its line in
// docs/differences.md.

import { callsOf, isCall } from './generate/stream.mjs';
import { aimedAt } from './harness/answers.mjs';

const SUPERSEDED = 'Not answered: the user wrote a new message instead.';
const STOPPED = 'Cancelled: the turn was stopped before this call was answered.';
const NOT_RUN = 'Not run: the user wrote a new message before the call was sent.';
const UNKNOWN = 'The outcome of this call is unknown: its answer was sent and no result came back.';

const failed = ({ approval: _, ...part }, errorText) => ({ ...part, state: 'output-error', errorText });
const denied = (part, reason) => ({
  ...part,
  state: 'output-denied',
  approval: { ...part.approval, approved: false, reason },
});
const mapParts = (message, change) => ({ ...message, parts: message.parts.map((part) => change(part, message)) });

/** Whether any part is changed by this. */
const changesAny = (messages, change) =>
  messages.some((message) => message.parts.some((part) => change(part, message) !== part));

export const differences = [
  {
    name: 'a refused answer changes nothing',
    line: 'answers-refused',
    output(oracle, { toolCallId }, { result }) {
      if (result.ok || !oracle.chat.messages.some((message) => hasCall(message, toolCallId))) return undefined;
      return () => undefined;
    },
    decision(oracle, { id }, { result }) {
      const acts = oracle.chat.messages.some((message) =>
        message.parts.some((part) => isCall(part) && part.state === 'approval-requested' && part.approval.id === id),
      );
      return result.ok || !acts ? undefined : () => undefined;
    },
  },
  {
    name: 'an answer is for one call',
    line: 'one-call',
    output(oracle, answer, { message, part }) {
      const others = (one, of) =>
        isCall(one) && one.toolCallId === answer.toolCallId && !(of.id === message.id && same(one, part));
      if (!changesAny(oracle.chat.messages, (one, of) => (others(one, of) ? {} : one))) return undefined;
      return () => {
        const hide = (one, of) => (others(one, of) ? { ...one, toolCallId: `hidden ${one.toolCallId}` } : one);
        const unhide = (one) =>
          one.toolCallId === `hidden ${answer.toolCallId}` ? { ...one, toolCallId: answer.toolCallId } : one;
        // While a chunk is at work AI SDK takes the answer afterwards, so must we hide and show them.
        const { isAtWork } = oracle;
        const inTurn = (write) => (isAtWork ? void oracle.chat.jobExecutor.run(async () => write()) : write());
        inTurn(() => {
          oracle.state.isQuiet = true;
          oracle.rewrite((of) => mapParts(of, hide));
        });
        const acted = oracle.chat.addToolOutput(answer);
        inTurn(() => {
          oracle.rewrite((of) => mapParts(of, unhide));
          oracle.state.isQuiet = false;
          oracle.show();
        });
        return acted;
      };
    },
  },
  {
    name: 'a result keeps no approval that was not granted',
    line: 'result-without-approval',
    ai: [6],
    output(oracle, answer, { part }) {
      if (part?.approval === undefined || part.approval.approved === true) return undefined;
      const drop = (one) => {
        if (!isCall(one) || one.toolCallId !== answer.toolCallId || one.approval === undefined) return one;
        const { approval: _, ...rest } = one;
        return rest;
      };
      return () => {
        // Before the answer is written: then nothing shows in between.
        const write = () => oracle.rewrite((of) => mapParts(of, drop));
        if (oracle.isAtWork) void oracle.chat.jobExecutor.run(async () => write());
        else write();
        return oracle.chat.addToolOutput(answer);
      };
    },
  },
  {
    name: 'without an answer nothing is sent by itself',
    line: 'automatic-needs-answer',
    verdict: (oracle, send) => (send && oracle.answers.unsent.length === 0 ? () => false : undefined),
  },
  {
    name: 'an answer waits for what else its message asks',
    line: 'waits-for-all',
    verdict(oracle, send) {
      const owner = oracle.chat.messages.findLast(({ id }) => id === oracle.answers.unsent.at(-1)?.message);
      return send && callsOf(owner).some((part) => oracle.answers.isAsked(part)) ? () => false : undefined;
    },
  },
  {
    name: 'what may have run is not sent again by itself',
    line: 'unknown-not-resent',
    verdict(oracle, send) {
      const close = (part, message) =>
        isCall(part) && isUnknownGrant(part, oracle.answers.stageOf(message.id, part.toolCallId))
          ? failed(part, UNKNOWN)
          : part;
      if (!send || !changesAny(oracle.chat.messages, close)) return undefined;
      return () => {
        oracle.rewrite((message) => mapParts(message, close));
        return true;
      };
    },
  },
  {
    name: 'what is sent already holds no message up',
    line: 'queue-not-held',
    isWaitingForUser(oracle, theirs) {
      const { id, parts = [] } = lastReply(oracle);
      const waits = parts.some(
        (part) =>
          isCall(part) &&
          (part.state === 'approval-responded'
            ? oracle.answers.stageOf(id, part.toolCallId) === 'answered'
            : isOpen(part)),
      );
      return waits === theirs ? undefined : () => waits;
    },
    hasUnsentApprovalResponse(oracle, theirs) {
      const { id, parts = [] } = lastReply(oracle);
      const has =
        !parts.some((part) => isCall(part) && isOpen(part)) &&
        oracle.answers.unsent.some(({ message, approved }) => message === id && approved !== undefined);
      return has === theirs ? undefined : () => has;
    },
  },
  {
    name: 'a refused edit drops nothing',
    line: 'refused-edit',
    step(oracle, step) {
      const { chat, setup } = oracle;
      if (!setup.queue || !isRefused(step, chat.messages)) return undefined;
      if (chat.experimental_queuedMessages.length === 0 && !chat.isRequestInProgress()) return undefined;
      return () => {
        chat.clearQueueForHistoryChange = async () => {
          delete chat.clearQueueForHistoryChange;
        };
        oracle.actAsIs(step);
      };
    },
  },
  {
    name: 'what is asked for anew lets the queue go on',
    line: 'queue-asked-anew',
    step(oracle, step) {
      const { chat, setup } = oracle;
      if (!setup.queue || step.do !== 'regenerate' || isRefused(step, chat.messages)) return undefined;
      if (!chat.isQueuePaused && !chat.isRequestInProgress()) return undefined;
      return () => {
        const clear = chat.clearQueueForHistoryChange;
        chat.clearQueueForHistoryChange = async () => {
          delete chat.clearQueueForHistoryChange;
          await clear.call(chat);
          chat.isQueuePaused = false;
        };
        oracle.actAsIs(step);
      };
    },
  },
  {
    name: 'the options of an answer are used',
    line: 'answer-options',
    request(oracle, request, isAutomatic) {
      if (!isAutomatic) return undefined;
      const given = oracle.answers.unsent.findLast(
        ({ options }) => options !== undefined && Object.keys(options).length > 0,
      );
      if (given === undefined) return undefined;
      const { headers, body, metadata } = given.options;
      const instead = { ...request, headers, body, metadata };
      return JSON.stringify(instead) === JSON.stringify(request) ? undefined : () => instead;
    },
  },
  {
    name: 'a new message settles what is open',
    line: 'new-message-settles',
    step(oracle, step) {
      if (step.do !== 'send' || step.message === undefined || step.message.messageId !== undefined) return undefined;
      const { chat } = oracle;
      const isQueued =
        oracle.setup.queue &&
        (chat.isRequestInProgress() || chat.isWaitingForUser() || chat.experimental_queuedMessages.length > 0);
      const settle = isQueued ? undefined : settling(oracle);
      return (
        settle &&
        (() => {
          settle();
          oracle.actAsIs(step);
        })
      );
    },
    /** A message that waited leaves. */
    leaving: (oracle) => settling(oracle),
  },
  {
    name: 'a stop while streaming cancels what is open',
    line: 'stop-cancels',
    step(oracle, step) {
      const active = oracle.chat.activeResponse?.state.message;
      const isStop = step.do === 'stop' || (step.do === 'send queued' && oracle.hasQueued(step.id));
      if (!isStop || active === undefined || oracle.chat.status !== 'streaming') return undefined;
      const cancel = (part, message) => (isCall(part) && message.id === active.id ? cancelled(part) : part);
      if (!changesAny(oracle.chat.messages, cancel)) return undefined;
      return () => {
        oracle.rewrite((message) => mapParts(message, cancel));
        oracle.actAsIs(step);
      };
    },
  },
  {
    name: 'a continued message keeps its id',
    line: 'continued-id',
    chunk(_, chunk, run) {
      if (chunk.type !== 'start' || chunk.messageId === undefined) return undefined;
      if (!run?.continues || run.continues === chunk.messageId) return undefined;
      return () => ({ ...chunk, messageId: run.continues });
    },
  },
  {
    name: 'a call that is said again is asked about again',
    line: 'said-again',
    chunk(oracle, chunk) {
      const message = oracle.chat.activeResponse?.state.message;
      if (!['tool-input-start', 'tool-input-available', 'tool-input-delta'].includes(chunk.type)) return undefined;
      const [part] = message === undefined ? [] : aimedAt(chunk, message);
      if (part?.approval?.approved === undefined || !oracle.answers.takenBack.includes(part.toolCallId))
        return undefined;
      return () => {
        const { approved: _, reason: __, ...approval } = part.approval;
        part.approval = approval;
      };
    },
  },
  {
    name: 'a later start renames the message',
    line: 'renamed-in-place',
    chunk(oracle, { type, messageId }, run) {
      const current = oracle.chat.activeResponse?.state.message.id;
      if (type !== 'start' || messageId === undefined || messageId === current || run?.continues) return undefined;
      if (!oracle.chat.messages.some(({ id }) => id === current)) return undefined;
      return () => {
        const at = oracle.chat.messages.findLastIndex(({ id }) => id === current);
        oracle.quietly(() => {
          oracle.chat.messages = oracle.chat.messages.with(at, { ...oracle.chat.messages[at], id: messageId });
        });
      };
    },
  },
  {
    name: 'metadata that is no object is replaced',
    line: 'metadata-replaced',
    chunk(oracle, chunk) {
      const message = oracle.chat.activeResponse?.state.message;
      if (message?.metadata == null || chunk.messageMetadata == null) return undefined;
      if (!['start', 'finish', 'message-metadata'].includes(chunk.type)) return undefined;
      if (isPlainObject(message.metadata) && isPlainObject(chunk.messageMetadata)) return undefined;
      return () => {
        message.metadata = undefined;
      };
    },
  },
  {
    name: 'a message whose answer is of no use any more is not named',
    line: 'named-message',
    step(oracle, step) {
      const pending = oracle.chat.pendingApprovalMessageId;
      if (step.do !== 'send' || step.message !== undefined || pending === undefined) return undefined;
      if (oracle.answers.unsent.some(({ message }) => message === pending)) return undefined;
      const { messages } = oracle.chat;
      const decided = messages.findLast(
        (message) =>
          message.role === 'assistant' && callsOf(message).some(({ state }) => state === 'approval-responded'),
      );
      if ((decided ?? messages.at(-1))?.id === pending) return undefined;
      return () => {
        oracle.chat.pendingApprovalMessageId = undefined;
        oracle.actAsIs(step);
      };
    },
  },
  {
    name: 'what onFinish is told is what is shown',
    line: 'finished-as-shown',
    finish(oracle, message) {
      const shown = oracle.chat.messages.findLast(({ id }) => id === message.id);
      const more = message.parts.slice(shown?.parts.length ?? 0);
      if (more.length === 0 || more.some(({ type }) => type !== 'step-start')) return undefined;
      return () => ({ ...message, parts: message.parts.slice(0, -more.length) });
    },
  },
  {
    name: 'an edit leaves no messageId in the message',
    line: 'edit-without-message-id',
    step(oracle, step) {
      if (step.do !== 'send' || step.message?.messageId === undefined || step.message.parts === undefined)
        return undefined;
      const { messageId, ...message } = structuredClone(step.message);
      // AI SDK spreads what it was given into the message: this it does not spread.
      Object.defineProperty(message, 'messageId', { value: messageId });
      return () => void oracle.settling('sendMessage', oracle.chat.sendMessage(message, step.options));
    },
  },
  {
    name: 'the last event needs no blank line',
    line: 'unterminated-event',
    step(oracle, step) {
      const exchange = step.do === 'end' ? oracle.network.writing(step.request) : undefined;
      if (exchange === undefined || !endsInData(exchange.written)) return undefined;
      return () => {
        exchange.push(Uint8Array.of(10, 10));
        oracle.actAsIs(step);
      };
    },
  },
  {
    name: 'the input of an invalid call is its input',
    line: 'invalid-input',
    ai: [6],
    chunk(oracle, { type, toolCallId }) {
      if (type !== 'tool-input-error') return undefined;
      return () =>
        oracle.onNextWrite(({ parts }) => {
          const part = parts.findLast(
            (one) => isCall(one) && one.toolCallId === toolCallId && one.rawInput !== undefined,
          );
          if (part === undefined || part.type === 'dynamic-tool') return false;
          part.input = part.rawInput;
          part.rawInput = undefined;
          return true;
        });
    },
  },
  {
    name: 'a text goes on after its step',
    line: 'texts-over-steps',
    ai: [6],
    chunk(oracle, { type, id }) {
      const [, kind] = /^(text|reasoning)-(?:delta|end)$/.exec(type) ?? [];
      const active = oracle.chat.activeResponse?.state[kind === 'text' ? 'activeTextParts' : 'activeReasoningParts'];
      const text = kind && oracle.forgotten[kind][id];
      if (text === undefined || active?.[id] !== undefined) return undefined;
      return () => {
        active[id] = text;
        delete oracle.forgotten[kind][id];
      };
    },
  },
  {
    name: 'a payload that is left out is undefined',
    line: 'missing-payload',
    step(oracle, step) {
      const payload = oracle.setup.transport === 'http' && step.do === 'chunk' ? payloadOf(step.chunk) : undefined;
      if (payload === undefined || payload in step.chunk || !oracle.wouldFit) return undefined;
      return () => oracle.actAsIs({ ...step, chunk: oracle.inPlaceOf(step.chunk) });
    },
  },
  {
    name: 'citations are kept as they are written',
    line: 'citations',
    step(oracle, step) {
      if (step.do !== 'chunk' || step.chunk.type !== 'text-end' || !Array.isArray(step.chunk.citations))
        return undefined;
      if (oracle.setup.transport !== 'http' || step.chunk.citations.every(isCitation)) return undefined;
      return () => oracle.actAsIs({ ...step, chunk: oracle.inPlaceOf(step.chunk) });
    },
  },
];

/** Whether this is an edit of no message of the person, or asks anew from no message. */
function isRefused(step, messages) {
  const messageId = step.do === 'send' ? step.message?.messageId : step.messageId;
  const target = messages.find(({ id }) => id === messageId);
  if (step.do === 'regenerate') return messageId === undefined ? messages.length === 0 : target === undefined;
  return step.do === 'send' && messageId !== undefined && target?.role !== 'user';
}

/** The last message, if the agent wrote it. */
function lastReply({ chat: { lastMessage } }) {
  return lastMessage?.role === 'assistant' ? lastMessage : {};
}

/** Whether a call waits for somebody, or is still being written. */
function isOpen({ state, providerExecuted }) {
  return (
    state === 'approval-requested' || (!providerExecuted && ['input-streaming', 'input-available'].includes(state))
  );
}

/** What a new message does to what is open, if anything is. */
function settling(oracle) {
  const settle = (part, message) =>
    isCall(part) ? settled(part, oracle.answers.stageOf(message.id, part.toolCallId)) : part;
  if (!changesAny(oracle.chat.messages, settle)) return undefined;
  return () => {
    oracle.rewrite((message) => mapParts(message, settle));
    oracle.chat.pendingApprovalMessageId = undefined;
  };
}

/** A citation in which AI SDK's schema finds nothing wrong and nothing to leave out. */
function isCitation({ source, startIndex, endIndex, citedText, ...rest }) {
  return source?.type === 'source' && ['url', 'document'].includes(source.sourceType) && Object.keys(rest).length === 0;
}

/** Whether an event with data has begun and has not ended. */
function endsInData(bytes) {
  const lines = new TextDecoder().decode(Uint8Array.from(bytes)).split(/\r\n|\n|\r/);
  const event = lines.slice(lines.slice(0, -1).lastIndexOf('') + 1);
  return event.some((line) => line === 'data' || line.startsWith('data:'));
}

/** The field of a chunk that may hold anything and that AI SDK's schema demands. */
export function payloadOf({ type }) {
  if (typeof type !== 'string') return undefined;
  if (type.startsWith('data-')) return 'data';
  const payloads = {
    'tool-input-available': 'input',
    'tool-input-error': 'input',
    'tool-output-available': 'output',
    'message-metadata': 'messageMetadata',
  };
  return payloads[type];
}

const isPlainObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function hasCall(message, toolCallId) {
  return callsOf(message).some((part) => part.toolCallId === toolCallId);
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** A call that the person allowed, that may have run, and of which no result came back. */
function isUnknownGrant({ state, approval }, stage) {
  return (
    ['approval-responded', 'input-available'].includes(state) && approval?.approved === true && stage !== 'answered'
  );
}

/** A call that a new message of the person leaves behind. */
function settled(part, stage) {
  if (isUnknownGrant(part, stage)) return failed(part, UNKNOWN);
  switch (part.state) {
    case 'input-available':
      return part.providerExecuted ? part : failed(part, SUPERSEDED);
    case 'approval-requested':
      return denied(part, SUPERSEDED);
    case 'approval-responded':
      return part.approval.approved ? denied(part, NOT_RUN) : { ...part, state: 'output-denied' };
    default:
      return part;
  }
}

/** A call whose turn is stopped. */
function cancelled(part) {
  switch (part.state) {
    case 'input-available':
      return part.providerExecuted ? part : failed(part, STOPPED);
    case 'approval-requested':
      return denied(part, STOPPED);
    default:
      return part;
  }
}
