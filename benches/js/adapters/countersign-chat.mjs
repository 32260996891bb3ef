import { ChatController, HttpChatTransport, lastAssistantMessageIsComplete } from 'countersign';
import { sseResponse, streamOf } from '../workloads/network.mjs';
import { toAiChunks, toAiHistory, toSse } from '../workloads/wire.mjs';
import { aiResult, answerWith, ids, readLast } from './ai-sdk-chat.mjs';

/** Our own transport on bytes, or a transport of the application's that yields chunk objects. */
export function countersignTransport(fixture, { sse, pace, frame }) {
  const chunks = toAiChunks(fixture.reply);
  if (!sse) return { sendMessages: async () => streamOf(chunks, { pace }), reconnectToStream: async () => null };
  const bytes = toSse(chunks, { frame, done: '[DONE]' });
  return new HttpChatTransport({ api: 'http://local/api/chat', fetch: async () => sseResponse(bytes, { pace }) });
}

export const countersignAutoSend = (fixture) => (fixture.answers ? lastAssistantMessageIsComplete : undefined);

export function makeCountersign({ id, label, sse, notify }) {
  return {
    id,
    label,
    keepsEarlier: true,
    async open({ fixture, probe, pace, frame }) {
      const finished = Promise.withResolvers();
      const chat = new ChatController({
        messages: toAiHistory(fixture.history),
        generateId: ids(),
        transport: countersignTransport(fixture, { sse, pace, frame }),
        sendAutomaticallyWhen: countersignAutoSend(fixture),
        onFinish: () => finished.resolve(),
        onError: (error) => finished.reject(error),
        ...(notify === undefined ? {} : { notify }),
      });
      chat.subscribe(() => probe.notify(readLast(chat.getSnapshot().messages)));
      return {
        get messages() {
          return chat.messages;
        },
        send: () => chat.sendMessage({ text: fixture.prompt }),
        answer: (number) => answerWith(chat, fixture, number),
        settled: () => finished.promise,
        result: () => aiResult(chat.messages),
        close: () => chat.dispose(),
      };
    },
  };
}
