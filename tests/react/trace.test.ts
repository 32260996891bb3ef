// @vitest-environment node
// What a trace records. The native tests replay the same files and compare the
// messages. `UPDATE_TRACES=1` writes them anew.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  ChatController,
  type ChatControllerInit,
  HttpChatTransport,
  lastAssistantMessageIsComplete,
} from 'countersign';
import { callTool, flush, ScriptedTransport, SimulatedClock, say } from 'countersign/testing';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../fixtures/traces');

function controller(init: ChatControllerInit) {
  let ids = 0;
  return new ChatController({ id: 'chat', clock: new SimulatedClock(), generateId: () => `id-${++ids}`, ...init });
}

/** The trace and the messages are those that the native tests know. */
async function isKnown(name: string, chat: ChatController, lines: readonly string[]) {
  const trace = `${lines.join('\n')}\n`;
  const end = `${JSON.stringify({ status: chat.status, messages: chat.messages }, undefined, 2)}\n`;
  if (process.env.UPDATE_TRACES) {
    await writeFile(path.join(folder, `${name}.jsonl`), trace);
    await writeFile(path.join(folder, `${name}.json`), end);
  }
  expect(trace).toBe(await readFile(path.join(folder, `${name}.jsonl`), 'utf8'));
  expect(end).toBe(await readFile(path.join(folder, `${name}.json`), 'utf8'));
}

/** A server that answers in pieces of this many bytes, which cut characters in two. */
function server(replies: object[][], size: number): typeof fetch {
  return async () => {
    const text = (replies.shift() ?? []).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    const bytes = new TextEncoder().encode(text);
    return new Response(
      new ReadableStream({
        start(stream) {
          for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.subarray(at, at + size));
          stream.close();
        },
      }),
    );
  };
}

test('a conversation over HTTP: a question, a denial with a reason, an error, another try', async () => {
  const chat = controller({
    sendAutomaticallyWhen: lastAssistantMessageIsComplete,
    transport: new HttpChatTransport({
      fetch: server(
        [
          callTool('askUser', { question: 'Wär’s dir recht? 🤔' }, { messageId: 'a' }),
          callTool('sendEmail', { to: 'a@b.c' }, { messageId: 'a', toolCallId: 'call-2', approvalId: 'ap' }),
          [{ type: 'tool-output-denied', toolCallId: 'call-2' }, ...say('Nicht gesendet – schade. 🙂').slice(1)],
          [...say('Half').slice(0, 4), { type: 'error', errorText: 'out of order' }],
          say('Fine'),
        ],
        7,
      ),
    }),
  });
  const trace = chat.trace();
  await chat.sendMessage({ text: 'Grüß dich' });
  await chat.addToolOutput({ tool: 'askUser', toolCallId: 'call-1', output: { answer: 'ja' } });
  await flush();
  await chat.addToolApprovalResponse({ id: 'ap', approved: false, reason: 'zu früh' });
  await flush();
  await chat.sendMessage({ text: 'More' });
  await chat.regenerate();
  await isKnown('over-http', chat, trace.lines);
});

test('a conversation over a transport of the application, begun before the trace, with a queue', async () => {
  const transport = new ScriptedTransport({
    responses: [
      say('Hello', { messageId: 'a' }),
      [...callTool('mail', { to: 'x' }, { messageId: 'b', approvalId: 'ap' }).slice(0, -1), { pause: 1e9 }],
      say('Later', { messageId: 'c' }),
    ],
  });
  const chat = controller({ transport, experimental_queue: true });
  await chat.sendMessage({ text: 'Hi' });
  const trace = chat.trace();
  void chat.sendMessage({ text: 'One' });
  await flush();
  await chat.sendMessage({ text: 'Two' });
  await chat.stop();
  await chat.experimental_sendQueuedMessageNow(chat.experimental_queuedMessages[0]?.id ?? '');
  chat.messages = [...chat.messages.slice(1)];
  await isKnown('over-objects', chat, trace.lines);
});

test('nothing is recorded after the end', async () => {
  const chat = controller({ transport: new ScriptedTransport({ responses: [say('One'), say('Two')] }) });
  const trace = chat.trace();
  await chat.sendMessage({ text: 'Hi' });
  trace.stop();
  const { length } = trace.lines;
  await chat.sendMessage({ text: 'Hi again' });
  expect(trace.lines).toHaveLength(length);
  expect(chat.messages).toHaveLength(4);
});
