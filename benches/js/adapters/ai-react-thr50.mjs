import { makeAiReact } from './ai-sdk-use-chat.mjs';

export default makeAiReact({
  id: 'ai-react-thr50',
  label: 'AI SDK useChat({ throttle: 50 }), chunk objects',
  sse: false,
  throttle: 50,
});
