import {
  AbstractChat,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from 'ai';
import { sseResponse, streamOf } from '../workloads/network.mjs';
import { toAiChunks, toAiHistory, toSse } from '../workloads/wire.mjs';

/** In-memory ChatState; snapshot() is the same per-part shallow copy as @ai-sdk/react 4's ReactChatState. */
export class MemoryState {
  status = 'ready';
  error = undefined;
  messages;
  #onChange;
  #snap;
  constructor(messages, onChange, snapshot) {
    this.messages = messages;
    this.#onChange = onChange;
    this.#snap = snapshot;
  }
  pushMessage = (m) => {
    this.messages = this.messages.concat(m);
    this.#onChange(this.messages);
  };
  popMessage = () => {
    this.messages = this.messages.slice(0, -1);
    this.#onChange(this.messages);
  };
  replaceMessage = (i, m) => {
    this.messages = [...this.messages.slice(0, i), this.snapshot(m), ...this.messages.slice(i + 1)];
    this.#onChange(this.messages);
  };
  snapshot = (v) => this.#snap(v);
}
export const shallowSnapshot = (v) =>
  v == null || typeof v !== 'object' || !Array.isArray(v.parts) ? v : { ...v, parts: v.parts.map((p) => ({ ...p })) };

export class MemoryChat extends AbstractChat {
  constructor({ messages, onChange, snapshot = shallowSnapshot, ...init }) {
    super({ ...init, state: new MemoryState(messages, onChange, snapshot) });
  }
}

/** What a renderer reads from the last message: the growing field's length. */
export function readLast(messages) {
  const parts = messages[messages.length - 1]?.parts;
  const p = parts?.[parts.length - 1];
  if (p === undefined) return 0;
  if (p.type === 'text') return p.text.length;
  return p.rawInput?.length ?? 0;
}

export function transportFor(fixture, { sse, pace, frame }) {
  const chunks = toAiChunks(fixture.reply);
  if (!sse) return { sendMessages: async () => streamOf(chunks, { pace }), reconnectToStream: async () => null };
  const bytes = toSse(chunks, { frame, done: '[DONE]' });
  return new DefaultChatTransport({ api: 'http://local/api/chat', fetch: async () => sseResponse(bytes, { pace }) });
}
export const autoSend = (fixture) =>
  fixture.spec.w === 'W4a'
    ? lastAssistantMessageIsCompleteWithApprovalResponses
    : fixture.spec.w === 'W4o'
      ? lastAssistantMessageIsCompleteWithToolCalls
      : undefined;

export const ids = () => {
  let n = 0;
  return () => `id${n++}`;
};
export const answerWith = (chat, fixture, i) => {
  const a = fixture.answers[i];
  return fixture.spec.w === 'W4a'
    ? chat.addToolApprovalResponse({ id: a.approvalId, approved: true })
    : chat.addToolOutput({ tool: a.toolName, toolCallId: a.toolCallId, output: a.output });
};
export const aiResult = (messages) => {
  const parts = messages.at(-1).parts;
  const tool = parts.find((p) => p.toolCallId);
  return {
    text: parts.filter((p) => p.type === 'text').at(-1)?.text,
    toolValue: tool?.input,
    answered: parts.filter((p) => p.state === 'output-available').length,
  };
};

export function makeAi({ id, label, sse, snapshot }) {
  return {
    id,
    label,
    async open({ fixture, probe, pace, frame }) {
      let done;
      const finished = new Promise((r) => {
        done = r;
      });
      const chat = new MemoryChat({
        messages: toAiHistory(fixture.history),
        snapshot,
        generateId: ids(),
        onChange: (ms) => probe.notify(readLast(ms)),
        transport: transportFor(fixture, { sse, pace, frame }),
        sendAutomaticallyWhen: autoSend(fixture),
        onFinish: () => done(),
        onError: (e) => {
          throw e;
        },
      });
      return {
        send: () => chat.sendMessage({ text: fixture.prompt }),
        answer: (i) => answerWith(chat, fixture, i),
        settled: () => finished,
        result: () => aiResult(chat.messages),
      };
    },
  };
}
