import { autoSend, transportFor } from './ai-sdk-chat.mjs';
import { makeUseChat } from './use-chat.mjs';

export const makeAiReact = ({ id, label, sse, throttle }) =>
  makeUseChat({
    id,
    label,
    hook: async () => (await import('@ai-sdk/react')).useChat,
    options: (fixture, how) => ({
      throttle,
      transport: transportFor(fixture, { sse, ...how }),
      sendAutomaticallyWhen: autoSend(fixture),
    }),
  });
