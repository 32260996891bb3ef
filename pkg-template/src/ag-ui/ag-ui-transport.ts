import type { UIMessage } from 'ai';
import type { AnyMessage } from '../any-message.js';
import { ChatError, type ChatErrorData, chatError } from '../chat-error.js';
import type { AgUiThread, Core } from '../core/generated/core.js';
import { core } from '../core/wasm.js';
import { fetchBody, plainHeaders, type Resolvable, resolve } from '../transport/fetching.js';
import type { SendRequest } from '../transport/http-chat-transport.js';

/** A tool whose calls the page answers, as AG-UI has it. */
export interface AgUiTool {
  name: string;
  description: string;
  /** The JSON Schema of its arguments. */
  parameters?: unknown;
  /** The same, as `askUser.tool()` and AI SDK name it. */
  inputSchema?: unknown;
  metadata?: Record<string, unknown>;
}

/** Something that the agent is to know. */
export interface AgUiContext {
  description: string;
  value: string;
}

/** What every way to an agent takes. */
export interface AgUiOptions {
  /** The conversation's name. @defaultValue the chat's id */
  threadId?: string;
  /** The tools whose calls the page answers; the agent is told of them. */
  tools?: Resolvable<readonly AgUiTool[]>;
  context?: Resolvable<readonly AgUiContext[]>;
  forwardedProps?: Resolvable<Record<string, unknown>>;
  /** What is shared with the agent to begin with. */
  state?: unknown;
  /** Draws the id of a run. */
  generateRunId?: () => string;
}

/** The options of {@link AgUiTransport}. */
export interface AgUiTransportOptions extends AgUiOptions {
  /** Where the agent is. */
  url: string;
  headers?: Resolvable<Record<string, string> | Headers>;
  credentials?: Resolvable<RequestCredentials>;
  fetch?: typeof globalThis.fetch;
}

/** Hands an input over; gives the bytes of the run's events. @internal */
export type OpenRun = (
  input: string,
  request: Pick<SendRequest<UIMessage>, 'abortSignal' | 'headers'>,
) => Promise<ReadableStream<Uint8Array>>;

/**
 * Speaks AG-UI 1.0. Events are read in Rust; interrupts become approvals and
 * forms, and all answers go back in one request.
 *
 * @example
 * ```ts
 * import { ChatController, lastAssistantMessageIsComplete } from 'countersign';
 * import { AgUiTransport } from 'countersign/ag-ui';
 *
 * const chat = new ChatController({
 *   transport: new AgUiTransport({ url: '/agent' }),
 *   sendAutomaticallyWhen: lastAssistantMessageIsComplete,
 * });
 * console.log(chat.status); // 'ready'
 * ```
 */
export class AgUiTransport<M extends UIMessage = AnyMessage> {
  /** @internal */
  readonly protocol = 'ag-ui';
  readonly #options: AgUiOptions;
  readonly #open: OpenRun;
  #thread: AgUiThread | undefined;
  #state: { version: number; value: unknown } | undefined;
  #isOpening = false;
  #isRunning = () => false;

  constructor(options: AgUiTransportOptions);
  /** @internal */
  constructor(options: AgUiOptions, open: OpenRun);
  constructor(options: AgUiOptions | AgUiTransportOptions, open?: OpenRun) {
    this.#options = options;
    this.#open = open ?? overHttp(options as AgUiTransportOptions);
  }

  /** What is shared with the agent; the same value until it changes. */
  get state(): unknown {
    const thread = this.#begun();
    const version = thread.version();
    if (this.#state?.version !== version) {
      const json = thread.state();
      this.#state = { version, value: json === undefined ? undefined : JSON.parse(json) };
    }
    return this.#state.value;
  }

  /** Changes what is shared; the agent is told with the next run. */
  setState(state: unknown): void {
    this.#begun().setState(JSON.stringify(state));
  }

  /** Sends the conversation; gives the bytes of the run. @internal */
  async openResponse(request: SendRequest<M>): Promise<ReadableStream<Uint8Array>> {
    if (this.#isOpening || this.#isRunning()) {
      throw new ChatError('invalid_argument', 'A run of this conversation is under way; another has to wait for it.');
    }
    this.#isOpening = true;
    try {
      const { tools, context, forwardedProps, threadId, generateRunId } = this.#options;
      const thread = this.#begun();
      const input = {
        threadId: threadId ?? request.chatId,
        runId: (generateRunId ?? (() => globalThis.crypto.randomUUID()))(),
        tools: (await resolve(tools))?.map(asOnTheWire),
        context: await resolve(context),
        forwardedProps: { ...(await resolve(forwardedProps)), ...request.body },
      };
      const refused = thread.prepare(JSON.stringify(request.messages), JSON.stringify(input));
      if (refused !== undefined) throw chatError(JSON.parse(refused) as ChatErrorData);
      return await this.#open(thread.body(), request);
    } finally {
      this.#isOpening = false;
    }
  }

  /** A run is never looked for again: what became of it cannot be told. @internal */
  async reopenResponse(): Promise<null> {
    return null;
  }

  /** The response is one of this conversation. @internal */
  speak(chat: Core, run: number): void {
    chat.speakAgUi(run, this.#begun());
    this.#isRunning = () => chat.isOpen(run);
  }

  #begun(): AgUiThread {
    if (this.#thread === undefined) {
      this.#thread = new (core().AgUiThread)();
      if (this.#options.state !== undefined) this.#thread.setState(JSON.stringify(this.#options.state));
    }
    return this.#thread;
  }
}

function asOnTheWire({ inputSchema, ...tool }: AgUiTool): AgUiTool {
  return inputSchema === undefined ? tool : { parameters: inputSchema, ...tool };
}

function overHttp(options: AgUiTransportOptions): OpenRun {
  return async (body, { abortSignal, headers }) =>
    fetchBody(options.fetch, options.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...plainHeaders(await resolve(options.headers)),
        ...plainHeaders(headers),
      },
      body,
      credentials: await resolve(options.credentials),
      signal: abortSignal,
    });
}
