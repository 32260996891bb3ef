import { type RefObject, useEffect } from 'react';

/**
 * Tells an element's styles, as `--countersign-keyboard`, how much of the page a
 * keyboard on the screen covers: browsers leave the end of the page under it.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    if (viewport == null) return;
    const tell = () => {
      // Zooming in makes the visible part smaller too, and covers nothing.
      const covered = viewport.scale > 1 ? 0 : Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
      element.current?.style.setProperty('--countersign-keyboard', `${Math.round(covered)}px`);
    };
    tell();
    viewport.addEventListener('resize', tell);
    viewport.addEventListener('scroll', tell);
    return () => {
      viewport.removeEventListener('resize', tell);
      viewport.removeEventListener('scroll', tell);
    };
  }, [element]);
}
