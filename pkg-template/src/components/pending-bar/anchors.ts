import type { PendingItem } from '../../index.js';

/** Ids are unique in their conversation alone. */
const nameOf = (chatId: string, id: string): string => JSON.stringify([chatId, id]);

/** What an element is marked by that shows an item: the bar finds it by that. */
export const itemAnchor = (chatId: string, id: string) =>
  ({ 'data-countersign-item': nameOf(chatId, id), tabIndex: -1 }) as const;

/** What an element is marked by that shows a tool call. */
export const callAnchor = (chatId: string, toolCallId: string) =>
  ({ 'data-countersign-call': nameOf(chatId, toolCallId), tabIndex: -1 }) as const;

/** Brings what shows an item into sight and moves the focus there; whether the page shows it. */
export function goToItem({ chatId, item }: PendingItem): boolean {
  const { id, toolCallId } = item;
  const shown =
    find('data-countersign-item', nameOf(chatId, id)) ??
    (toolCallId === undefined ? null : find('data-countersign-call', nameOf(chatId, toolCallId)));
  if (shown === null) return false;
  shown.focus({ preventScroll: true });
  shown.scrollIntoView({ block: 'center' });
  return true;
}

/** Ids come from agents: they are compared, and never part of a selector. */
function find(attribute: string, value: string): HTMLElement | null {
  for (const element of document.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
    if (element.getAttribute(attribute) === value) return element;
  }
  return null;
}
