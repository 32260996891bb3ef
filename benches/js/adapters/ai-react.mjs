import { makeAiReact } from './ai-sdk-use-chat.mjs';

export default makeAiReact({ id: 'ai-react', label: 'AI SDK useChat, chunk objects', sse: false });
