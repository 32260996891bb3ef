// The demo's agent on Trigger.dev: the same tools, the same story, another back end.

import { chat } from '@trigger.dev/sdk/ai';
import { mockChatAgent } from '@trigger.dev/sdk/ai/test'; // before anything that makes an agent
import { TriggerChatTransport } from '@trigger.dev/sdk/chat';
import { isStepCount } from 'ai';
import { createOutbox } from '../../../www/server/outbox.mjs';
import { scriptedModel } from '../../../www/server/scripted-model.mjs';
import { createTools } from '../../../www/server/tools.mjs';
import { bridgeSession } from '../trigger/session-bridge.mjs';
import { Conversation } from './conversation.mjs';

let agents = 0;

/** @param {{ pace?: number }} options `pace`: milliseconds between two words of the agent. */
export async function startTriggerAgent({ pace = 0 } = {}) {
  const id = `demo-${++agents}`;
  const chatId = `chat-${agents}`;
  const outbox = createOutbox();
  /** What `onTurnComplete` was told, oldest first. */
  const turns = [];
  chat.agent({
    id,
    tools: createTools({ chatId, outbox }),
    onTurnComplete: async ({ uiMessages, stopped }) =>
      void turns.push({ messages: structuredClone(uiMessages), stopped }),
    run: async ({ messages, tools, signal, streamText }) =>
      streamText({ model: scriptedModel({ pace }), messages, tools, abortSignal: signal, stopWhen: isStepCount(8) }),
  });
  const harness = mockChatAgent({ id }, { chatId });
  const bridge = await bridgeSession(harness);
  const transports = [];
  /** How a transport reaches the agent. */
  const connection = {
    task: id,
    baseURL: bridge.url,
    startSession: async () => ({ publicAccessToken: 'token' }),
    accessToken: async () => 'fresh-token',
  };

  return {
    chatId,
    connection,
    turns,
    bridge,
    mailsSent: () => outbox.sent(chatId),
    /** A client of this chat; with what another one saved, the same chat after a reload. */
    converse({ messages, session } = {}) {
      const transport = new TriggerChatTransport({
        ...connection,
        ...(session ? { sessions: { [chatId]: session } } : {}),
      });
      transports.push(transport);
      const conversation = new Conversation({ id: chatId, transport, messages });
      return Object.assign(conversation, { session: () => transport.getSession(chatId) });
    },
    async stop() {
      for (const transport of transports) transport.dispose();
      await bridge.close();
      await harness.close();
    },
  };
}
