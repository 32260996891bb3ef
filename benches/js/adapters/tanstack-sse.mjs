import { makeTanstack } from './tanstack-client.mjs';
export default makeTanstack({
  id: 'tanstack-sse',
  label: 'TanStack ChatClient + fetchServerSentEvents (no setTimeout pacing)',
  sse: true,
  defer: false,
});
