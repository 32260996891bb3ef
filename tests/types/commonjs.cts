// How a program of CommonJS sees the declarations of every entry.

import countersign = require('countersign');
import react = require('countersign/react');
import slim = require('countersign/slim');
import slimReact = require('countersign/slim/react');
import transcript = require('countersign/transcript');

export type Testing = typeof import('countersign/testing');

const chat = new countersign.ChatController({ sendAutomaticallyWhen: transcript.lastAssistantMessageIsComplete });
export const role: 'system' | 'user' | 'assistant' | undefined = chat.lastMessage?.role;
export const hooks: (() => { status: countersign.ChatController['status'] })[] = [react.useChat, slimReact.useChat];
export const loaded: Promise<void> = slim.init();

// @ts-expect-error a decision names its approval
chat.addToolApprovalResponse({ approved: true });
