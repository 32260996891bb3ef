// How an application that is typed for AI SDK's chat, 6 or 7, sees ours.

import {
  type ChatInit,
  type ChatTransport,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import {
  type AnswerResult,
  ChatController,
  type ChatControllerInit,
  HttpChatTransport,
  type TurnResult,
} from 'countersign';
import { Chat, useChat } from 'countersign/react';

type Metadata = { model: string };
type DataParts = { progress: { percent: number } };
type Tools = {
  askUser: { input: { question: string; options: string[] }; output: { optionId: string } };
  sendEmail: { input: { to: string }; output: { sent: boolean } };
};
export type MyMessage = UIMessage<Metadata, DataParts, Tools>;

declare const chat: ReturnType<typeof useChat<MyMessage>>;

// The output of a tool is that of this tool.

chat.addToolOutput({ tool: 'askUser', toolCallId: 'c', output: { optionId: 'a' } });
chat.addToolOutput({ tool: 'askUser', toolCallId: 'c', state: 'output-error', errorText: 'no' });
chat.addToolOutput({ tool: 'sendEmail', toolCallId: 'c', output: { sent: true }, options: { body: { a: 1 } } });

// @ts-expect-error there is no such tool
chat.addToolOutput({ tool: 'askUsr', toolCallId: 'c', output: { optionId: 'a' } });
// @ts-expect-error an output of another shape
chat.addToolOutput({ tool: 'askUser', toolCallId: 'c', output: { option: 'a' } });
// @ts-expect-error the output of another tool
chat.addToolOutput({ tool: 'askUser', toolCallId: 'c', output: { sent: true } });
// @ts-expect-error no output
chat.addToolOutput({ tool: 'askUser', toolCallId: 'c' });
// @ts-expect-error a failure says what failed
chat.addToolOutput({ tool: 'askUser', toolCallId: 'c', state: 'output-error' });
// @ts-expect-error a failure has no output
chat.addToolOutput({
  tool: 'askUser',
  toolCallId: 'c',
  state: 'output-error',
  errorText: 'no',
  output: { optionId: '' },
});
// @ts-expect-error the call has to be named
chat.addToolOutput({ tool: 'askUser', output: { optionId: 'a' } });
// @ts-expect-error as strict under its earlier name
chat.addToolResult({ tool: 'askUser', toolCallId: 'c', output: { sent: true } });
// @ts-expect-error as strict on the controller
new ChatController<MyMessage>().addToolOutput({ tool: 'askUser', toolCallId: 'c', output: { sent: true } });
// @ts-expect-error a decision is made
chat.addToolApprovalResponse({ id: 'a' });
// @ts-expect-error an approval has an id
chat.addToolApprovalResponse({ approved: true });

// Answering says whether the answer was taken.

export async function answers(): Promise<AnswerResult[]> {
  const output = await chat.addToolOutput({ tool: 'askUser', toolCallId: 'c', output: { optionId: 'a' } });
  if (!output.ok) console.log(output.error.code satisfies string);
  // @ts-expect-error the set of codes is closed
  if (!output.ok) console.log(output.error.code === 'no_such_code');
  return [output, await chat.addToolApprovalResponse({ id: 'a', approved: false, reason: 'no' })];
}

// Turns say how they ended.

export async function turns(): Promise<TurnResult[]> {
  const sent = await chat.sendMessage({ text: 'Hello' });
  if (!sent.ok) console.log(sent.error.code satisfies string, sent.error.retryAfter satisfies number | undefined);
  // @ts-expect-error there is no error where it went well
  if (sent.ok) console.log(sent.error);
  return [
    sent,
    await chat.regenerate({ messageId: 'a' }),
    await chat.resumeStream(),
    await chat.experimental_sendQueuedMessageNow('q'),
    await new ChatController<MyMessage>().sendMessage(),
  ];
}

// Where a promise of nothing is wanted, as AI SDK's is, ours will do.

export const submit: (text: string) => Promise<void> = (text) => chat.sendMessage({ text });
export const again: () => Promise<void> = chat.regenerate;
export async function resume(): Promise<void> {
  return chat.resumeStream();
}
export const sendNow = (id: string): Promise<void> => chat.experimental_sendQueuedMessageNow(id);
export const all: Promise<unknown> = Promise.all([chat.sendMessage(), chat.stop()]);
chat.sendMessage().then((result) => result.ok satisfies boolean);
// @ts-expect-error a turn gives nothing else
export const other: Promise<string> = chat.sendMessage();

// Messages have the application's types.

for (const message of chat.messages) {
  message.metadata satisfies Metadata | undefined;
  for (const part of message.parts) {
    if (part.type === 'tool-askUser' && part.state === 'input-available') {
      part.input.question satisfies string;
      // @ts-expect-error no such field
      part.input.answer;
    }
    if (part.type === 'data-progress') part.data.percent satisfies number;
    // @ts-expect-error no such part
    if (part.type === 'tool-askUsr') console.log(part);
  }
}

chat.sendMessage({ text: 'Hello', metadata: { model: 'm' } }, { headers: { a: 'b' }, body: { c: 1 }, metadata: 1 });
chat.sendMessage({ parts: [{ type: 'data-progress', data: { percent: 1 } }] });
chat.sendMessage();
chat.setMessages((messages) => messages.slice(1));
// @ts-expect-error metadata of another shape
chat.sendMessage({ text: 'Hello', metadata: { modle: 'm' } });
// @ts-expect-error parts of another shape
chat.sendMessage({ parts: [{ type: 'data-progress', data: { percent: '1' } }] });
// @ts-expect-error either a text or parts
chat.sendMessage({ text: 'Hello', parts: [] });
// @ts-expect-error not messages
chat.setMessages([{ text: 'Hello' }]);
// @ts-expect-error no such status
chat.status === 'idle';

// Options are AI SDK's, with ours beside them.

const init: ChatInit<MyMessage> = {
  id: 'chat',
  messages: [],
  transport: new DefaultChatTransport<MyMessage>(),
  onToolCall: ({ toolCall }) => {
    if (toolCall.dynamic !== true && toolCall.toolName === 'askUser') toolCall.input.question satisfies string;
  },
  onFinish: ({ message, isAbort, finishReason }) => console.log(message.parts, isAbort, finishReason),
};
export function Options(): void {
  useChat();
  useChat<MyMessage>({ sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls });
  useChat<MyMessage>(init);
  useChat<MyMessage>({ ...init, throttle: 50, resume: true, onUnmount: 'detach' });
  useChat<MyMessage>({ ...init, experimental_throttle: 50 });
  useChat<MyMessage>({ chat: new Chat<MyMessage>(init), resume: true });
  // @ts-expect-error a callback of another shape
  useChat<MyMessage>({ onError: (error: number) => console.log(error) });
  // @ts-expect-error no such option
  useChat<MyMessage>({ onUnmount: 'forget' });
  // @ts-expect-error not a transport
  useChat<MyMessage>({ transport: {} });
}
new ChatController<MyMessage>({ ...init, transport: new HttpChatTransport<MyMessage>(), notify: 'frame' });
export const ours: ChatControllerInit<MyMessage> = init;

/** A transport of somebody else. */
declare const transport: ChatTransport<MyMessage>;
new ChatController<MyMessage>({ transport });
