// The frame around the messages.

import type { UIMessage } from 'ai';
import { Conversation, LocaleProvider, type ToolCallSlot } from 'countersign/components';
import { ar } from 'countersign/locales';
import { callTool, say } from 'countersign/testing';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { open } from '../react/page/page.js';
import { click } from './found.js';
import { inAct, one, scriptedChat } from './scripted-chat.js';

const answer = (...parts: UIMessage['parts']): UIMessage[] => [
  { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
  { id: 'a', role: 'assistant', parts },
];

const status = (container: HTMLElement) => one(container, '.countersign-status').textContent?.trim();

const notice = (container: HTMLElement) => container.querySelector('.countersign-notice');

test('shows the messages by who wrote them, and what is given while there are none', async () => {
  const { chat } = scriptedChat([say('Hello, Ana.')]);
  const page = await open(<Conversation chat={chat}>Nothing said yet.</Conversation>);
  expect(page.text).toContain('Nothing said yet.');
  await inAct(() => chat.sendMessage({ text: 'Hello' }));
  expect(page.text).not.toContain('Nothing said yet.');
  const [mine, its] = [...page.container.querySelectorAll('article')];
  expect(mine?.getAttribute('aria-label')).toBe('You');
  expect(mine?.textContent).toBe('Hello');
  expect(its?.getAttribute('aria-label')).toBe('Agent');
  expect(its?.textContent).toBe('Hello, Ana.');
});

test('shows reasoning folded, sources by their titles, and other files by their names', async () => {
  const { chat } = scriptedChat([], {
    messages: answer(
      { type: 'reasoning', text: 'A greeting.', state: 'done' },
      { type: 'text', text: 'Hello', state: 'done' },
      { type: 'file', mediaType: 'application/pdf', filename: 'plan.pdf', url: 'https://files.example/plan.pdf' },
      { type: 'source-url', sourceId: 's1', url: 'https://lantern.example/2', title: 'Lantern 2.0' },
      { type: 'source-document', sourceId: 's2', mediaType: 'text/plain', title: 'Notes' },
    ),
  });
  const { container } = await open(<Conversation chat={chat} />);
  const reasoning = one<HTMLDetailsElement>(container, '.countersign-reasoning');
  expect(reasoning.open).toBe(false);
  expect(reasoning.textContent).toBe('ReasoningA greeting.');
  expect([...container.querySelectorAll('.countersign-sources li')].map((item) => item.textContent)).toEqual([
    'Lantern 2.0',
    'Notes',
  ]);
  for (const link of container.querySelectorAll('a')) expect(link.rel).toContain('noopener noreferrer');
  expect([...container.querySelectorAll('a')].map(({ href }) => href)).toEqual([
    'https://files.example/plan.pdf',
    'https://lantern.example/2',
  ]);
});

test('makes no link of an address that does not lead to the web', async () => {
  const { chat } = scriptedChat([], {
    messages: answer(
      { type: 'file', mediaType: 'text/html', filename: 'run', url: 'javascript:alert(1)' },
      { type: 'source-url', sourceId: 's', url: 'vscode://run', title: 'Run' },
      { type: 'file', mediaType: 'text/html', filename: 'page', url: 'data:text/html,<script>alert(1)</script>' },
    ),
  });
  const { container } = await open(<Conversation chat={chat} />);
  expect(container.querySelectorAll('a')).toHaveLength(0);
  expect(container.textContent).toContain('run');
});

test('shows a picture that the message holds, and asks no server for one', async () => {
  const picture = 'data:image/png;base64,iVBORw0KGgo=';
  const { chat } = scriptedChat([], {
    messages: answer(
      { type: 'file', mediaType: 'image/png', filename: 'chart.png', url: picture },
      { type: 'file', mediaType: 'image/png', filename: 'pixel.png', url: 'https://tracker.example/pixel.png' },
      { type: 'file', mediaType: 'image/svg+xml', filename: 'drawing.svg', url: 'data:image/svg+xml,<svg/>' },
    ),
  });
  const { container } = await open(<Conversation chat={chat} />);
  expect([...container.querySelectorAll('img')].map(({ src, alt }) => [src, alt])).toEqual([[picture, 'chart.png']]);
});

test('gives a tool call, data and files to whoever shows them, with their place', async () => {
  const { chat } = scriptedChat([], {
    messages: answer(
      { type: 'tool-pick', toolCallId: 'c1', state: 'input-available', input: { of: 2 } },
      { type: 'data-weather', data: 'rain' },
    ),
  });
  const calls: ToolCallSlot[] = [];
  const renderToolCall = (call: ToolCallSlot) => {
    calls.push(call);
    return <p>{call.part.toolCallId}</p>;
  };
  const renderData = ({ part }: { part: { data: unknown } }) => <p>{String(part.data)}</p>;
  const { text } = await open(<Conversation chat={chat} renderToolCall={renderToolCall} renderData={renderData} />);
  expect(text).toContain('c1');
  expect(text).toContain('rain');
  expect(calls[0]).toMatchObject({ isLast: true, isBusy: false, message: { id: 'a' } });
});

test('a part that cannot be shown takes nothing else with it', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => complaints.mockRestore());
  const { chat } = scriptedChat([], {
    messages: answer(
      { type: 'text', text: 'Before.' },
      { type: 'tool-pick', toolCallId: 'c1', state: 'input-available', input: null },
      { type: 'text', text: 'After.' },
    ),
  });
  const renderToolCall = ({ part }: ToolCallSlot) => <p>{(part.input as { to: string }).to}</p>;
  const { text } = await open(<Conversation chat={chat} renderToolCall={renderToolCall} />);
  expect(text).toContain('Before.This part cannot be shown.After.');
});

test('a message that did not change is not rendered again while another one grows', async () => {
  const { chat } = scriptedChat([say('More')], {
    messages: answer({ type: 'tool-pick', toolCallId: 'c1', state: 'output-available', input: {}, output: 1 }),
  });
  let renders = 0;
  const renderToolCall = () => {
    renders++;
    return <p>call</p>;
  };
  await open(<Conversation chat={chat} renderToolCall={renderToolCall} />);
  await inAct(() => chat.sendMessage({ text: 'More' }));
  // Once, and once more as it is the last message no longer.
  expect(renders).toBe(2);
});

test('says what the agent is doing, and how much waits', async () => {
  const { chat, transport, decide, fill } = scriptedChat([
    [{ type: 'start' }, { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Hm' }, { pause: 1e6 }],
  ]);
  const { container } = await open(<Conversation chat={chat} />);
  expect(status(container)).toBe('Ready');
  await inAct(() => void chat.sendMessage({ text: 'Hello' }));
  expect(status(container)).toBe('The agent is writing…');
  await inAct(() => chat.stop());
  expect(status(container)).toBe('Ready');
  await inAct(() => void decide('c1'));
  expect(status(container)).toBe('Waiting for you');
  await inAct(() => void fill('r1'));
  expect(status(container)).toBe('Waiting for you: 2 answers');
  await inAct(() => chat.stop());
  transport.add(callTool('pick', {}));
  await inAct(() => chat.sendMessage({ text: 'Ask me' }));
  expect(status(container)).toBe('Waiting for you');
});

test('an error is told with a way on, which sends what was said again', async () => {
  const { chat, transport } = scriptedChat([new Error('The line is dead.'), say('Here I am.')]);
  const page = await open(<Conversation chat={chat} />);
  await inAct(() => chat.sendMessage({ text: 'Hello' }));
  expect(notice(page.container)?.textContent).toContain('That did not work. The line is dead.');
  expect(status(page.container)).toBe('Stopped by an error');
  await page.press('Try again');
  expect(notice(page.container)).toBeNull();
  expect(page.text).toContain('Here I am.');
  expect(transport.requests).toHaveLength(2);
});

test('an error can be dismissed, and what was said can be sent later', async () => {
  const { chat, transport } = scriptedChat([new Error('The line is dead.'), say('Here I am.')]);
  const page = await open(<Conversation chat={chat} />);
  await inAct(() => chat.sendMessage({ text: 'Hello' }));
  await page.press('Dismiss');
  expect(notice(page.container)?.textContent).toContain('The agent has not taken this up yet.');
  expect(transport.requests).toHaveLength(1);
  await page.press('Go on');
  expect(page.text).toContain('Here I am.');
});

test('a reply that broke off is told anew from what was finished', async () => {
  const { chat, transport } = scriptedChat([say('Whole.')], {
    messages: answer(
      { type: 'text', text: 'Done.', state: 'done' },
      { type: 'text', text: 'Hal', state: 'streaming' },
      { type: 'tool-search', toolCallId: 'c1', state: 'input-available', input: {} },
    ),
  });
  const page = await open(<Conversation chat={chat} serverTools={['search']} />);
  expect(notice(page.container)?.textContent).toContain('This reply is not finished.');
  await page.press('Go on');
  const [request] = transport.requests;
  expect(request?.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'Done.', state: 'done' }]);
});

test('an answer of unknown outcome is said to be so, and sent again when the person asks', async () => {
  const { chat, transport } = scriptedChat([
    callTool('send', {}, { approvalId: 'ap', messageId: 'a' }),
    [{ type: 'start', messageId: 'a' }, { fail: new Error('cut') }],
    [
      { type: 'start', messageId: 'a' },
      { type: 'tool-output-available', toolCallId: 'call-1', output: 'ok' },
      ...say('Sent.').slice(1),
    ],
  ]);
  const page = await open(<Conversation chat={chat} />);
  await inAct(() => chat.sendMessage({ text: 'Send it' }));
  await inAct(() => chat.respondToApproval('ap', true));
  expect(notice(page.container)?.textContent).toMatch(/^Outcome unknown\..*It was not sent again\./s);
  expect(transport.requests).toHaveLength(2);
  // The card of the call says it too, and is inert for a moment.
  await click(notice(page.container) as HTMLElement, 'Send again');
  expect(transport.requests).toHaveLength(3);
  expect(notice(page.container)).toBeNull();
});

test('what a back end asks that stands in no message is shown after the last one', async () => {
  const { chat, decide, fill } = scriptedChat();
  const renderItem = ({ item }: { item: { kind: string; id: string } }) => <p>{item.kind}</p>;
  const page = await open(<Conversation chat={chat} renderItem={renderItem} />);
  await inAct(() => {
    void decide('c1');
    void fill('r1');
  });
  expect(one(page.container, '.countersign-messages').textContent).toBe('approvalinput');
});

/** Gives a list a height, which simulated pages do not have. */
function withHeights(list: HTMLElement, heights: { scrollHeight: number; clientHeight: number }) {
  for (const [name, read] of Object.entries({
    scrollHeight: () => heights.scrollHeight,
    clientHeight: () => heights.clientHeight,
  })) {
    Object.defineProperty(list, name, { configurable: true, get: read });
  }
  return heights;
}

test('the end stays in sight until the reader goes elsewhere, and again when they come back', async () => {
  const { chat } = scriptedChat([say('One'), say('Two'), say('Three'), say('Four')]);
  const page = await open(<Conversation chat={chat} />);
  const list = one(page.container, '.countersign-log');
  const heights = withHeights(list, { scrollHeight: 500, clientHeight: 100 });
  const scrollTo = (top: number) =>
    inAct(() => {
      list.scrollTop = top;
      list.dispatchEvent(new Event('scroll'));
    });
  await inAct(() => chat.sendMessage({ text: '1' }));
  expect(list.scrollTop).toBe(500);
  await scrollTo(400);
  await scrollTo(150);
  heights.scrollHeight = 600;
  await inAct(() => chat.sendMessage({ text: '2' }));
  expect(list.scrollTop).toBe(150);
  await scrollTo(500);
  heights.scrollHeight = 700;
  await inAct(() => chat.sendMessage({ text: '3' }));
  expect(list.scrollTop).toBe(700);
  await scrollTo(600);
  await scrollTo(100);
  await page.press('Jump to the latest');
  expect(list.scrollTop).toBe(700);
});

test('content that shrinks does not look like a reader who goes elsewhere', async () => {
  const { chat } = scriptedChat([say('One'), say('Two')]);
  const page = await open(<Conversation chat={chat} />);
  const list = one(page.container, '.countersign-log');
  const heights = withHeights(list, { scrollHeight: 500, clientHeight: 100 });
  await inAct(() => chat.sendMessage({ text: '1' }));
  heights.scrollHeight = 450;
  await inAct(() => {
    list.scrollTop = 300;
    list.dispatchEvent(new Event('scroll'));
  });
  heights.scrollHeight = 800;
  await inAct(() => chat.sendMessage({ text: '2' }));
  expect(list.scrollTop).toBe(800);
});

test('the conversation is read in the direction of its language', async () => {
  const { chat } = scriptedChat();
  const { container } = await open(
    <LocaleProvider locale={ar}>
      <Conversation chat={chat} />
    </LocaleProvider>,
  );
  const root = one(container, '.countersign-conversation');
  expect([root.dir, root.lang]).toEqual(['rtl', 'ar']);
});

test('is the same on a server and in StrictMode, without a warning', async () => {
  const complaints = vi.spyOn(console, 'error');
  onTestFinished(() => complaints.mockRestore());
  const { chat } = scriptedChat([], { messages: answer({ type: 'text', text: 'Hello' }) });
  const element = (
    <StrictMode>
      <Conversation chat={chat} />
    </StrictMode>
  );
  const page = await open(element, { html: renderToString(element) });
  expect(page.text).toContain('Hello');
  expect(complaints).not.toHaveBeenCalled();
});

test('shows the application’s own tools, and tells it what is decided, without a slot of its own', async () => {
  const { chat, decide, fill } = scriptedChat();
  const told: unknown[] = [];
  const { container, press } = await open(
    <Conversation
      chat={chat}
      inertMs={0}
      tools={{ send: { title: 'Send a mail', input: (input) => <p>To {(input as { to: string }).to}</p> } }}
      onToolApproval={(approved, toolCallId) => told.push([approved, toolCallId])}
      onToolDecision={(decision) => told.push(decision)}
      onInputResponse={(response) => told.push(response)}
    />,
  );
  const decided = decide('c1');
  const filled = fill('r1');
  await inAct(() => {});
  expect(container.textContent).toContain('To a@b.c');
  await press('Allow');
  await press('Decline');
  expect(told).toEqual([[true, 'c1'], { approved: true }, { action: 'decline' }]);
  expect(await decided).toEqual({ approved: true });
  expect(await filled).toEqual({ action: 'decline' });
});
