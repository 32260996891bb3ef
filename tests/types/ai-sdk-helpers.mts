// Components that are typed for what AI SDK's hook gives.

import type { UseChatHelpers as AiSdkHelpers } from '@ai-sdk/react';
import type { AbstractChat, UIMessage } from 'ai';
import { Chat, type UseChatHelpers, type useChat } from 'countersign/react';
import type { MyMessage } from './ai-sdk.mjs';

declare const chat: ReturnType<typeof useChat<MyMessage>>;

// Where AI SDK's helpers are wanted, ours will do.

export const helpers: AiSdkHelpers<MyMessage> = chat;
declare const untyped: ReturnType<typeof useChat>;
export const anyHelpers: AiSdkHelpers<UIMessage> = untyped;
export function show(props: AiSdkHelpers<MyMessage>): string {
  return props.status;
}
show(chat);
export type Every = { [Name in keyof AiSdkHelpers<MyMessage>]: UseChatHelpers<MyMessage>[Name] };

// A conversation has everything that AI SDK's has, for code that makes its own.

export const own: Omit<AbstractChat<MyMessage>, '~resumeStreamIfDisconnected'> = new Chat<MyMessage>();
