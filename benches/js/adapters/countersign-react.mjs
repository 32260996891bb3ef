import { makeCountersignReact } from './countersign-use-chat.mjs';

export default makeCountersignReact({
  id: 'countersign-react',
  label: 'useChat of countersign/react, chunk objects',
  sse: false,
});
