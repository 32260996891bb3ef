import { makeAi } from './ai-sdk-chat.mjs';
export default makeAi({ id: 'ai-sse', label: 'AI SDK AbstractChat + DefaultChatTransport (SSE bytes)', sse: true });
