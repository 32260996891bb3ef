import { countersignAutoSend, countersignTransport } from './countersign-chat.mjs';
import { makeUseChat } from './use-chat.mjs';

export const makeCountersignReact = ({ id, label, sse, throttle }) =>
  makeUseChat({
    id,
    label,
    hook: async () => (await import('countersign/react')).useChat,
    options: (fixture, how) => ({
      throttle,
      transport: countersignTransport(fixture, { sse, ...how }),
      sendAutomaticallyWhen: countersignAutoSend(fixture),
    }),
  });
