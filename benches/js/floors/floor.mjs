import { sseResponse } from '../workloads/network.mjs';
import { toAiChunks, toAiHistory, toSse } from '../workloads/wire.mjs';
import { eventSplitter, floorStore } from './store.mjs';

/**
 * An adapter on the floor's store.
 *
 * @param {object} options those of the store, and:
 * @param {boolean} options.isSync a plain loop over the bytes instead of a response's reader
 */
export function makeFloor({ id, label, perRead = false, intact = false, readsInput = false, isSync = false }) {
  return {
    id,
    label,
    keepsEarlier: intact,
    async open({ fixture, probe, pace, frame }) {
      const store = floorStore(toAiHistory(fixture.history), probe.notify, { perRead, intact, readsInput });
      const bytes = toSse(toAiChunks(fixture.reply), { frame, done: '[DONE]' });
      const receive = async () => {
        // A request carries the conversation, whoever sends it.
        JSON.stringify({ id: 'c', messages: store.messages, trigger: 'submit-message' });
        const decoder = new TextDecoder();
        const split = eventSplitter(store.apply);
        const take = (read) => {
          split(decoder.decode(read, { stream: true }));
          store.endOfRead();
        };
        if (isSync) {
          for (const read of bytes) take(read);
          return;
        }
        const reader = sseResponse(bytes, { pace }).body.getReader();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          take(value);
        }
      };
      const answers = answering(store, fixture, receive);
      return {
        get messages() {
          return store.messages;
        },
        async send() {
          store.push({ id: 'u', role: 'user', parts: [{ type: 'text', text: fixture.prompt }] });
          await receive();
        },
        answer: answers.answer,
        settled: answers.settled,
        result() {
          const { parts } = store.messages.at(-1);
          return {
            text: parts.filter((part) => part.type === 'text').at(-1)?.text,
            toolJson: parts.find((part) => part.rawInput)?.rawInput,
            toolValue: parts.find((part) => part.toolCallId)?.input,
            answered: parts.filter((part) => part.state === 'output-available').length,
          };
        },
      };
    },
  };
}

/** Answers by an index made once, and a count instead of a look at all parts. */
function answering(store, fixture, receive) {
  let places;
  let waiting = 0;
  let at;
  let continuation;
  const isApproval = fixture.spec.w === 'W4a';
  const prepare = () => {
    at = store.messages.length - 1;
    places = new Map();
    store.messages[at].parts.forEach((part, index) => {
      if (!part.toolCallId) return;
      places.set(part.approval?.id ?? part.toolCallId, index);
      waiting++;
    });
  };
  return {
    async answer(number) {
      if (places === undefined) prepare();
      const answer = fixture.answers[number];
      const message = store.messages[at];
      const index = places.get(isApproval ? answer.approvalId : answer.toolCallId);
      const parts = message.parts.slice();
      const part = parts[index];
      parts[index] = isApproval
        ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved: true } }
        : { ...part, state: 'output-available', output: answer.output };
      store.replace(at, { ...message, parts });
      if (--waiting === 0) continuation = receive();
    },
    async settled() {
      await continuation;
    },
  };
}
