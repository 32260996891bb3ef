// A real server on loopback that answers by a script, and keeps what it was sent.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** As text, and parsed. */
  text: string;
  json: Record<string, unknown>;
}

/** Chunks of a stream, or whatever else is to be answered. */
export type Reply = readonly object[] | ((response: ServerResponse, request: Received) => void);

export interface LoopbackServer {
  readonly url: string;
  readonly requests: Received[];
  /** The replies to come, in order. */
  readonly replies: Reply[];
}

/** Listens until the test ends. */
export async function listen(...replies: Reply[]): Promise<LoopbackServer> {
  const requests: Received[] = [];
  const server = createServer(async (message, response) => {
    let text = '';
    for await (const piece of message.setEncoding('utf8')) text += piece;
    const { method = '', url = '', headers } = message;
    const request = { method, path: url, headers, text, json: text === '' ? {} : JSON.parse(text) };
    requests.push(request);
    const reply = replies.shift() ?? refuse(500, 'The script has no more replies.');
    if (typeof reply === 'function') reply(response, request);
    else stream(reply)(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/api/chat`, requests, replies };
}

/** A response of AI SDK's protocol. */
export function stream(chunks: readonly object[]): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end('data: [DONE]\n\n');
  };
}

export function refuse(
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
