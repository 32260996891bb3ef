// A page around a `useChat`, AI SDK's or ours: memoised rows, one per message.
import { toAiHistory } from '../workloads/wire.mjs';
import { aiResult, answerWith, ids, readLast } from './ai-sdk-chat.mjs';
import { checkShown, mount, partComponent, reactPage, tick } from './react-page.mjs';

/** @param {{ id, label, hook: () => Promise<Function>, options: (fixture, how) => object }} adapter */
export function makeUseChat({ id, label, hook, options }) {
  return {
    id,
    label,
    pace: 'macro',
    async open({ fixture, probe, pace, frame }) {
      const page = await reactPage();
      const useChat = await hook();
      const { createElement, memo } = page.React;
      const counts = { app: 0, rows: 0, unchanged: 0 };
      const earlier = new Set(fixture.history.map((message) => message.id));
      if (fixture.answers) earlier.delete(fixture.history.at(-1).id);
      const Part = partComponent(page.React);
      const Row = memo(({ message }) => {
        counts.rows++;
        if (earlier.has(message.id)) counts.unchanged++;
        const parts = message.parts.map((part, index) => createElement(Part, { key: index, part }));
        return createElement('div', { className: message.role }, parts);
      });
      const finished = Promise.withResolvers();
      const chatOptions = {
        id: 'c',
        messages: toAiHistory(fixture.history),
        generateId: ids(),
        onFinish: () => finished.resolve(),
        onError: (error) => finished.reject(error),
        ...options(fixture, { pace: pace ?? 'macro', frame }),
      };
      let chat;
      const App = () => {
        counts.app++;
        chat = useChat(chatOptions);
        probe.notify(readLast(chat.messages));
        const rows = chat.messages.map((message) => createElement(Row, { key: message.id, message }));
        return createElement('main', null, rows, createElement('i', null, chat.status));
      };
      const { host, close } = await mount(page, createElement(App));
      const ready = async () => {
        while (host.querySelector('i').textContent !== 'ready') await tick();
      };
      return {
        counts,
        resetCounts() {
          counts.app = counts.rows = counts.unchanged = 0;
        },
        async send() {
          await chat.sendMessage({ text: fixture.prompt });
          await ready();
        },
        async answer(number) {
          await answerWith(chat, fixture, number);
          await tick();
        },
        async settled() {
          await finished.promise;
          await ready();
        },
        result() {
          const result = aiResult(chat.messages);
          checkShown(host, result);
          return result;
        },
        close,
      };
    },
  };
}
