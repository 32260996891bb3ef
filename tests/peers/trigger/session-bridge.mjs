// Trigger.dev's session endpoints on 127.0.0.1, in front of an agent that runs in its own test harness:
//
//   POST …/sessions/ID/in/append     what the client sends, one record at a time
//   GET  …/sessions/ID/out           every record that the agent wrote, as S2 batches in server-sent events
//
// The client talks to it through the real TriggerChatTransport; nothing of Trigger.dev's cloud is involved.
import { once } from 'node:events';
import http from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { sessionStreams } from '@trigger.dev/core/v3';

/** Milliseconds between two looks at what the agent has written. */
const LOOK_EVERY = 4;
const CONTROL = 'trigger:';

/** @param {import('@trigger.dev/sdk/ai/test').MockChatAgentHarness} harness */
export async function bridgeSession(harness) {
  /** What the client appended, oldest first. */
  const appended = [];
  /** Sequence numbers by the name that the client gave the record: a repeated one counts once. */
  const known = new Map();
  /** How many appends from now on are refused with 401. */
  const bridge = { appended, refuse: 0 };

  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://bridge');
    if (request.method === 'POST' && pathname.endsWith('/in/append')) return append(request, response);
    if (request.method === 'GET' && pathname.endsWith('/out')) return stream(request, response);
    response.writeHead(404).end();
  });

  async function append(request, response) {
    const chunks = await request.toArray();
    if (bridge.refuse > 0) {
      bridge.refuse -= 1;
      return json(response, 401, { ok: false });
    }
    const name = request.headers['x-part-id'];
    if (!known.has(name)) {
      const record = JSON.parse(Buffer.concat(chunks).toString());
      appended.push(record);
      deliver(record);
      await setImmediate(); // the harness numbers a record as it arrives
      known.set(name, sessionStreams.lastSeqNum(harness.chatId, 'in'));
    }
    json(response, 200, { ok: true, seq: known.get(name) });
  }

  /** Hands a record to the agent. When its turn is over is seen on the way out. */
  function deliver({ kind, payload, message }) {
    if (kind === 'stop') harness.sendStop(message);
    else if (payload.trigger === 'regenerate-message') harness.sendRegenerate();
    else if (payload.trigger === 'action') harness.sendAction(payload.action);
    else harness.sendMessage(payload.message);
  }

  function stream(request, response) {
    const after = request.headers['last-event-id'];
    let next = after === undefined ? 0 : Number(after) + 1;
    const records = harness.allRawChunks;
    const isSettled = request.headers['x-peek-settled'] === '1' && records.at(-1)?.type === `${CONTROL}turn-complete`;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'x-stream-version': 'v2',
      ...(isSettled ? { 'x-session-settled': 'true' } : {}),
    });
    response.flushHeaders();
    const write = () => {
      const fresh = harness.allRawChunks.slice(next).map((chunk, offset) => recordOf(chunk, next + offset));
      if (fresh.length === 0) return;
      const tail = next + fresh.length;
      const batch = { records: fresh, tail: { seq_num: tail, timestamp: timeOf(tail) } };
      response.write(`id: ${next},${tail - 1},0\nevent: batch\ndata: ${JSON.stringify(batch)}\n\n`);
      next = tail;
    };
    write();
    if (isSettled) return response.end('data: [DONE]\n\n');
    const timer = setInterval(write, LOOK_EVERY);
    response.on('close', () => clearInterval(timer));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(bridge, {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

/** A chunk as a record of the stream; control chunks are all header. */
function recordOf(chunk, number) {
  const common = { seq_num: number, timestamp: timeOf(number) };
  if (!chunk.type.startsWith(CONTROL)) {
    return { ...common, headers: [], body: JSON.stringify({ data: chunk, id: `part-${number}` }) };
  }
  const headers = [['trigger-control', chunk.type.slice(CONTROL.length)]];
  if (chunk.sessionInEventId !== undefined) headers.push(['session-in-event-id', String(chunk.sessionInEventId)]);
  return { ...common, headers, body: '' };
}

function timeOf(number) {
  return 1_700_000_000_000 + number;
}

function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
