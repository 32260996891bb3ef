import { makeAiReact } from './ai-sdk-use-chat.mjs';

export default makeAiReact({ id: 'ai-react-sse', label: 'AI SDK useChat + DefaultChatTransport (bytes)', sse: true });
