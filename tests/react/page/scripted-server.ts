// A server behind `fetch` that answers when the test says so, chunk by chunk.

import { onTestFinished, vi } from 'vitest';

export interface Received {
  url: string;
  method: string;
  /** As text, so that requests are compared byte by byte. */
  body: string | undefined;
}

export class ScriptedServer {
  readonly requests: Received[] = [];
  #response: ReadableStreamDefaultController<Uint8Array> | undefined;
  #refusal: Response | undefined;

  /** Puts it behind `fetch` until the test ends. */
  constructor() {
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => this.#answer(url, init));
    onTestFinished(() => void vi.unstubAllGlobals());
  }

  /** The next request is refused. */
  refuse(status: number, text: string): void {
    this.#refusal = new Response(text, { status });
  }

  send(chunk: object): void {
    this.#response?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`));
  }

  end(): void {
    this.#response?.enqueue(new TextEncoder().encode('data: [DONE]\n\n'));
    this.#response?.close();
    this.#response = undefined;
  }

  cut(): void {
    this.#response?.error(new TypeError('network error'));
    this.#response = undefined;
  }

  async #answer(url: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> {
    this.requests.push({ url, method, body: body as string | undefined });
    if (this.#refusal !== undefined) {
      const refusal = this.#refusal;
      this.#refusal = undefined;
      return refusal;
    }
    return new Response(
      new ReadableStream({
        start: (controller) => {
          this.#response = controller;
          signal?.addEventListener('abort', () => {
            this.#response = undefined;
            controller.error(new DOMException('aborted', 'AbortError'));
          });
        },
        cancel: () => {
          this.#response = undefined;
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    );
  }
}
