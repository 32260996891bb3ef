// The two chats that are compared, each with its own network, its own ids and
// its own record of what it showed and called.

import * as ai7 from 'ai';
import * as ai6 from 'ai-6';
import { ChatController, HttpChatTransport } from 'countersign';
import { ChunkNetwork, errorNamed, HttpNetwork } from './network.mjs';
import { predicateNamed, schemaNamed } from './options.mjs';

const versions = { 7: ai7, 6: ai6 };

/** What both sides do alike: callbacks that are recorded, and the user's actions. */
class Side {
  /** @param {object} setup What the application passes; see `generate/setup.mjs`. */
  constructor(setup) {
    this.setup = setup;
    this.network = setup.transport === 'http' ? new HttpNetwork() : new ChunkNetwork(setup.replay);
    /** Callbacks, in order, with what the chat showed when they were called. */
    this.log = [];
    /** Every state that was shown, without repetitions. */
    this.shown = [];
    this.#ids = 0;
  }

  #ids;

  nextId = () => `id-${++this.#ids}`;

  /** What the chat shows while a callback runs. */
  now() {
    return { status: this.chat.status, shows: JSON.stringify(this.chat.messages) };
  }

  /** Counts reloads: what an earlier instance still calls is not looked at. */
  #era = 0;

  note(event, detail) {
    this.log.push({ event, ...detail });
  }

  #last;

  show() {
    const messages = JSON.stringify(this.chat.messages);
    if (this.#last !== messages) this.shown.push(messages);
    this.#last = messages;
  }

  /** A callback that does nothing any more once the chat has been reloaded. */
  ofNow(callback) {
    const era = this.#era;
    return (...given) => (era === this.#era ? callback(...given) : undefined);
  }

  callbacks() {
    const { setup } = this;
    const all = {
      onToolCall:
        setup.onToolCall === undefined
          ? undefined
          : ({ toolCall }) => {
              this.note('onToolCall', { toolCall: JSON.stringify(toolCall), ...this.now() });
              return this.onToolCall(toolCall);
            },
      onData: setup.onData ? (part) => this.note('onData', { part: JSON.stringify(part) }) : undefined,
      onError: (error) => {
        this.told.add(error);
        this.note('onError', { error: this.describe(error), ...this.now() });
      },
      onFinish: ({ message, messages, ...rest }) => {
        this.note('onFinish', {
          message: JSON.stringify(this.finished(message, rest)),
          messages: JSON.stringify(messages),
          rest: JSON.stringify(rest),
          ...this.now(),
        });
        this.onFinish(message);
      },
    };
    return Object.fromEntries(Object.entries(all).map(([name, callback]) => [name, callback && this.ofNow(callback)]));
  }

  onToolCall(toolCall) {
    const { toolCallId, toolName } = toolCall;
    const answer = () => this.answer({ tool: toolName, toolCallId, output: { by: 'page', of: toolCallId } });
    switch (this.setup.onToolCall) {
      case 'answer':
        void answer();
        return undefined;
      case 'answer later':
        return Promise.resolve().then(() => {
          void answer();
        });
      case 'throw':
        throw new Error(`no such tool: ${toolName}`);
      default:
        return undefined;
    }
  }

  onFinish() {}

  finished(message) {
    return message;
  }

  predicate() {
    const predicate = predicateNamed(this.setup.predicate);
    return predicate && (({ messages }) => this.verdict(predicate({ messages }), messages));
  }

  verdict(send) {
    return send;
  }

  answer(answer) {
    return this.settling(`addToolOutput ${answer.toolCallId}`, this.chat.addToolOutput(answer));
  }

  /** Records how a promise of the chat ends. */
  settling(name, promise) {
    const era = this.#era;
    const end = (how) => era === this.#era && this.promises.push({ name, ...how });
    return promise.then(
      (value) => end({ value: plainResult(value) }),
      (error) => end({ error: this.describe(error) }),
    );
  }

  promises = [];

  /** The errors that the application was told. */
  told = new Set();

  /** The promise of a turn, as AI SDK gives it. */
  turn(promise) {
    return promise;
  }

  describe(error) {
    return {
      message: error && inPlainWords(this.setup.ai === 6 ? withoutParameter(error.message) : error.message),
      isError: Object.prototype.toString.call(error) === '[object Error]',
    };
  }

  /** The user, or the script's server, does something. Does not wait. */
  act(step) {
    const { chat, network } = this;
    switch (step.do) {
      case 'send':
        return void this.settling(
          'sendMessage',
          this.turn(chat.sendMessage(structuredClone(step.message), step.options)),
        );
      case 'regenerate':
        return void this.settling(
          'regenerate',
          this.turn(chat.regenerate({ messageId: step.messageId, ...step.options })),
        );
      case 'resume':
        return void this.settling('resumeStream', this.turn(chat.resumeStream(step.options)));
      case 'stop':
        return void this.settling('stop', chat.stop());
      case 'remove queued':
        return chat.experimental_removeQueuedMessage(step.id);
      case 'send queued':
        return void this.settling('sendQueuedMessageNow', this.turn(chat.experimental_sendQueuedMessageNow(step.id)));
      case 'clear error':
        return chat.clearError();
      case 'set messages':
        chat.messages = edited(chat.messages, step.edit);
        return;
      case 'output': {
        const { do: _, ...answer } = structuredClone(step);
        return void this.answer(answer);
      }
      case 'approval': {
        const { do: _, ...decision } = structuredClone(step);
        return void this.settling(`addToolApprovalResponse ${step.id}`, chat.addToolApprovalResponse(decision));
      }
      case 'reload':
        return this.reload(JSON.parse(JSON.stringify(chat.messages)));
      case 'respond':
        return network.respond(step);
      case 'refuse':
        return network.refuse(errorNamed(step.error));
      case 'chunk':
        return network.chunk(step.chunk, step.request);
      case 'bytes':
        return network.bytes(Uint8Array.from(step.bytes), step.request);
      case 'end':
        return network.writing(step.request)?.end();
      case 'break':
        return network.writing(step.request)?.breakOff(errorNamed(step.error));
      case 'together':
        for (const one of step.steps) this.act(one);
        return;
      default:
        throw new Error(`nothing is called ${step.do}`);
    }
  }

  reload(messages) {
    this.#era++;
    this.forget();
    this.open(messages);
  }

  /** Everything that can be compared, as it is now. */
  seen() {
    const { chat } = this;
    return {
      messages: JSON.stringify(chat.messages),
      status: chat.status,
      error: chat.error && this.describe(chat.error),
      queued: this.setup.queue ? JSON.stringify(chat.experimental_queuedMessages) : undefined,
      requests: this.network.seen(),
      log: this.log,
      shown: this.shown,
      promises: this.promises,
    };
  }
}

/** AI SDK 6 does not name the argument that is wrong. */
const withoutParameter = (message) => message.replace(/^Invalid argument for parameter [\w.]+: /, '');

/** What is wrong with a value, zod and we say in different words; the value itself is the same. */
function inPlainWords(message) {
  const [, lead, value] =
    /^((?:JSON parsing|Type validation) failed.*?: (?:Text|Value): )(.*)\.\nError message: /s.exec(message) ?? [];
  return lead === undefined ? message : { lead, value: value.endsWith('…') ? 'long' : value };
}

/** Whether an answer was taken; why not is a matter of its own tests. */
function plainResult(value) {
  return value?.ok === undefined ? value : { ok: value.ok };
}

/** The application's own changes of the list. */
export function edited(messages, edit) {
  switch (edit.kind) {
    case 'drop last':
      return messages.slice(0, -1);
    case 'note':
      return [...messages, structuredClone(edit.message)];
    case 'copy':
      return JSON.parse(JSON.stringify(messages));
    case 'same':
      return [...messages];
    case 'clear':
      return [];
    default:
      throw new Error(`no edit is called ${edit.kind}`);
  }
}

/** AI SDK's chat with a plain state in memory. */
export class Theirs extends Side {
  constructor(setup) {
    super(setup);
    this.ai = versions[setup.ai];
    this.open(structuredClone(setup.messages ?? []));
  }

  open(messages) {
    const { setup, ai, network } = this;
    const state = new PlainState(structuredClone(messages), {
      changed: () => this.chat && this.show(),
      written: (message) => this.written?.(message),
      leaving: () => this.leaving?.(),
    });
    const inner =
      setup.transport === 'http'
        ? new ai.DefaultChatTransport({
            ...structuredClone(setup.http),
            fetch: network.fetch,
            ...(setup.replay === undefined ? {} : { resumeStreamIsReplay: setup.replay }),
          })
        : network.transport;
    const transport = {
      resumeStreamIsReplay: inner.resumeStreamIsReplay,
      sendMessages: async (request) => this.response(await inner.sendMessages(this.request(request))),
      reconnectToStream: async (request) => this.response(await inner.reconnectToStream(request)),
    };
    const Chat = class extends ai.AbstractChat {};
    this.state = state;
    this.chat = new Chat({
      id: setup.chatId,
      state,
      transport,
      generateId: this.nextId,
      messageMetadataSchema: schemaNamed(setup.metadataSchema),
      dataPartSchemas: setup.dataSchema && { weather: schemaNamed(setup.dataSchema) },
      sendAutomaticallyWhen: this.predicate(),
      experimental_queue: setup.queue,
      ...this.callbacks(),
    });
    this.show();
  }

  request(request) {
    return request;
  }

  /** The chunks of a response, each as the chat gets it. */
  response(stream) {
    const number = this.network.exchanges.length - 1;
    return stream?.pipeThrough(
      new TransformStream({
        transform: (chunk, controller) => controller.enqueue(this.chunk(chunk, number)),
      }),
    );
  }

  chunk(chunk) {
    return chunk;
  }

  /** The message that the response goes on with, if it does. */
  continued() {
    return this.chat.activeResponse?.state.message.parts.length > 0
      ? this.chat.activeResponse.state.message
      : undefined;
  }

  forget() {
    void this.chat.stop();
  }

  close() {}
}

/** What `AbstractChat` asks for, and no more. As in AI SDK's own, a message that is pushed goes on growing. */
class PlainState {
  #status = 'ready';
  #messages;
  #changed;
  #written;
  #leaving;
  #queued = [];
  error = undefined;
  isQuiet = false;

  constructor(messages, { changed, written, leaving }) {
    this.#messages = messages;
    this.#leaving = leaving;
    this.#changed = changed;
    this.#written = written;
  }

  get status() {
    return this.#status;
  }

  set status(status) {
    this.#status = status;
    if (!this.isQuiet) this.#changed();
  }

  get messages() {
    return this.#messages;
  }

  set messages(messages) {
    this.#messages = messages;
    if (!this.isQuiet) this.#changed();
  }

  get experimental_queuedMessages() {
    return this.#queued;
  }

  set experimental_queuedMessages(queued) {
    // What leaves the queue by itself is the first, and is added next.
    this.#left =
      this.#queued.length === queued.length + 1 && this.#queued[1] === queued[0] ? this.#queued[0] : undefined;
    this.#queued = queued;
    if (!this.isQuiet) this.#changed();
  }

  #left;

  pushMessage = (message) => {
    if (message === this.#left) this.#leaving();
    this.#written(message);
    this.messages = [...this.#messages, message];
  };

  popMessage = () => {
    this.messages = this.#messages.slice(0, -1);
  };

  replaceMessage = (index, message) => {
    this.#written(message);
    this.messages = this.#messages.with(index, this.snapshot(message));
  };

  snapshot = (value) => structuredClone(value);
}

/** Ours. */
export class Ours extends Side {
  constructor(setup) {
    super(setup);
    this.open(structuredClone(setup.messages ?? []));
  }

  open(messages) {
    const { setup, network } = this;
    const transport =
      setup.transport === 'http'
        ? new HttpChatTransport({
            ...structuredClone(setup.http),
            fetch: network.fetch,
            ...(setup.replay === undefined ? {} : { resumeStreamIsReplay: setup.replay }),
          })
        : network.transport;
    this.chat = new ChatController({
      id: setup.chatId,
      messages,
      transport,
      notify: 'chunk',
      generateId: this.nextId,
      messageMetadataSchema: schemaNamed(setup.metadataSchema),
      dataPartSchemas: setup.dataSchema && { weather: schemaNamed(setup.dataSchema) },
      sendAutomaticallyWhen: this.predicate(),
      experimental_queue: setup.queue,
      ...this.callbacks(),
    });
    this.chat.subscribe(this.ofNow(() => this.show()));
    this.show();
  }

  /** A turn that failed gives nothing there, and one that does not begin rejects. */
  async turn(promise) {
    const { ok, error } = await promise;
    if (!ok && !this.told.has(error) && !this.told.has(error.cause)) throw error;
  }

  forget() {
    this.chat.dispose();
  }

  close() {
    this.chat.dispose();
  }
}
