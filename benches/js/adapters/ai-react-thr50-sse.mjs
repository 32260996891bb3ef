import { makeAiReact } from './ai-sdk-use-chat.mjs';

export default makeAiReact({
  id: 'ai-react-thr50-sse',
  label: 'AI SDK useChat({ throttle: 50 }) + DefaultChatTransport (bytes)',
  sse: true,
  throttle: 50,
});
