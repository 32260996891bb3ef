import { makeCountersign } from './countersign-chat.mjs';

export default makeCountersign({
  id: 'countersign-sse',
  label: 'ChatController + HttpChatTransport (bytes)',
  sse: true,
});
