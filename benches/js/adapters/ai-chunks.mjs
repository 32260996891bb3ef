import { makeAi } from './ai-sdk-chat.mjs';
export default makeAi({ id: 'ai-chunks', label: 'AI SDK AbstractChat, transport yields chunk objects', sse: false });
