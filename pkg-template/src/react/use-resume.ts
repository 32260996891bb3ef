import type { UIMessage } from 'ai';
import { useEffect } from 'react';
import type { ChatController } from '../index.js';

interface Resuming {
  /** How many components want it. */
  wanted: number;
  end(): void;
}

const resuming = new WeakMap<object, Resuming>();

/** Goes on with a response: one request, however many components want it and however often effects run. */
export function useResume<M extends UIMessage>(chat: ChatController<M>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const state = resuming.get(chat) ?? begin(chat);
    state.wanted++;
    return () => {
      state.wanted--;
      // StrictMode and hot reloads run effects again at once.
      queueMicrotask(() => {
        if (state.wanted > 0) return;
        state.end();
        resuming.delete(chat);
      });
    };
  }, [chat, isWanted]);
}

function begin<M extends UIMessage>(chat: ChatController<M>): Resuming {
  const onVisible = () => {
    chat.resumeWhenDisconnected(document.visibilityState === 'visible');
  };
  const state: Resuming = {
    wanted: 0,
    end: () => {
      if (typeof document === 'object') document.removeEventListener('visibilitychange', onVisible);
    },
  };
  resuming.set(chat, state);
  if (typeof document === 'object') document.addEventListener('visibilitychange', onVisible);
  queueMicrotask(() => {
    if (state.wanted === 0) return;
    const { status } = chat;
    if (status !== 'submitted' && status !== 'streaming') void chat.resumeStream();
  });
  return state;
}
