// Writes a script while it is played: what comes next follows from what AI
// SDK's chat shows. Played again, the same seed writes the same script.

import { probe } from './probe.mjs';
import { Random } from './random.mjs';
import { recorded } from './recorded.mjs';
import { callOptions, setup } from './setup.mjs';
import { spoiled } from './spoil.mjs';
import { callsOf, Server } from './stream.mjs';
import * as values from './values.mjs';
import { reads } from './wire.mjs';

export class Author {
  #random;
  #ofQueue;
  #ofRecordings;
  #ofResume;
  #hasResumed = false;
  #server;
  #mood;
  #turns;
  #answers = 0;
  /** Whether people and servers do what we answer otherwise than AI SDK; most cases are about all the rest. */
  #isQuirky;
  /** The chunk that came last. */
  #said;
  /** What is left of the response that is being written. */
  #rest;

  constructor(seed, ai) {
    const random = new Random(seed);
    this.#random = random;
    // Sources of their own: what is written without these does not depend on them.
    this.#ofQueue = new Random(seed ^ 0x51_7c_c1);
    this.#ofResume = new Random(seed ^ 0x2e_50_3e);
    this.#ofRecordings = new Random(seed ^ 0x2e_c0_2d);
    this.setup = setup(random, ai, { queue: ai === 7 && this.#ofQueue.chance(0.03) });
    this.#mood = random.weighted([
      [60, 'plain'],
      [7, 'spoiled'],
      [6, 'cut short'],
      [13, 'probe'],
      [this.setup.transport === 'http' ? 12 : 0, 'bytes'],
    ]);
    this.#isQuirky = random.chance(0.0125);
    const oddities = this.#isQuirky ? 0.1 : 0;
    this.#server = new Server(random, ai, { oddities, oddCitations: this.#mood === 'bytes' ? 0 : oddities });
    this.#turns = random.between(1, 3);
  }

  /** The next step of the script, or nothing. */
  next(theirs) {
    const { chat, network } = theirs;
    const random = this.#random;
    if (network.waiting) {
      this.#rest = undefined;
      const isResumed = isReconnect(network.waiting.asked) && this.#ofResume.chance(0.4);
      return isResumed ? { do: 'respond', status: 204 } : this.#outcome();
    }
    if (network.writing()) {
      if (this.#rest !== undefined && this.setup.queue && this.#ofQueue.chance(0.06)) return this.#queueing(chat);
      if (this.#rest !== undefined && random.chance(0.02)) {
        const action = this.#meanwhile(chat);
        if (action !== undefined) return action;
      }
      this.#rest ??= this.#response(theirs);
      const step = this.#rest.shift();
      this.#said = step?.chunk;
      if (step !== undefined) return step;
      this.#rest = undefined;
      return { do: 'end' };
    }
    this.#rest = undefined;
    return this.#idle(chat);
  }

  /** How a request is answered. */
  #outcome() {
    const random = this.#random;
    const isHttp = this.setup.transport === 'http';
    return random.weighted([
      [60, { do: 'respond' }],
      [
        0.5,
        {
          do: 'respond',
          status: random.pick([500, 502, 409]),
          body: random.pick(this.setup.ai === 6 ? ['no'] : ['', 'no', '{"error":"no"}']),
        },
      ],
      [0.5, { do: 'respond', status: random.pick([401, 403, 422, 429]), body: 'not you' }],
      [isHttp ? 0.2 : 0, { do: 'respond', status: 200, body: null }],
      [isHttp ? 0.2 : 0, { do: 'respond', status: 200, body: '<html>hello</html>' }],
      [0.5, { do: 'refuse', error: random.pick(['network', 'other']) }],
    ]);
  }

  /** The steps in which a response comes. */
  #response(theirs) {
    const random = this.#random;
    const message = theirs.continued();
    const { ai, transport } = this.setup;
    const isChecked = transport === 'http';
    const asChunks = (chunks) => chunks.map((chunk) => ({ do: 'chunk', chunk }));
    if (isReconnect(theirs.network.writing().asked)) {
      return asChunks(named(this.#server.response(message), this.#server.id('resumed')));
    }
    if (message === undefined && this.#ofRecordings.chance(0.02)) {
      return asChunks(recorded(this.#ofRecordings, ai));
    }
    if (this.#mood === 'probe' && message === undefined) return asChunks(probe(random, ai, this.#server.id('probe')));
    const chunks = this.#server.response(message);
    switch (this.#mood) {
      case 'spoiled':
        return asChunks(spoiled(chunks, random, { ai, isChecked, message, isQuirky: this.#isQuirky }));
      case 'cut short': {
        let length = random.between(0, chunks.length);
        while (!this.#isQuirky && ['start-step', 'data-note', 'data-weather'].includes(chunks[length - 1]?.type))
          length--;
        const steps = asChunks(chunks.slice(0, length));
        if (random.chance(0.5)) steps.push({ do: 'break', error: random.pick(['network', 'body', 'other']) });
        return steps;
      }
      case 'bytes': {
        const told = random.chance(0.2)
          ? spoiled(chunks, random, { ai, isChecked: false, message, isQuirky: this.#isQuirky })
          : chunks;
        const pieces = reads(told, random, { truncate: this.#isQuirky && random.chance(0.5) });
        return pieces.map((bytes) => ({ do: 'bytes', bytes: [...bytes] }));
      }
      default:
        return asChunks(chunks);
    }
  }

  /** What the person does while a response comes. */
  #meanwhile(chat) {
    const random = this.#random;
    const last = chat.messages.at(-1);
    const open = openCalls(last);
    const canAnswer = this.#isQuirky || this.#mood !== 'probe';
    const isAsking = callsOf(last).some(waits) || this.#said === undefined || this.#said.type === 'start-step';
    return random.weighted([
      [open.length > 0 && canAnswer ? 6 : 0, () => this.#answer(random.pick(open), false)],
      [this.#isQuirky || !isAsking ? 2 : 0, () => ({ do: 'stop' })],
      [1, () => ({ do: 'set messages', edit: { kind: random.pick(['same', 'copy']) } })],
      [1, () => ({ do: 'clear error' })],
      [this.setup.chatId && !this.#hasResumed ? 0.2 : 0, () => ({ do: 'reload' })],
    ])();
  }

  #idle(chat) {
    const random = this.#random;
    const last = chat.messages.at(-1);
    const open = openCalls(last);
    if (open.length > 0 && this.setup.queue && this.#ofQueue.chance(0.15)) return this.#queueing(chat);
    if (open.length > 0 && ++this.#answers < 12) {
      // Who answers from the top never sends before all is answered; that ours waits for all is a difference.
      const isFromTop = !this.#isQuirky && random.chance(this.#mood === 'probe' ? 0.95 : 0.75);
      return this.#answer(isFromTop ? open[0] : random.pick(open), open.length === 1);
    }
    // A response that goes on, or one that was looked for before a reload, has an id that was drawn at another time.
    const canResume = this.setup.ai === 7 && last?.role === 'user' && chat.resumableStreamState === undefined;
    if (canResume && this.#ofResume.chance(0.5)) {
      this.#hasResumed = true;
      return { do: 'resume', ...optional('options', callOptions(this.#ofResume)) };
    }
    if (this.#turns-- === 0) return undefined;
    this.#answers = 0;
    const options = optional('options', callOptions(random));
    if (callsOf(last).some(waits) && !(this.#isQuirky && random.chance(0.3))) return { do: 'send', ...options };
    const users = chat.messages.filter(({ role }) => role === 'user');
    const isEmpty = chat.messages.length === 0;
    return random.weighted([
      [60, () => ({ do: 'send', message: this.#message(), ...options })],
      [isEmpty ? 0 : 6, () => ({ do: 'regenerate', ...this.#target(chat), ...options })],
      [users.length > 0 ? 4 : 0, () => ({ do: 'send', message: this.#edit(users), ...options })],
      [isEmpty ? 0 : 3, () => ({ do: 'send', ...options })],
      [this.setup.chatId && !this.#hasResumed ? 3 : 0, () => ({ do: 'reload' })],
      [2, () => ({ do: 'stop' })],
      [2, () => ({ do: 'clear error' })],
      [2, () => ({ do: 'set messages', edit: this.#listEdit() })],
    ])();
  }

  /** What the person does with messages that wait to be sent. */
  #queueing(chat) {
    const random = this.#ofQueue;
    const isAsking = callsOf(chat.lastMessage).some(waits);
    const queued = chat.experimental_queuedMessages;
    const id = () => (random.chance(0.95) ? random.pick(queued).id : 'nobody');
    return random.weighted([
      [6, () => ({ do: 'send', message: { text: `next ${random.between(1, 99)}` } })],
      [queued.length > 0 ? 1.5 : 0, () => ({ do: 'remove queued', id: id() })],
      [queued.length > 0 && (this.#isQuirky || !isAsking) ? 1.5 : 0, () => ({ do: 'send queued', id: id() })],
    ])();
  }

  #message() {
    const random = this.#random;
    const file = { type: 'file', mediaType: 'image/png', url: 'data:,', filename: 'a.png' };
    const metadata = optional('metadata', random.chance(0.2) ? { n: 1 } : undefined);
    return random.weighted([
      [8, { text: values.text(random), ...metadata }],
      [1, { text: 'see this', files: [file], ...metadata }],
      [1, { files: [file] }],
      [1, { parts: [{ type: 'text', text: 'as parts' }], ...metadata }],
      [1, { id: this.#server.id('own'), role: 'user', parts: [{ type: 'text', text: 'with an id' }] }],
    ]);
  }

  #edit(users) {
    const random = this.#random;
    const messageId = random.chance(0.95) ? random.pick(users).id : 'nobody';
    return !this.#isQuirky || random.chance(0.7)
      ? { messageId, text: 'edited' }
      : { messageId, parts: [{ type: 'text', text: 'edited' }], metadata: { edited: true } };
  }

  #target(chat) {
    const random = this.#random;
    return random.weighted([
      [3, {}],
      [2, { messageId: random.pick(chat.messages).id }],
      [0.2, { messageId: 'nobody' }],
    ]);
  }

  #listEdit() {
    const random = this.#random;
    return random.weighted([
      [2, { kind: 'same' }],
      [2, { kind: 'copy' }],
      [1, { kind: 'drop last' }],
      [0.5, { kind: 'clear' }],
    ]);
  }

  #answer(part, isLast) {
    const random = this.#random;
    const options = optional('options', isLast || this.#isQuirky ? callOptions(random) : undefined);
    if (part.state === 'approval-requested') {
      return {
        do: 'approval',
        id: part.approval.id,
        approved: random.chance(0.7),
        ...(random.chance(0.4) ? { reason: 'because' } : {}),
        ...options,
      };
    }
    const call = { do: 'output', tool: 'askUser', toolCallId: part.toolCallId };
    return random.chance(0.8)
      ? { ...call, output: values.value(random), ...options }
      : { ...call, state: 'output-error', errorText: 'dismissed', ...options };
  }
}

function optional(name, value) {
  return value === undefined ? {} : { [name]: value };
}

/** A response that is resumed, from its beginning: the server has given it an id. */
function named(chunks, messageId) {
  const [first, ...rest] = chunks;
  return first?.type === 'start' ? [{ ...first, messageId: first.messageId ?? messageId }, ...rest] : chunks;
}

const isReconnect = ({ kind, method }) => kind === 'reconnect' || method === 'GET';

/** Whether the agent has to hear of this call before it can go on. */
function waits({ state, providerExecuted }) {
  return (
    state === 'approval-requested' ||
    state === 'approval-responded' ||
    (state === 'input-available' && !providerExecuted)
  );
}

/** The calls that wait for the person. */
export function openCalls(message) {
  return callsOf(message).filter(
    (part) =>
      waits(part) &&
      part.state !== 'approval-responded' &&
      !part.approval?.isAutomatic &&
      (part.state === 'approval-requested' || part.approval === undefined || part.approval.approved !== undefined),
  );
}
