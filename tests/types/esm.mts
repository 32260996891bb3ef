// How a program of ES modules sees the declarations of every entry.

import type { ChatInit, ChatTransport, UIMessage } from 'ai';
import { ChatController, HttpChatTransport, isToolUIPart, type WasmError, type WasmErrorCode } from 'countersign';
import { type UseChatHelpers, useChat } from 'countersign/react';
import { init, type ChatController as SlimController, type WasmInput } from 'countersign/slim';
import { useChat as useSlimChat } from 'countersign/slim/react';
import { lastAssistantMessageIsComplete } from 'countersign/transcript';

export type Testing = typeof import('countersign/testing');

type Metadata = { tokens: number };
type Message = UIMessage<Metadata, { weather: { degrees: number } }>;

const chat = new ChatController<Message>({ sendAutomaticallyWhen: lastAssistantMessageIsComplete });
export const tokens: number | undefined = chat.lastMessage?.metadata?.tokens;
export const helpers: (options: { chat: ChatController<Message> }) => UseChatHelpers<Message> = useChat;
export const slimHelpers: (options: { chat: SlimController<Message> }) => UseChatHelpers<Message> = useSlimChat;
export const code: WasmErrorCode = ({} as WasmError).code;
export const input: WasmInput = new Uint8Array();
export const loaded: Promise<void> = init(input);

// Options and transports of AI SDK are options and transports of ours.
declare const aiSdkInit: ChatInit<Message>;
declare const aiSdkTransport: ChatTransport<Message>;
export const likeAiSdk = [new ChatController(aiSdkInit), new ChatController({ transport: aiSdkTransport })];
export const ours = new ChatController({ transport: new HttpChatTransport({ api: '/chat' }) });

for (const part of chat.messages.flatMap((message) => message.parts)) {
  if (part.type === 'data-weather') part.data.degrees satisfies number;
  if (isToolUIPart(part)) part.toolCallId satisfies string;
}

// @ts-expect-error a message has no such metadata
chat.lastMessage?.metadata?.price;

// @ts-expect-error a decision names its approval
chat.addToolApprovalResponse({ approved: true });

// @ts-expect-error the default entry needs no init
export type NoInit = typeof import('countersign').init;
