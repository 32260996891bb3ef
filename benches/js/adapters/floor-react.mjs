// The floor's store under React: each row subscribes to its own message, and renders after every event. What a store
// can reach by fine subscriptions alone.
import { makeFloor } from '../floors/floor.mjs';
import { checkShown, mount, partComponent, reactPage, tick } from './react-page.mjs';

export default {
  id: 'floor-react',
  label: 'React floor: rows subscribe to their own message, a render per event (bytes)',
  pace: 'macro',
  async open({ fixture, probe, pace, frame }) {
    const page = await reactPage();
    const { createElement, memo, useCallback, useSyncExternalStore } = page.React;
    const counts = { app: 0, rows: 0, unchanged: 0 };
    const rowListeners = new Map();
    const listListeners = new Set();
    let count = 0;
    const floor = makeFloor({ id: '', label: '', readsInput: true });
    const core = await floor.open({
      fixture,
      pace: pace ?? 'macro',
      frame,
      probe: {
        notify(length) {
          probe.notify(length);
          if (core.messages.length !== count) {
            count = core.messages.length;
            for (const listener of listListeners) listener();
          }
          for (const listener of rowListeners.get(count - 1) ?? []) listener();
        },
      },
    });
    count = core.messages.length;
    const Part = memo(partComponent(page.React));
    const Row = memo(({ index }) => {
      const subscribe = useCallback(
        (listener) => {
          const listeners = rowListeners.get(index) ?? new Set();
          rowListeners.set(index, listeners);
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        [index],
      );
      const message = useSyncExternalStore(subscribe, () => core.messages[index]);
      counts.rows++;
      const parts = message.parts.map((part, number) => createElement(Part, { key: number, part }));
      return createElement('div', { className: message.role }, parts);
    });
    const subscribeToList = (listener) => {
      listListeners.add(listener);
      return () => listListeners.delete(listener);
    };
    const App = () => {
      counts.app++;
      const rows = useSyncExternalStore(subscribeToList, () => count);
      const children = Array.from({ length: rows }, (_, index) => createElement(Row, { key: index, index }));
      return createElement('main', null, children, createElement('i'));
    };
    const { host, close } = await mount(page, createElement(App));
    return {
      counts,
      resetCounts() {
        counts.app = counts.rows = 0;
      },
      async send() {
        await core.send();
        await tick();
      },
      async answer(number) {
        await core.answer(number);
        await tick();
      },
      async settled() {
        await core.settled();
        await tick();
      },
      result() {
        const result = core.result();
        checkShown(host, result);
        return result;
      },
      close,
    };
  },
};
