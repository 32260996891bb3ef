import { makeCountersign } from './countersign-chat.mjs';

export default makeCountersign({
  id: 'countersign-chunks',
  label: 'ChatController, a transport that yields chunk objects',
  sse: false,
});
