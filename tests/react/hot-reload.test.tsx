// A component that is edited while the page runs keeps its conversation.

import { type UseChatHelpers, useChat } from 'countersign/react';
import { ScriptedTransport, say } from 'countersign/testing';
import { act } from 'react';
import Refresh from 'react-refresh/runtime';
import { expect, test, vi } from 'vitest';

// React asks for this before it is loaded.
vi.hoisted(async () => {
  const { default: runtime } = await import('react-refresh/runtime');
  runtime.injectIntoGlobalHook(globalThis as never);
});

const transport = new ScriptedTransport({
  responses: [[...say('One').slice(0, 4), { pause: 1500 }, ...say('').slice(4)]],
});
let chat: UseChatHelpers | undefined;
const finished: string[] = [];

/** The component, as one version of its file makes it. */
function version(name: string) {
  const App = () => {
    chat = useChat({ transport, onFinish: () => void finished.push(name) });
    const texts = chat.messages.flatMap(({ parts }) => parts.flatMap((part) => ('text' in part ? [part.text] : [])));
    return <p>{[name, chat.status, ...texts].join(' ')}</p>;
  };
  Refresh.register(App, 'App');
  Refresh.setSignature(App, 'useChat');
  return App;
}

test('the conversation and its response outlive an edit; callbacks are the new ones', async () => {
  const { open, settle } = await import('./page/page.js');
  const First = version('first');
  const page = await open(<First />);
  await act(async () => void chat?.sendMessage({ text: 'Hi' }));
  await settle();
  const before = chat?.chat;
  version('second');
  await act(async () => void Refresh.performReactRefresh());
  await settle();
  expect(page.text).toBe('second streaming Hi One');
  expect(chat?.chat).toBe(before);
  await act(() => new Promise((resolve) => setTimeout(resolve, 2000)));
  expect(page.text).toBe('second ready Hi One');
  expect(finished).toEqual(['second']);
});
