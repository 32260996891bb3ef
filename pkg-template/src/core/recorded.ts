import type { Core } from './generated/core.js';
import type { MessageStore } from './message-store.js';
import { skeleton } from './skeleton.js';

/** The Rust side of a conversation, and the values that it names by number. */
export interface Engine {
  core: Core;
  store: MessageStore;
}

/** What only looks at the state. */
const questions = new Set<PropertyKey>([
  'messages',
  'status',
  'store',
  'isBlocked',
  'keepsEvents',
  'isOpen',
  'willQueue',
  'item',
  'itemNumbered',
  'auditSince',
  'exportHuman',
  'free',
]);

/** Begins a record: an engine that writes what is asked of it, and its lines. */
export function beginRecord(plain: Engine, settings: number): { engine: Engine; lines: string[] } {
  const [run, token] = [plain.core.nextRun(), plain.core.nextToken()];
  const lines: string[] = [JSON.stringify({ trace: 1, settings, run, token })];
  return { engine: recorded(plain, (line) => lines.push(line)), lines };
}

/** Writes the conversation as it is, so that the record can begin with it. */
export function recordState(plain: Engine, engine: Engine, lines: string[], messages: readonly unknown[]): void {
  const saved = plain.core.exportHuman();
  const list = messages.map((message) => ({ host: engine.store.hand(message), skeleton: skeleton(message) }));
  lines.push(JSON.stringify({ call: 'setMessages', args: [JSON.stringify(list)] }));
  lines.push(JSON.stringify({ call: 'importHuman', args: [saved] }));
  for (const { host } of list) engine.store.release(host);
}

/** The same engine, which writes a line for each call before it is made. */
function recorded({ core, store }: Engine, write: (line: string) => void): Engine {
  return {
    core: watched(core, (name, args) => {
      if (!questions.has(name)) write(JSON.stringify({ call: name, args: args.map(argument) }));
    }),
    store: {
      hand(value) {
        const number = store.hand(value);
        write(handed(number, value));
        return number;
      },
      release(number) {
        write(JSON.stringify({ release: number }));
        store.release(number);
      },
      handed: (number) => store.handed(number),
      metadataWith: (message, value) => store.metadataWith(message, value),
      get queued() {
        return store.queued;
      },
      get approvals() {
        return store.approvals;
      },
      get inputRequests() {
        return store.inputRequests;
      },
      get grants() {
        return store.grants;
      },
    },
  };
}

function watched(core: Core, note: (name: string, args: unknown[]) => void): Core {
  return new Proxy(core, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        note(String(name), args);
        return member.apply(target, args);
      };
    },
  });
}

/** The line of a value; what JSON cannot hold is null. */
function handed(number: number, value: unknown): string {
  try {
    return JSON.stringify({ hand: number, value });
  } catch {
    return JSON.stringify({ hand: number, value: null });
  }
}

/** Bytes as text where they are, so that a person can read the trace. */
function argument(value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  const bytes = value as Uint8Array;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { bytes: [...bytes] };
  }
}
