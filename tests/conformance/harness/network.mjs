// A network of which the script is the server: it records what is asked and
// answers when it is told to. One kind speaks HTTP, the other one hands chunk
// objects over, as a transport of the application's own does.

const encoder = new TextEncoder();

/** One request, and the answer to it as far as the script has given it. */
class Exchange {
  constructor(asked, signal) {
    this.asked = asked;
    this.signal = signal;
    this.isAnswered = false;
    this.isOpen = false;
    this.isCancelled = false;
    /** The bytes of the response so far. */
    this.written = [];
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.answer.catch(() => {});
    signal?.addEventListener('abort', () => this.#abort());
  }

  open() {
    this.isAnswered = true;
    this.isOpen = true;
    return new ReadableStream({
      start: (controller) => {
        this.controller = controller;
      },
      cancel: () => {
        this.isCancelled = true;
        this.isOpen = false;
      },
    });
  }

  push(value) {
    if (this.isOpen) this.controller.enqueue(value);
  }

  end() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.controller.close();
  }

  breakOff(error) {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.controller.error(error);
  }

  #abort() {
    if (!this.isAnswered) this.reject(this.signal.reason);
    this.breakOff(this.signal.reason);
  }
}

/** The errors that a script can name. */
export function errorNamed(name) {
  switch (name) {
    case 'network':
      return new TypeError('Failed to fetch');
    case 'body':
      return new TypeError('network error');
    case 'other':
      return new Error('the connector fell off');
    default:
      throw new Error(`no error is called ${name}`);
  }
}

class Network {
  exchanges = [];

  _ask(asked, signal) {
    const exchange = new Exchange(asked, signal);
    this.exchanges.push(exchange);
    return exchange;
  }

  /** What has been asked so far, and what became of it. */
  seen() {
    return this.exchanges.map(({ asked, signal }) => ({ ...asked, isAborted: signal?.aborted === true }));
  }

  /** The request that waits for an answer: the oldest one. */
  get waiting() {
    return this.exchanges.find((exchange) => !exchange.isAnswered && !exchange.signal?.aborted);
  }

  /** The response that is being written: the newest one, or the one of this request. */
  writing(request) {
    return request === undefined
      ? this.exchanges.findLast((exchange) => exchange.isOpen)
      : this.exchanges[request]?.isOpen
        ? this.exchanges[request]
        : undefined;
  }
}

/** A server behind `fetch`. */
export class HttpNetwork extends Network {
  fetch = (url, { method, headers, body, credentials, signal } = {}) =>
    this._ask({ url: String(url), method, headers: { ...headers }, credentials, body }, signal).answer;

  respond({ status = 200, headers = {}, body } = {}) {
    const exchange = this.waiting;
    if (exchange === undefined) return;
    if (status === 200 && body === undefined) {
      exchange.resolve(new Response(exchange.open(), { status, headers }));
    } else {
      exchange.isAnswered = true;
      const empty = status === 204 || body === null;
      exchange.resolve(new Response(empty ? null : body, { status, headers }));
    }
  }

  refuse(error) {
    const exchange = this.waiting;
    if (exchange === undefined) return;
    exchange.isAnswered = true;
    exchange.reject(error);
  }

  chunk(chunk, request) {
    this.bytes(encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`), request);
  }

  bytes(bytes, request) {
    const exchange = this.writing(request);
    exchange?.written.push(...bytes);
    exchange?.push(bytes);
  }
}

/** A transport that hands chunk objects over. */
export class ChunkNetwork extends Network {
  constructor(resumeStreamIsReplay) {
    super();
    this.transport = {
      resumeStreamIsReplay,
      sendMessages: (request) => this.#asked('send', request),
      reconnectToStream: (request) => this.#asked('reconnect', request),
    };
  }

  #asked(kind, { abortSignal, ...request }) {
    return this._ask({ kind, request: JSON.stringify(request) }, abortSignal).answer;
  }

  respond({ status = 200 } = {}) {
    const exchange = this.waiting;
    if (exchange === undefined) return;
    if (status === 204) {
      exchange.isAnswered = true;
      exchange.resolve(null);
    } else if (status === 200) {
      exchange.resolve(exchange.open());
    } else {
      this.refuse(Object.assign(new Error(`refused with ${status}`), { statusCode: status }));
    }
  }

  refuse(error) {
    const exchange = this.waiting;
    if (exchange === undefined) return;
    exchange.isAnswered = true;
    exchange.reject(error);
  }

  chunk(chunk, request) {
    this.writing(request)?.push(structuredClone(chunk));
  }

  bytes() {
    throw new Error('a transport of chunk objects takes no bytes');
  }
}
