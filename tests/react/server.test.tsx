// @vitest-environment node
// Rendering on a server.

import { PassThrough } from 'node:stream';
import type { UIMessage } from 'ai';
import { useChat } from 'countersign/react';
import { Suspense } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { heapInUse, wasmMemory } from './page/wasm-memory.js';

const conversation = (name: string): UIMessage[] => [
  { id: `u-${name}`, role: 'user', parts: [{ type: 'text', text: `Question ${name}` }] },
  {
    id: `a-${name}`,
    role: 'assistant',
    parts: [
      { type: 'text', text: `Answer ${name}`, state: 'done' },
      {
        type: 'tool-sendEmail',
        toolCallId: `c-${name}`,
        state: 'approval-requested',
        input: { to: name },
        approval: { id: `ap-${name}` },
      },
    ],
  },
];

function Chat({ name }: { name: string }) {
  const { messages, status, approvals } = useChat({ id: name, messages: conversation(name) });
  return (
    <main>
      {messages.flatMap(({ parts }) => parts.map((part) => ('text' in part ? `[${part.text}]` : '')))}
      {approvals.map(({ approvalId, input }) => `${approvalId}:${JSON.stringify(input)}`)}
      {status}
    </main>
  );
}

const text = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"');
const expected = (name: string) => `[Question ${name}][Answer ${name}]ap-${name}:{"to":"${name}"}ready`;

function stream(element: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    let html = '';
    const { pipe } = renderToPipeableStream(element, {
      onAllReady: () => {
        const sink = new PassThrough();
        sink.on('data', (chunk) => {
          html += chunk;
        });
        sink.on('end', () => resolve(html));
        pipe(sink);
      },
      onError: reject,
    });
  });
}

test('a page shows the messages and what waits', () => {
  expect(text(renderToString(<Chat name="one" />))).toBe(expected('one'));
});

test('a streamed page too', async () => {
  expect(text(await stream(<Chat name="one" />))).toBe(expected('one'));
});

test('pages that are rendered at the same time do not see each other', async () => {
  let open: () => void = () => {};
  let isOpen = false;
  const gate = new Promise<void>((resolve) => {
    open = () => {
      isOpen = true;
      resolve();
    };
  });
  const Late = ({ name }: { name: string }) => {
    if (!isOpen) throw gate;
    return <Chat name={name} />;
  };
  const pages = ['one', 'two', 'three'].map((name) =>
    stream(
      <Suspense>
        <Late name={name} />
      </Suspense>,
    ),
  );
  open();
  for (const [index, html] of (await Promise.all(pages)).entries()) {
    const names = ['one', 'two', 'three'];
    expect(html).toContain(`Answer ${names[index]}`);
    for (const other of names.filter((_, at) => at !== index)) expect(html).not.toContain(other);
  }
});

test('no request is made and no callback called', () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const onFinish = vi.fn();
  const App = () => <>{useChat({ resume: true, onFinish, messages: conversation('one') }).status}</>;
  renderToString(<App />);
  vi.unstubAllGlobals();
  expect(fetch).not.toHaveBeenCalled();
  expect(onFinish).not.toHaveBeenCalled();
});

describe('10 000 renders', () => {
  test('leave the memory as it was', async () => {
    const render = (count: number) => {
      for (let number = 0; number < count; number++) renderToString(<Chat name={`n${number}`} />);
    };
    render(1000);
    const before = { wasm: wasmMemory(), heap: await heapInUse() };
    render(9000);
    expect(wasmMemory()).toBe(before.wasm);
    expect((await heapInUse()) - before.heap).toBeLessThan(1_000_000);
    expect(before.wasm).toBeGreaterThan(0);
  }, 60_000);
});
