// Every state of the cards: nothing for axe to find, the same on a server, and no warnings.

import axe from 'axe-core';
import { InputRequestCard, LocaleProvider, ToolApproval, ToolCall, type ToolCallPart } from 'countersign/components';
import { ar, en } from 'countersign/locales';
import { flush } from 'countersign/testing';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { open } from '../react/page/page.js';
import { click } from './found.js';
import { inAct, scriptedChat } from './scripted-chat.js';

const SCHEMA = {
  type: 'object',
  title: 'A table',
  description: 'For tonight',
  required: ['seats', 'drink'],
  properties: {
    seats: { type: 'integer', title: 'Seats', description: 'Without children', minimum: 1 },
    day: { type: 'string', format: 'date', title: 'Day' },
    note: { type: 'string', maxLength: 5_000, title: 'Note' },
    terrace: { type: 'boolean', title: 'Terrace' },
    drink: {
      title: 'Drink',
      anyOf: [{ const: 'tea', title: 'Tea', description: 'Green' }, { const: 'water' }, { type: 'string' }],
    },
    extras: { type: 'array', title: 'Extras', items: { enum: ['chair', 'lamp'] } },
    guests: { type: 'array', title: 'Guests', items: { type: 'string' }, default: ['Ana'] },
    place: { type: 'object', title: 'Place', properties: { city: { type: 'string' } } },
    more: { type: 'object', title: 'More' },
  },
};

type Texts = typeof en.texts;

interface State {
  element(chat: ReturnType<typeof scriptedChat>['chat']): ReactNode;
  /** What a person presses to get there. */
  presses?: (texts: Texts) => string[];
  asks?: object;
}

const approval: State['element'] = (chat) => <ToolApproval chat={chat} id="c1" inertMs={0} />;
const request: State['element'] = (chat) => <InputRequestCard chat={chat} id="r1" inertMs={0} />;
const call =
  (part: object): State['element'] =>
  (chat) => (
    <ToolCall
      chat={chat}
      part={{ type: 'tool-send', toolCallId: 'c9', input: { to: 'a@b.c' }, ...part } as unknown as ToolCallPart}
      inertMs={0}
    />
  );

const states: Record<string, State> = {
  'an approval': { element: approval },
  'its menu': { element: approval, presses: ({ approval }) => [approval.more] },
  'a reason': { element: approval, presses: ({ approval }) => [approval.more, approval.denyWithReason] },
  'an edit as JSON': { element: approval, presses: ({ approval }) => [approval.more, approval.editAndAllow] },
  'a rule': {
    element: approval,
    presses: ({ approval }) => [approval.more, approval.alwaysAllow, approval.onlyThisInput],
  },
  'an approval that is over': { element: approval, presses: ({ approval }) => [approval.deny] },
  'a form': { element: request },
  'a form with something wrong': { element: request, presses: ({ form }) => [form.submit] },
  'a form that is over': { element: request, presses: ({ form }) => [form.decline] },
  'an address': { element: request, asks: { url: 'https://pаypal.example/' } },
  'an address that is refused': { element: request, asks: { url: 'javascript:alert(1)' } },
  'a call that runs': { element: call({ state: 'input-available' }) },
  'a call with its result': { element: call({ state: 'output-available', output: { id: 7 } }) },
  'a call that failed': { element: call({ state: 'output-error', errorText: 'no mail' }) },
};

function waiting(asks: object = { schema: SCHEMA }) {
  const { chat, decide } = scriptedChat();
  void decide('c1', { answers: { reason: true, editInput: true, remember: true } });
  void chat
    .approver({ protocol: 'test' })
    .input({ id: 'r1', message: 'Where?', ...asks })
    .catch(() => {});
  return chat;
}

beforeEach(() => {
  const warned = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  onTestFinished(() => {
    for (const spy of warned) {
      expect(spy.mock.calls).toEqual([]);
      spy.mockRestore();
    }
  });
});

describe.each([en, ar].map((locale) => [locale.tag, locale] as const))('%s', (_, locale) => {
  test.each(Object.entries(states))('%s: axe finds nothing', async (_, { element, presses, asks }) => {
    const chat = waiting(asks);
    await flush();
    const { container } = await open(
      <StrictMode>
        <LocaleProvider locale={locale}>{element(chat)}</LocaleProvider>
      </StrictMode>,
    );
    for (const name of presses?.(locale.texts) ?? []) await click(container, name);
    await inAct(() => {});
    expect(container.textContent).not.toBe('');
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
});

test.each(Object.entries(states))('%s: the same from a server', async (_, { element, asks }) => {
  const chat = waiting(asks);
  await flush();
  const page = <StrictMode>{element(chat)}</StrictMode>;
  const html = renderToString(page);
  const { container } = await open(page, { html });
  expect(container.innerHTML.length).toBeGreaterThan(100);
});
