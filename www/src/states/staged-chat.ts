// Conversations that stand still in one state, the same on every visit.
import type { UIMessage } from 'ai';
import { ChatController } from 'countersign';
import { type ScriptedResponse, ScriptedTransport, SimulatedClock } from 'countersign/testing';

type Init = ConstructorParameters<typeof ChatController>[0];

/** A conversation on a script, at a moment that does not pass. */
export function stagedChat(responses: readonly ScriptedResponse[] = [], init: Init = {}): ChatController {
  let ids = 0;
  return new ChatController({
    id: 'staged',
    generateId: () => `id-${++ids}`,
    clock: new SimulatedClock(),
    actor: () => 'Ana',
    transport: new ScriptedTransport({ responses }),
    ...init,
  });
}

/** Nobody waits for what a stage asks. */
export function unheard(promise: Promise<unknown>): void {
  promise.catch(() => {});
}

export const asked: UIMessage = {
  id: 'u',
  role: 'user',
  parts: [{ type: 'text', text: 'When does Lantern 2.0 go live?' }],
};

export const answered = (...parts: UIMessage['parts']): UIMessage[] => [asked, { id: 'a', role: 'assistant', parts }];
