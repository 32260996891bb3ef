import { makeTanstack } from './tanstack-client.mjs';
export default makeTanstack({
  id: 'tanstack-events',
  label: 'TanStack ChatClient + stream() (no setTimeout pacing)',
  sse: false,
  defer: false,
});
