// Conversations for the tests of components, on a scripted transport or a back end that waits.

import { ChatController, lastAssistantMessageIsComplete } from 'countersign';
import { flush, type ScriptedResponse, ScriptedTransport } from 'countersign/testing';
import { act } from 'react';
import { onTestFinished } from 'vitest';

type Init = ConstructorParameters<typeof ChatController>[0];

export interface ScriptedChat {
  readonly chat: ChatController;
  readonly transport: ScriptedTransport;
  /** A back end asks whether it may run a call, and waits. */
  decide(toolCallId: string, more?: object): Promise<{ approved: boolean }>;
  /** A back end asks for input, and waits. */
  fill(id: string, schema?: object): Promise<unknown>;
}

/** A conversation that ends with its test. */
export function scriptedChat(responses: readonly ScriptedResponse[] = [], init: Init = {}): ScriptedChat {
  const transport = new ScriptedTransport({ responses });
  const chat = new ChatController({
    id: 'chat',
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsComplete,
    ...init,
  });
  onTestFinished(() => chat.dispose());
  const asks = chat.approver({ protocol: 'test' });
  const caught = <T>(promise: Promise<T>): Promise<T> => {
    promise.catch(() => {});
    return promise;
  };
  return {
    chat,
    transport,
    decide: (toolCallId, more = {}) =>
      caught(asks.decide({ toolCallId, toolName: 'send', input: { to: 'a@b.c' }, ...more })),
    fill: (id, schema = { type: 'object', properties: {} }) => caught(asks.input({ id, message: 'How many?', schema })),
  };
}

/** Does something, and lets the page show what comes of it. */
export async function inAct(command: () => unknown): Promise<void> {
  await act(async () => void (await command()));
  await act(() => flush());
}

/** The one element that a selector finds. */
export function one<E extends HTMLElement = HTMLElement>(container: ParentNode, selector: string): E {
  const found = container.querySelectorAll<E>(selector);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} elements are ${selector}`);
  return first;
}

/** Types a text into a field, as React hears of it. */
export async function type(field: HTMLTextAreaElement | HTMLInputElement, text: string): Promise<void> {
  await inAct(() => {
    const prototype = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Presses a key in a field. */
export async function press(field: HTMLElement, key: string, more: KeyboardEventInit = {}): Promise<boolean> {
  let isUntouched = true;
  await inAct(() => {
    isUntouched = field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  });
  return isUntouched;
}
