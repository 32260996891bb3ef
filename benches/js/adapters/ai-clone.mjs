// Pre-v4 @ai-sdk/react (and several third-party ChatStates) deep-clone in snapshot().
import { makeAi } from './ai-sdk-chat.mjs';
export default makeAi({
  id: 'ai-clone',
  label: 'AI SDK AbstractChat, structuredClone snapshot',
  sse: false,
  snapshot: (v) => structuredClone(v),
});
