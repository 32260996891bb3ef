import { agUiBundle } from '../ag-ui-bundle.mjs';
import { iterate, sseResponse } from '../workloads/network.mjs';
import { toAguiEvents, toAguiHistory, toSse } from '../workloads/wire.mjs';

const { AbstractAgent, HttpAgent, Observable } = await import(await agUiBundle());

class EventsAgent extends AbstractAgent {
  constructor({ feed, ...c }) {
    super(c);
    this.feed = feed;
  }
  run() {
    return new Observable((sub) => {
      (async () => {
        for await (const e of this.feed()) sub.next(e);
        sub.complete();
      })().catch((e) => sub.error(e));
    });
  }
}
const readLast = (messages) => {
  const m = messages[messages.length - 1];
  if (!m) return 0;
  if (m.toolCalls?.length) return m.toolCalls[m.toolCalls.length - 1].function.arguments.length;
  return m.content?.length ?? 0;
};

export function makeAgui({ id, label, sse }) {
  return {
    id,
    label,
    async open({ fixture, probe, pace, frame }) {
      const events = toAguiEvents(fixture.reply);
      const bytes = sse ? toSse(events, { frame }) : null;
      const base = { threadId: 'th', agentId: 'ag', initialMessages: toAguiHistory(fixture.history) };
      const agent = sse
        ? new HttpAgent({ ...base, url: 'http://local/agui', fetch: async () => sseResponse(bytes, { pace }) })
        : new EventsAgent({ ...base, feed: () => iterate(events, { pace }) });
      const sub = { onMessagesChanged: ({ messages }) => probe.notify(readLast(messages)) };
      let subscribed = false,
        pending = fixture.answers?.length ?? 0,
        continuation;
      return {
        async send() {
          agent.addMessage({ id: 'u', role: 'user', content: fixture.prompt });
          await agent.runAgent({ runId: 'run' }, sub);
        },
        // AG-UI has no per-answer state: a front end appends tool messages and starts the next run itself.
        async answer(i) {
          if (!subscribed) {
            agent.subscribe(sub);
            subscribed = true;
          }
          const a = fixture.answers[i];
          agent.addMessage({
            id: `res-${a.toolCallId}`,
            role: 'tool',
            toolCallId: a.toolCallId,
            content: JSON.stringify(a.output),
          });
          await null;
          if (--pending === 0) continuation = agent.runAgent({ runId: 'run' });
        },
        settled: () => continuation,
        result() {
          const last = agent.messages.at(-1);
          const call = agent.messages.find((m) => m.toolCalls?.length)?.toolCalls?.[0];
          return {
            text: typeof last.content === 'string' ? last.content : undefined,
            toolJson: call?.function.arguments,
          };
        },
      };
    },
  };
}
