// StrictMode renders and runs effects twice; hot reloads and Activity run them again.

import { type UseChatHelpers, useChat } from 'countersign/react';
import { ScriptedTransport, say } from 'countersign/testing';
import * as React from 'react';
import { act, StrictMode, useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { open, settle } from './page/page.js';

const answering = () =>
  new ScriptedTransport({ resume: say('Resumed', { messageId: 'a' }), responses: [say('Hello')] });

function Text({ chat }: { chat: UseChatHelpers }) {
  const texts = chat.messages.flatMap(({ parts }) => parts.flatMap((part) => ('text' in part ? [part.text] : [])));
  return <p>{[chat.status, ...texts].join(' ')}</p>;
}

test('resuming makes one connection, and it lasts', async () => {
  const transport = answering();
  const signals: (AbortSignal | undefined)[] = [];
  const watching = Object.assign(Object.create(transport), {
    reconnectToStream: (options: { abortSignal?: AbortSignal }) => {
      signals.push(options.abortSignal);
      return transport.reconnectToStream(options as never);
    },
  });
  const App = () => <Text chat={useChat({ id: 'a', transport: watching, resume: true })} />;
  const page = await open(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await settle();
  expect(transport.reconnects).toBe(1);
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  expect(page.text).toBe('ready Resumed');
});

test('what is sent while mounting is not stopped by the second run of effects', async () => {
  const transport = answering();
  let sent = false;
  const App = () => {
    const chat = useChat({ transport });
    useEffect(() => {
      if (sent) return;
      sent = true;
      void chat.sendMessage({ text: 'Hi' });
    });
    return <Text chat={chat} />;
  };
  const page = await open(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await settle();
  expect(transport.requests.map(({ abortSignal }) => abortSignal?.aborted)).toEqual([false]);
  expect(page.text).toBe('ready Hi Hello');
});

test('every render and effect sees one conversation', async () => {
  const seen = new Set<unknown>();
  const App = () => {
    const { chat } = useChat();
    useEffect(() => {
      seen.add(chat);
    });
    return null;
  };
  const page = await open(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await page.show(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  expect(seen.size).toBe(1);
});

test('two components that resume one conversation make one connection', async () => {
  const transport = answering();
  const { Chat } = await import('countersign/react');
  const chat = new Chat({ id: 'a', transport });
  const App = () => <Text chat={useChat({ chat, resume: true })} />;
  await open(
    <StrictMode>
      <App />
      <App />
    </StrictMode>,
  );
  await settle();
  expect(transport.reconnects).toBe(1);
});

test('a transition that React throws away takes no conversation away', async () => {
  const transport = answering();
  let go: (id: string) => void = () => {};
  let urgent: () => void = () => {};
  let chat: UseChatHelpers | undefined;
  const never = new Promise<never>(() => {});
  const Waits = ({ id }: { id: string }) => {
    if (id === 'b') throw never;
    return null;
  };
  const App = () => {
    const [id, setId] = useState('a');
    const [, setCount] = useState(0);
    go = (next) => React.startTransition(() => setId(next));
    urgent = () => setCount((count) => count + 1);
    chat = useChat({ id, transport });
    return (
      <>
        <Text chat={chat} />
        <Waits id={id} />
      </>
    );
  };
  const page = await open(
    <React.Suspense fallback="…">
      <App />
    </React.Suspense>,
  );
  await act(async () => void chat?.sendMessage({ text: 'Hi' }));
  await settle();
  await act(async () => go('b'));
  await act(async () => urgent());
  expect(page.text).toBe('ready Hi Hello');
});

const { Activity } = React as { Activity?: typeof React.Activity };

test.runIf(Activity !== undefined)(
  'a component that is hidden and shown again goes on with its conversation',
  async () => {
    const Hiding = Activity as typeof React.Activity;
    const transport = answering();
    let chat: UseChatHelpers | undefined;
    const App = () => {
      chat = useChat({ transport });
      return <Text chat={chat} />;
    };
    const shown = (mode: 'visible' | 'hidden') => (
      <Hiding mode={mode}>
        <App />
      </Hiding>
    );
    const page = await open(shown('visible'));
    await page.show(shown('hidden'));
    await settle();
    await page.show(shown('visible'));
    await act(async () => void chat?.sendMessage({ text: 'Hi' }));
    await settle();
    expect(page.text).toBe('ready Hi Hello');
  },
);
