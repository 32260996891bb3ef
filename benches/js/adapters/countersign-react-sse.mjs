import { makeCountersignReact } from './countersign-use-chat.mjs';

export default makeCountersignReact({
  id: 'countersign-react-sse',
  label: 'useChat of countersign/react + HttpChatTransport (bytes)',
  sse: true,
});
