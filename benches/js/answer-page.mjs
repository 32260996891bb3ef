// The page on which somebody clicks Allow while an answer streams in.
import { HttpChatTransport, lastAssistantMessageIsComplete } from 'countersign';
import { useChat } from 'countersign/react';
import { createElement, memo } from 'react';
import { createRoot } from 'react-dom/client';

const times = { clicked: undefined, shown: undefined, ended: undefined, sent: undefined };
globalThis.times = times;

let requests = 0;
const transport = new HttpChatTransport({
  api: '/chat',
  async fetch(url, init) {
    requests++;
    if (requests === 2) times.sent = performance.now();
    const response = await fetch(url, init);
    if (requests > 1) return response;
    const ending = new TransformStream({
      flush() {
        times.ended = performance.now();
      },
    });
    return new Response(response.body.pipeThrough(ending), response);
  },
});

addEventListener(
  'click',
  (event) => {
    // The time of the press itself: what it waited for the page counts.
    times.clicked = event.timeStamp;
  },
  true,
);
new MutationObserver(() => {
  if (times.shown !== undefined || document.querySelector('.answered') === null) return;
  requestAnimationFrame(() => {
    times.shown = performance.now();
  });
}).observe(document, { subtree: true, childList: true, attributes: true });

const history = Array.from({ length: 200 }, (_, number) => ({
  id: `h${number}`,
  role: number % 2 === 0 ? 'user' : 'assistant',
  parts: [{ type: 'text', text: 'Some earlier words of this conversation. '.repeat(10) }],
}));

const Message = memo(({ message, allow }) =>
  createElement(
    'div',
    null,
    message.parts.map((part, index) => {
      if (part.type === 'text') return createElement('p', { key: index }, part.text);
      if (part.toolCallId === undefined) return null;
      const isAsked = part.state === 'approval-requested';
      return createElement(
        'section',
        { key: index, className: isAsked ? 'asked' : 'answered' },
        isAsked
          ? createElement('button', { type: 'button', onClick: () => allow(part.approval.id) }, 'Allow')
          : 'Allowed',
      );
    }),
  ),
);

function Page() {
  const chat = useChat({ messages: history, transport, sendAutomaticallyWhen: lastAssistantMessageIsComplete });
  const allow = (id) => chat.addToolApprovalResponse({ id, approved: true });
  globalThis.send = () => chat.sendMessage({ text: 'Go' });
  return createElement(
    'main',
    null,
    chat.messages.map((message) => createElement(Message, { key: message.id, message, allow })),
  );
}

createRoot(document.getElementById('root')).render(createElement(Page));
