// A page that a server rendered comes to life.

import type { UIMessage } from 'ai';
import { type UseChatHelpers, useChat } from 'countersign/react';
import { ScriptedTransport, say } from 'countersign/testing';
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { open, settle } from './page/page.js';

const messages: UIMessage[] = [
  { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
  { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'Hello', state: 'done' }] },
];

test('it shows what the server showed, in one render, and works', async () => {
  const complaint = vi.spyOn(console, 'error');
  const transport = new ScriptedTransport({ responses: [say('Fine')] });
  let chat: UseChatHelpers | undefined;
  let renders = 0;
  const App = () => {
    renders++;
    chat = useChat({ id: 'a', messages, transport });
    const texts = chat.messages.flatMap(({ parts }) => parts.flatMap((part) => ('text' in part ? [part.text] : [])));
    return <p>{[chat.status, ...texts].join(' ')}</p>;
  };
  const html = renderToString(<App />);
  expect(html).toContain('ready Hi Hello');
  renders = 0;
  const page = await open(<App />, { html });
  expect(complaint).not.toHaveBeenCalled();
  expect(renders).toBe(1);
  await act(async () => void chat?.sendMessage({ text: 'And you?' }));
  await settle();
  expect(page.text).toBe('ready Hi Hello And you? Fine');
});

test('what waits can be answered', async () => {
  const complaint = vi.spyOn(console, 'error');
  const transport = new ScriptedTransport({ responses: [say('Sent', { messageId: 'a' })] });
  const waiting: UIMessage[] = [
    messages[0] as UIMessage,
    {
      id: 'a',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        {
          type: 'tool-mail',
          toolCallId: 'c',
          state: 'approval-requested',
          input: { to: 'b' },
          approval: { id: 'ap' },
        },
      ],
    },
  ];
  const App = () => {
    const { approvals, respondToApproval, status } = useChat({
      id: 'a',
      messages: waiting,
      transport,
      sendAutomaticallyWhen: () => true,
    });
    return (
      <p>
        {status}
        {approvals.map(({ id }) => (
          <button key={id} type="button" onClick={() => void respondToApproval(id, true)}>
            Allow
          </button>
        ))}
      </p>
    );
  };
  const html = renderToString(<App />);
  expect(html).toContain('Allow');
  const page = await open(<App />, { html });
  expect(complaint).not.toHaveBeenCalled();
  await page.press('Allow');
  expect(page.text).toBe('ready');
  expect(transport.requests).toHaveLength(1);
});
