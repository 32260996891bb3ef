// A recorded session of an agent on Trigger.dev: the n-th append gets the n-th recorded response, and the n-th
// connection for what the agent writes gets the bytes of the n-th recorded one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TriggerChatTransport } from '@trigger.dev/sdk/chat';

const ROOT = new URL('../../fixtures/trigger/', import.meta.url).pathname;

/** The folders of sessions, a scenario each. */
export function sessions() {
  return readdirSync(ROOT)
    .filter((name) => name.startsWith('T'))
    .sort();
}

/** What was recorded of an agent that was not asked through a session: the chunks of its second turn among them. */
export function customAgent() {
  return JSON.parse(readFileSync(join(ROOT, 'C01-customAgent-createSession/result.json'), 'utf8'));
}

export class RecordedSession {
  chatId;
  /** What was appended, and what was connected to, in order. */
  sent = [];
  connected = [];

  #folder;
  #transports = [];

  constructor(name) {
    this.chatId = `trig-${name}`;
    this.#folder = join(ROOT, name);
  }

  /** The recorded appends; of a denied one nothing is known but that. */
  get requests() {
    return this.#numbered('in-append-', '.json')
      .map((name) => this.#json(name))
      .map(({ denied, url, auth, source, body }) => (denied ? { denied } : { url, auth, source, body }));
  }

  get connections() {
    return this.#json('out-connections.json');
  }

  messages(page) {
    return this.#json(`${page === undefined ? '' : `client${page}-`}final-messages.json`);
  }

  /** A transport of a page; with the state of an earlier one, the page after a reload. */
  transport(state) {
    const transport = new TriggerChatTransport({
      task: 'recorded',
      baseURL: 'http://recorded',
      startSession: async () => ({ publicAccessToken: 'pat-1' }),
      accessToken: async () => 'pat-refreshed',
      fetch: this.#fetch,
      ...(state === undefined ? {} : { sessions: { [this.chatId]: structuredClone(state) } }),
    });
    this.#transports.push(transport);
    return transport;
  }

  end() {
    for (const transport of this.#transports) transport.dispose();
  }

  #fetch = async (url, { method = 'GET', headers, body, signal }) => {
    const { pathname } = new URL(url);
    const given = new Headers(headers);
    return method === 'POST' ? this.#append(pathname, given, body) : this.#out(given, signal);
  };

  #append(pathname, headers, text) {
    const recorded = this.requests[this.sent.length];
    if (recorded?.denied) {
      this.sent.push({ denied: true });
      return Response.json({ ok: false }, { status: 401 });
    }
    const seq = this.sent.filter(({ denied }) => !denied).length;
    this.sent.push({
      url: pathname,
      auth: headers.get('authorization'),
      source: headers.get('x-trigger-source'),
      text,
    });
    return Response.json({ ok: true, seq });
  }

  #out(headers, signal) {
    const number = this.connected.length;
    this.connected.push({
      lastEventId: headers.get('last-event-id'),
      peek: headers.get('x-peek-settled'),
      timeout: headers.get('timeout-seconds'),
    });
    const isSettled = this.connections[number]?.settled === true;
    const bytes = readFileSync(join(this.#folder, `out-${number}.sse`));
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes));
        if (isSettled) return controller.close();
        // The agent goes on listening: only the page ends the connection.
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    const type = { 'content-type': 'text/event-stream', 'x-stream-version': 'v2' };
    return new Response(body, { headers: isSettled ? { ...type, 'x-session-settled': 'true' } : type });
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
