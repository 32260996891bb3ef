// A recorded server of AI SDK: it answers the n-th request with the n-th response that was recorded.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('../../fixtures/ai-sdk/ai7-server/', import.meta.url).pathname;

/** The folders, a scenario each. */
export function recordings() {
  return readdirSync(ROOT).sort();
}

export class Recording {
  /** The bodies of the requests that were made of it, as they were sent. */
  sent = [];

  #folder;
  /** What to do with a response before its end, by its number. */
  #cuts = new Map();
  #more;

  constructor(name) {
    this.#folder = join(ROOT, name);
  }

  /** The bodies of the recorded requests. */
  get requests() {
    return this.#numbered('request-', '.json').map((name) => this.#json(name).body);
  }

  /** What the recorded client showed in the end; of several clients the one of that number. */
  messages(client) {
    return this.#json(`${client === undefined ? '' : `client${client}-`}final-messages.json`);
  }

  /** What the server says to one more request than were recorded. */
  also(chunks) {
    this.#more = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`);
  }

  /** The bytes of a response, an event each. */
  events(number) {
    if (this.#more !== undefined && number === this.requests.length) return this.#more;
    const text = readFileSync(join(this.#folder, `response-${number}.sse`), 'utf8');
    return text.split(/(?<=\n\n)/).filter((event) => event !== '');
  }

  /** From that event on the response waits until it is released, or stopped. */
  hold(number, event) {
    const cut = Promise.withResolvers();
    this.#cuts.set(number, { event, over: cut.promise });
    return cut.resolve;
  }

  /** The connection breaks before that event. */
  breakOff(number, event) {
    const over = Promise.reject(new TypeError('terminated'));
    over.catch(() => undefined);
    this.#cuts.set(number, { event, over });
  }

  /** To be given to a transport. A request to resume gets the response `resumed`. */
  fetch = async (_, { method = 'GET', body, signal }) => {
    if (method === 'GET') return this.#response(this.resumed, signal);
    this.sent.push(body);
    return this.#response(this.sent.length - 1, signal);
  };

  #response(number, signal) {
    const events = this.events(number);
    const cut = this.#cuts.get(number);
    const stopped = new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    stopped.catch(() => undefined);
    let next = 0;
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async pull(controller) {
        if (cut !== undefined && next === cut.event) await Promise.race([cut.over, stopped]);
        if (next === events.length) return controller.close();
        controller.enqueue(encoder.encode(events[next++]));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  #json(name) {
    return JSON.parse(readFileSync(join(this.#folder, name), 'utf8'));
  }

  #numbered(start, end) {
    const names = readdirSync(this.#folder).filter((name) => name.startsWith(start) && name.endsWith(end));
    return names.sort(
      (a, b) => Number(a.slice(start.length, -end.length)) - Number(b.slice(start.length, -end.length)),
    );
  }
}
