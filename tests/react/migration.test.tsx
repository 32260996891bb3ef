// One component on AI SDK's useChat and on ours, by nothing but the import.

import { useChat as useAiSdkChat } from '@ai-sdk/react';
import {
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIDataTypes,
  type UIMessage,
} from 'ai';
import { useChat as useOurChat } from 'countersign/react';
import { callTool, say } from 'countersign/testing';
import { describe, expect, test, vi } from 'vitest';
import { frames, open, settle } from './page/page.js';
import { ScriptedServer } from './page/scripted-server.js';

interface Option {
  id: string;
  label: string;
}

type MyMessage = UIMessage<
  unknown,
  UIDataTypes,
  {
    askUser: { input: { question: string; options: Option[] }; output: { optionId: string } };
    sendEmail: { input: { to: string }; output: { sent: boolean } };
  }
>;

/** The component: it is typed for AI SDK's hook. */
function makeChat(useChat: typeof useAiSdkChat<MyMessage>) {
  return function Chat({ messages: saved, seen }: { messages?: MyMessage[]; seen: (messages: MyMessage[]) => void }) {
    let ids = 0;
    const { messages, status, error, sendMessage, regenerate, stop, addToolOutput, addToolApprovalResponse } = useChat({
      id: 'chat',
      ...(saved === undefined ? {} : { messages: saved }),
      generateId: () => `id-${++ids}`,
      sendAutomaticallyWhen: ({ messages }) =>
        lastAssistantMessageIsCompleteWithToolCalls({ messages }) ||
        lastAssistantMessageIsCompleteWithApprovalResponses({ messages }),
    });
    seen(messages);
    const busy = status === 'submitted' || status === 'streaming';
    return (
      <main>
        <output>{status}</output>
        {error && <strong>{error.message}</strong>}
        {messages.map((message) => (
          <article key={message.id} data-role={message.role}>
            {message.parts.map((part, index) => {
              const key = `${message.id}-${index}`;
              if (part.type === 'text') return <p key={key}>{part.text}</p>;
              if (part.type === 'tool-askUser' && part.state === 'input-available') {
                return (
                  <fieldset key={key} disabled={busy}>
                    <legend>{part.input.question}</legend>
                    {part.input.options.map(({ id, label }) => (
                      <button
                        key={id}
                        type="button"
                        onClick={() =>
                          addToolOutput({ tool: 'askUser', toolCallId: part.toolCallId, output: { optionId: id } })
                        }
                      >
                        {label}
                      </button>
                    ))}
                  </fieldset>
                );
              }
              if (part.type === 'tool-sendEmail' && part.state === 'approval-requested') {
                const { id } = part.approval;
                return (
                  <fieldset key={key} disabled={busy}>
                    <legend>{part.input.to}</legend>
                    <button type="button" onClick={() => addToolApprovalResponse({ id, approved: true })}>
                      Allow
                    </button>
                    <button
                      type="button"
                      onClick={() => addToolApprovalResponse({ id, approved: false, reason: 'Not now' })}
                    >
                      Deny
                    </button>
                  </fieldset>
                );
              }
              if ('toolCallId' in part) {
                return <pre key={key}>{JSON.stringify([part.type, part.state, part.input ?? null])}</pre>;
              }
              return null;
            })}
          </article>
        ))}
        <button type="button" onClick={() => sendMessage({ text: 'Book a table' })}>
          Send
        </button>
        <button type="button" onClick={() => regenerate()}>
          Again
        </button>
        <button type="button" onClick={() => stop()}>
          Stop
        </button>
      </main>
    );
  };
}

const clients = {
  theirs: makeChat(useAiSdkChat),
  ours: makeChat(useOurChat as typeof useAiSdkChat<MyMessage>),
};

type Client = keyof typeof clients;

/** What a person and a server do, one after the other. */
type Step = { press: string } | { chunk: object } | { end: true } | { cut: true } | { refuse: [number, string] };

const press = (label: string): Step => ({ press: label });
const end: Step = { end: true };
const chunks = (list: object[]): Step[] => [...list.map((chunk) => ({ chunk })), end];

/** Mounts a component and goes through the steps; keeps the page after each. */
async function play(client: Client, steps: Step[], messages?: MyMessage[]) {
  const server = new ScriptedServer();
  // Ours renders once per frame; these come soon.
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => Number(setTimeout(run, 1)));
  vi.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation((timer) => clearTimeout(timer));
  const Chat = clients[client];
  let shown: MyMessage[] = [];
  const seen = (messages: MyMessage[]) => {
    shown = messages;
  };
  const page = await open(<Chat {...(messages === undefined ? {} : { messages })} seen={seen} />);
  const pages = [page.container.innerHTML];
  for (const step of steps) {
    if ('press' in step) await page.press(step.press);
    else if ('chunk' in step) server.send(step.chunk);
    else if ('end' in step) server.end();
    else if ('cut' in step) server.cut();
    else server.refuse(...step.refuse);
    await settle();
    await frames(1, 6);
    pages.push(page.container.innerHTML);
  }
  await page.close();
  return { pages, requests: server.requests, messages: shown };
}

const question = callTool(
  'askUser',
  {
    question: 'Which table?',
    options: [
      { id: 'in', label: 'Inside' },
      { id: 'out', label: 'Outside' },
    ],
  },
  { messageId: 'a' },
);
const mail = callTool('sendEmail', { to: 'a@b.c' }, { messageId: 'a', toolCallId: 'call-2', approvalId: 'ap' });
const sent = [
  { type: 'start', messageId: 'a' },
  { type: 'tool-output-available', toolCallId: 'call-2', output: { sent: true } },
];
const denied = [
  { type: 'start', messageId: 'a' },
  { type: 'tool-output-denied', toolCallId: 'call-2' },
];
const done = say('Done, see you.', { messageId: 'a' }).slice(1);

const conversations: Record<string, Step[]> = {
  'a question, its answer, and what follows in the same message': [
    press('Send'),
    ...chunks(question),
    press('Outside'),
    ...chunks(say('A table outside.', { messageId: 'a' })),
  ],
  'a question whose input arrives in pieces': [
    press('Send'),
    ...[
      { type: 'start', messageId: 'a' },
      { type: 'start-step' },
      { type: 'tool-input-start', toolCallId: 'call-1', toolName: 'askUser' },
      ...['{"ques', 'tion":"Wh', 'ich?","opt', 'ions":[{"id":"a","la', 'bel":"A"}]}'].map((inputTextDelta) => ({
        type: 'tool-input-delta',
        toolCallId: 'call-1',
        inputTextDelta,
      })),
      {
        type: 'tool-input-available',
        toolCallId: 'call-1',
        toolName: 'askUser',
        input: { question: 'Which?', options: [{ id: 'a', label: 'A' }] },
      },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'tool-calls' },
    ].map((chunk) => ({ chunk })),
    end,
    press('A'),
    ...chunks(say('A then.', { messageId: 'a' })),
  ],
  'an approval that is allowed': [press('Send'), ...chunks(mail), press('Allow'), ...chunks([...sent, ...done])],
  'an approval that is denied with a reason': [
    press('Send'),
    ...chunks(mail),
    press('Deny'),
    ...chunks([...denied, ...done]),
  ],
  'a question and an approval in one message, one after the other': [
    press('Send'),
    ...chunks(question),
    press('Inside'),
    ...chunks([...mail]),
    press('Allow'),
    ...chunks([...sent, ...done]),
  ],
  'a refused request and another try': [
    { refuse: [500, 'The kitchen is on fire'] },
    press('Send'),
    press('Again'),
    ...chunks(say('Better now.', { messageId: 'a' })),
  ],
  'an error in the middle of a response': [
    press('Send'),
    ...chunks([...say('Half', { messageId: 'a' }).slice(0, 4), { type: 'error', errorText: 'out of order' }]),
  ],
  'a connection that breaks': [
    press('Send'),
    ...say('Half', { messageId: 'a' })
      .slice(0, 4)
      .map((chunk) => ({ chunk })),
    { cut: true },
  ],
  'a stop in the middle of a text': [
    press('Send'),
    ...say('Half', { messageId: 'a' })
      .slice(0, 4)
      .map((chunk) => ({ chunk })),
    press('Stop'),
    press('Send'),
    ...chunks(say('Whole', { messageId: 'b' })),
  ],
  'another answer to the same question': [
    press('Send'),
    ...chunks(say('One', { messageId: 'a' })),
    press('Again'),
    ...chunks(say('Two', { messageId: 'b' })),
  ],
};

describe('the page is the same at every step, and so is every request', () => {
  for (const [name, steps] of Object.entries(conversations)) {
    test(name, async () => {
      const theirs = await play('theirs', steps);
      const ours = await play('ours', steps);
      expect(ours.pages).toEqual(theirs.pages);
      expect(ours.requests).toEqual(theirs.requests);
      expect(theirs.pages).toHaveLength(steps.length + 1);
      expect(new Set(theirs.pages).size).toBeGreaterThan(2);
    });
  }
});

describe('a conversation that was saved while an approval waits', () => {
  const asking = [press('Send'), ...chunks(mail)];
  for (const [answer, rest] of [
    ['Allow', [...sent, ...done]],
    ['Deny', [...denied, ...done]],
  ] as const) {
    for (const [saving, answering] of [
      ['ours', 'theirs'],
      ['theirs', 'ours'],
    ] as const) {
      test(`by ${saving} is answered by ${answering}: ${answer}`, async () => {
        const saved = await play(saving, asking);
        const restored = JSON.parse(JSON.stringify(saved.messages)) as MyMessage[];
        const steps = [press(answer), ...chunks(rest as object[])];
        const other = await play(answering, steps, restored);
        const same = await play(saving, steps, restored);
        expect(other.pages).toEqual(same.pages);
        expect(other.requests).toEqual(same.requests);
        expect(other.requests).toHaveLength(1);
        expect(other.pages.at(-1)).toContain('Done, see you.');
      });
    }
  }
});

describe('a conversation that was saved while a question waits', () => {
  for (const [saving, answering] of [
    ['ours', 'theirs'],
    ['theirs', 'ours'],
  ] as const) {
    test(`by ${saving} is answered by ${answering}`, async () => {
      const saved = await play(saving, [press('Send'), ...chunks(question)]);
      const restored = JSON.parse(JSON.stringify(saved.messages)) as MyMessage[];
      const steps = [press('Inside'), ...chunks(done)];
      const other = await play(answering, steps, restored);
      const same = await play(saving, steps, restored);
      expect(other.pages).toEqual(same.pages);
      expect(other.requests).toEqual(same.requests);
      expect(other.requests).toHaveLength(1);
    });
  }
});
