import { makeTanstack } from './tanstack-client.mjs';
export default makeTanstack({
  id: 'tanstack-paced',
  label: 'TanStack ChatClient + fetchServerSentEvents, as shipped (setTimeout(0) per chunk)',
  sse: true,
  defer: true,
});
