import { useCallback, useEffect, useRef, useState } from 'react';

/** This close to the end counts as there, in pixels. */
const NEAR = 32;

/** What a list that follows its end needs. */
export interface Follow {
  /** For the element that scrolls; what grows is its first child. */
  readonly region: (list: HTMLDivElement | null) => void;
  /** The reader has gone elsewhere, and the end is out of sight. */
  readonly isAway: boolean;
  onScroll(): void;
  /** Goes to the end, and follows it again. */
  toEnd(): void;
}

/**
 * Keeps the end of a growing list in sight until the reader goes elsewhere, and
 * again once the reader comes back to it.
 */
export function useFollow(): Follow {
  const list = useRef<HTMLDivElement | null>(null);
  const observer = useRef<ResizeObserver | undefined>(undefined);
  const follows = useRef(true);
  const last = useRef({ top: 0, height: 0 });
  const [isAway, setIsAway] = useState(false);

  const keepEnd = useCallback(() => {
    const { current } = list;
    if (current === null || !follows.current) return;
    current.scrollTop = current.scrollHeight;
    last.current = { top: current.scrollTop, height: current.scrollHeight };
  }, []);

  // The end is in sight when the list is first painted, and sizes are told before a paint too.
  const region = useCallback(
    (element: HTMLDivElement | null) => {
      observer.current?.disconnect();
      list.current = element;
      if (element === null) return;
      keepEnd();
      if (typeof ResizeObserver !== 'function') return;
      observer.current = new ResizeObserver(keepEnd);
      observer.current.observe(element);
      if (element.firstElementChild !== null) observer.current.observe(element.firstElementChild);
    },
    [keepEnd],
  );
  useEffect(keepEnd);

  const onScroll = useCallback(() => {
    const { current } = list;
    if (current === null) return;
    const { scrollTop: top, scrollHeight: height, clientHeight } = current;
    const isAtEnd = height - top - clientHeight <= NEAR;
    // Content that shrinks moves the list too, and is no reader.
    const wentUp = top < last.current.top - 1 && height >= last.current.height;
    if (isAtEnd) follows.current = true;
    else if (wentUp) follows.current = false;
    last.current = { top, height };
    setIsAway(!follows.current);
  }, []);

  const toEnd = useCallback(() => {
    follows.current = true;
    setIsAway(false);
    keepEnd();
  }, [keepEnd]);

  return { region, isAway, onScroll, toEnd };
}
