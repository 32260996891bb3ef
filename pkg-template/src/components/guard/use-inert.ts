import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { InertGuard } from './inert-guard.js';

/**
 * Whether controls have to do nothing for now.
 *
 * @param milliseconds For how long after they have appeared.
 * @param about What they are about: when that changes, they appear anew.
 */
export function useInert(milliseconds: number | undefined, about: string): boolean {
  const guard = useMemo(() => new InertGuard(milliseconds), [milliseconds]);
  useEffect(() => guard.watch(window), [guard]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: something else to be pressed begins to be inert too
  useEffect(() => guard.appeared(), [guard, about]);
  const read = () => guard.isInert;
  return useSyncExternalStore(guard.subscribe, read, read);
}
