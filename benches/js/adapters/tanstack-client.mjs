import { ChatClient, fetchServerSentEvents, stream } from '@tanstack/ai-client';
import { iterate, sseResponse } from '../workloads/network.mjs';
import { toAguiEvents, toSse, toTanstackHistory } from '../workloads/wire.mjs';

const readLast = (messages) => {
  const parts = messages[messages.length - 1]?.parts;
  const p = parts?.[parts.length - 1];
  if (p === undefined) return 0;
  return p.type === 'text' ? p.content.length : (p.arguments?.length ?? 0);
};
export function makeTanstack({ id, label, sse, defer }) {
  return {
    id,
    label,
    async open({ fixture, probe, pace, frame }) {
      // ChatClient waits setTimeout(0) after every live chunk unless document.hidden; 'nodefer' removes that wait.
      if (!defer) {
        if (typeof document === 'undefined') globalThis.document = Object.assign(new EventTarget(), { hidden: true });
        else if (!document.hidden) Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
      }
      const make = () => toAguiEvents(fixture.reply);
      const events = make();
      const bytes = sse ? toSse(events, { frame }) : null;
      let client, done;
      const finished = new Promise((r) => {
        done = r;
      });
      client = new ChatClient({
        id: 'c',
        initialMessages: toTanstackHistory(fixture.history),
        connection: sse
          ? fetchServerSentEvents('http://local/chat', { fetchClient: async () => sseResponse(bytes, { pace }) })
          : stream(() => iterate(events, { pace })),
        onMessagesChange: (ms) => probe.notify(readLast(ms)),
        onFinish: () => done(),
        onError: (e) => {
          throw e;
        },
      });
      return {
        send: () => client.sendMessage(fixture.prompt),
        answer(i) {
          const a = fixture.answers[i];
          return fixture.spec.w === 'W4a'
            ? client.addToolApprovalResponse({ id: a.approvalId, approved: true })
            : client.addToolResult({ toolCallId: a.toolCallId, tool: a.toolName, output: a.output });
        },
        settled: () => finished,
        result() {
          const parts = client.getMessages().at(-1).parts;
          const call = client
            .getMessages()
            .flatMap((m) => m.parts)
            .find((p) => p.type === 'tool-call' && p.id === 'call1');
          return { text: parts.filter((p) => p.type === 'text').at(-1)?.content, toolJson: call?.arguments };
        },
        close() {
          client.stop?.();
          client.unsubscribe?.();
        },
      };
    },
  };
}
