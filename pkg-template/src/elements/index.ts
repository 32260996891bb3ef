import { CountersignApproval } from './approval-element.js';
import { CountersignInputRequest } from './input-request-element.js';

export { CountersignApproval } from './approval-element.js';
export { CountersignInputRequest } from './input-request-element.js';
export type { AskingChat, ItemElement } from './item-element.js';

/** Defines `<countersign-approval>` and `<countersign-input-request>` on the page; a second time does nothing. */
export function defineElements(): void {
  for (const [name, element] of [
    ['countersign-approval', CountersignApproval],
    ['countersign-input-request', CountersignInputRequest],
  ] as const) {
    if (customElements.get(name) === undefined) customElements.define(name, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'countersign-approval': CountersignApproval;
    'countersign-input-request': CountersignInputRequest;
  }
}
