import { type RefObject, useEffect, useRef } from 'react';

/**
 * The focus does not fall out of a card when the control that had it goes, and
 * is not taken from where else a person has gone on.
 *
 * @param when What is shown: when that changes, the focus may be gone.
 */
export function useFocusThatStays(card: RefObject<HTMLElement | null>, when: string): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const follow = ({ target }: Event) => {
      hadFocus.current = card.current?.contains(target as Node) === true;
    };
    // A press beside everything takes the focus away, and gives it to nothing.
    const events = ['focusin', 'pointerdown'] as const;
    for (const event of events) document.addEventListener(event, follow);
    return () => {
      for (const event of events) document.removeEventListener(event, follow);
    };
  }, [card]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is shown, the focus may be gone
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [card, when]);
}
