import { useMemo, useState } from 'react';

/** Counts the requests that a pane makes, as they go out. */
export function useRequestCount() {
  const [count, setCount] = useState(0);
  const counted = useMemo<typeof globalThis.fetch>(
    () => (input, init) => {
      if (init?.method === 'POST') setCount((before) => before + 1);
      return fetch(input, init);
    },
    [],
  );
  return { count, fetch: counted, reset: () => setCount(0) };
}
