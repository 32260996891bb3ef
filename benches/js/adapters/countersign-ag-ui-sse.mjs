import { ChatController, lastAssistantMessageIsComplete } from 'countersign';
import { AgUiTransport } from 'countersign/ag-ui';
import { sseResponse } from '../workloads/network.mjs';
import { toAguiEvents, toAiHistory, toSse } from '../workloads/wire.mjs';
import { aiResult, ids, readLast } from './ai-sdk-chat.mjs';

export default {
  id: 'countersign-ag-ui-sse',
  label: 'ChatController + AgUiTransport (bytes)',
  keepsEarlier: true,
  async open({ fixture, probe, pace, frame }) {
    const bytes = toSse(toAguiEvents(fixture.reply), { frame });
    const finished = Promise.withResolvers();
    const chat = new ChatController({
      messages: toAiHistory(fixture.history),
      generateId: ids(),
      transport: new AgUiTransport({ url: 'http://local/agui', fetch: async () => sseResponse(bytes, { pace }) }),
      sendAutomaticallyWhen: fixture.answers ? lastAssistantMessageIsComplete : undefined,
      onFinish: () => finished.resolve(),
      onError: (error) => finished.reject(error),
    });
    chat.subscribe(() => probe.notify(readLast(chat.getSnapshot().messages)));
    return {
      get messages() {
        return chat.messages;
      },
      send: () => chat.sendMessage({ text: fixture.prompt }),
      settled: () => finished.promise,
      result: () => aiResult(chat.messages),
      close: () => chat.dispose(),
    };
  },
};
