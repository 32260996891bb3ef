// AI SDK's own server half: streamText and its tools are real, the model is a script.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import {
  convertToModelMessages,
  createUIMessageStream,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  tool,
  toUIMessageStream,
} from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { HttpChatTransport } from 'countersign';
import { z } from 'zod';
import { Conversation } from './conversation.mjs';

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

/** What the model says in a step: texts, and calls as `[id, tool, input]`. */
function spoken(parts) {
  const chunks = parts.flatMap((part, at) =>
    typeof part === 'string'
      ? [
          { type: 'text-start', id: `t${at}` },
          { type: 'text-delta', id: `t${at}`, delta: part },
          { type: 'text-end', id: `t${at}` },
        ]
      : [{ type: 'tool-call', toolCallId: part[0], toolName: part[1], input: JSON.stringify(part[2]) }],
  );
  const reason = parts.every((part) => typeof part === 'string') ? 'stop' : 'tool-calls';
  return [
    { type: 'stream-start', warnings: [] },
    ...chunks,
    { type: 'finish', finishReason: { unified: reason, raw: reason }, usage },
  ];
}

/**
 * @param {unknown[][]} script What the model says, by step.
 * @param {{ pace?: number }} options `pace`: the milliseconds between what it says.
 */
export async function startAiSdkServer(script, { pace = null } = {}) {
  const server = createServer();
  /** What the model was told, step by step. */
  const prompts = [];
  /** The mails that were sent. */
  const sent = [];
  /** What a tool asks while it runs, by the id of the question. */
  const asked = new Map();

  const model = new MockLanguageModelV4({
    doStream: async ({ prompt }) => {
      const parts = script[prompts.push(prompt) - 1] ?? ['Nothing more to say.'];
      return {
        stream: simulateReadableStream({ chunks: spoken(parts), initialDelayInMs: pace, chunkDelayInMs: pace }),
      };
    },
  });

  const tools = (writer) => ({
    askUser: tool({ inputSchema: z.object({ question: z.string() }) }),
    sendEmail: tool({
      inputSchema: z.object({ to: z.string() }),
      needsApproval: true,
      execute: (mail) => {
        sent.push(mail.to);
        return { sent: true };
      },
    }),
    // A question of the server's own: it waits inside the tool until somebody answers.
    bookRoom: tool({
      inputSchema: z.object({ day: z.string() }),
      execute: async ({ day }, { toolCallId }) => {
        const answer = new Promise((resolve) => asked.set(toolCallId, resolve));
        const schema = { type: 'object', properties: { seats: { type: 'integer', minimum: 1 } }, required: ['seats'] };
        writer.write({
          type: 'data-input-request',
          id: toolCallId,
          data: { id: toolCallId, message: `How many seats on ${day}?`, schema },
        });
        return await answer;
      },
    }),
  });

  server.on('request', async (request, response) => {
    const body = await json(request);
    if (request.url === '/answers') {
      asked.get(body.id)?.(body.response);
      response.writeHead(asked.delete(body.id) ? 204 : 409).end();
      return;
    }
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const stream = createUIMessageStream({
      originalMessages: body.messages,
      generateId: () => 'answer',
      execute: async ({ writer }) => {
        const all = tools(writer);
        const result = streamText({
          model,
          tools: all,
          messages: await convertToModelMessages(body.messages, { tools: all }),
          stopWhen: isStepCount(5),
          abortSignal: gone.signal,
        });
        writer.merge(toUIMessageStream({ stream: result.stream, tools: all }));
      },
    });
    const { status, headers, body: bytes } = createUIMessageStreamResponse({ stream });
    response.writeHead(status, Object.fromEntries(headers));
    Readable.fromWeb(bytes)
      .on('error', () => {})
      .pipe(response);
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    prompts,
    sent,
    /** A conversation with the server. `requests` has the bodies that it sent. */
    converse(init = {}) {
      const requests = [];
      const transport = new HttpChatTransport({
        api: `${url}/chat`,
        fetch: (api, request) => {
          requests.push(JSON.parse(request.body));
          return fetch(api, request);
        },
      });
      return Object.assign(new Conversation({ transport, ...init }), { requests });
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
