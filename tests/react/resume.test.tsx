// Going on with a response after the connection broke while the page was hidden.

import { type UseChatHelpers, useChat } from 'countersign/react';
import { ScriptedTransport, say } from 'countersign/testing';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { open, settle } from './page/page.js';

const broken = [...say('One ').slice(0, 4), { fail: new TypeError('network error') }];
const rest = say('two').slice(3);

afterEach(() => vi.restoreAllMocks());

async function becomes(visibility: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  await settle();
}

async function openChat(transport: ScriptedTransport, resume = true) {
  let chat: UseChatHelpers | undefined;
  const App = () => {
    chat = useChat({ id: 'a', transport, resume });
    const texts = chat.messages.flatMap(({ parts }) => parts.flatMap((part) => ('text' in part ? [part.text] : [])));
    return <p>{[chat.status, ...texts].join('|')}</p>;
  };
  const page = await open(<App />);
  await settle();
  await act(async () => void chat?.sendMessage({ text: 'Hi' }));
  await settle();
  return page;
}

function breaking(resume: ConstructorParameters<typeof ScriptedTransport>[0]) {
  const transport = new ScriptedTransport({ responses: [broken], resumeStreamIsReplay: false, ...resume });
  return transport;
}

test('the response goes on where it was once the page is shown again', async () => {
  const transport = breaking({});
  const page = await openChat(transport);
  expect(page.text).toBe('error|Hi|One ');
  vi.spyOn(transport, 'reconnectToStream').mockImplementation(
    async () =>
      new ReadableStream({
        start(controller) {
          for (const chunk of rest) controller.enqueue(chunk);
          controller.close();
        },
      }),
  );
  await becomes('hidden');
  await becomes('visible');
  expect(page.text).toBe('ready|Hi|One two');
});

test('nothing is asked for while the page is hidden', async () => {
  const transport = breaking({});
  await openChat(transport);
  const before = transport.reconnects;
  await becomes('hidden');
  expect(transport.reconnects).toBe(before);
});

test('nothing is asked for where the component does not want to resume', async () => {
  const transport = breaking({});
  await openChat(transport, false);
  await becomes('visible');
  expect(transport.reconnects).toBe(0);
});

test('nothing is asked for after a response that ended', async () => {
  const transport = new ScriptedTransport({ responses: [say('One')] });
  await openChat(transport);
  const before = transport.reconnects;
  await becomes('visible');
  expect(transport.reconnects).toBe(before);
});

test('a connection that turns out to be broken after the page is shown is resumed too', async () => {
  const transport = new ScriptedTransport({
    responses: [[...broken.slice(0, 4), { pause: 50 }, ...broken.slice(4)]],
    resumeStreamIsReplay: false,
  });
  await openChat(transport);
  const before = transport.reconnects;
  await becomes('visible');
  expect(transport.reconnects).toBe(before);
  await act(() => new Promise((resolve) => setTimeout(resolve, 80)));
  expect(transport.reconnects).toBe(before + 1);
});

test('a component that is gone asks for nothing', async () => {
  const transport = breaking({});
  const page = await openChat(transport);
  const before = transport.reconnects;
  await page.close();
  await becomes('visible');
  expect(transport.reconnects).toBe(before);
});
