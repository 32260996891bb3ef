import type { ChatController } from 'countersign';
import { InputRequestCard, ToolApproval, ToolCall, type ToolCallPart } from 'countersign/components';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { stagedChat, unheard } from './staged-chat';

const MAIL = {
  to: 'everybody@lantern.example',
  subject: 'Lantern 2.0 goes live on Thursday',
  body: 'Good morning,\n\nLantern 2.0 goes live on Thursday at 10:00.',
};

const TABLE = {
  type: 'object',
  required: ['seats', 'drink'],
  properties: {
    seats: { type: 'integer', title: 'Seats', description: 'Without children', minimum: 1, maximum: 12 },
    day: { type: 'string', format: 'date', title: 'Day' },
    terrace: { type: 'boolean', title: 'On the terrace' },
    drink: {
      title: 'To drink',
      anyOf: [
        { const: 'tea', title: 'Tea', description: 'Green, from Uji' },
        { const: 'water', title: 'Water' },
        { type: 'string' },
      ],
    },
    extras: { type: 'array', title: 'Extras', items: { enum: ['A chair for a child', 'A lamp'] } },
    guests: { type: 'array', title: 'Guests', items: { type: 'string' }, default: ['Ana', 'Ben'] },
    place: { type: 'object', title: 'Place', properties: { city: { type: 'string', title: 'City' } } },
    more: { type: 'object', title: 'Wishes' },
  },
};

function deciding(more: object = {}): ChatController {
  const chat = stagedChat();
  const mail = chat.approver({ protocol: 'in-page', name: 'mail' });
  const answers = { reason: true, editInput: true, remember: true };
  unheard(mail.decide({ toolCallId: 'c1', toolName: 'sendEmail', input: MAIL, answers, ...more }));
  return chat;
}

function filling(asks: object): ChatController {
  const chat = stagedChat();
  unheard(
    chat.approver({ protocol: 'mcp', name: 'rooms' }).input({ id: 'r1', message: 'A table for tonight?', ...asks }),
  );
  return chat;
}

/** A card as it is after presses on these. */
function Pressed({
  make,
  presses = [],
  children,
}: {
  make: () => ChatController;
  presses?: readonly string[];
  children: (chat: ChatController) => ReactNode;
}): ReactNode {
  const [chat] = useState(make);
  const card = useRef<HTMLDivElement>(null);
  const left = useRef([...presses]);
  useEffect(() => {
    const pressNext = () => {
      const next = left.current.shift();
      if (next === undefined) return;
      card.current?.querySelector<HTMLElement>(next)?.click();
      timer = setTimeout(pressNext);
    };
    let timer = setTimeout(pressNext);
    return () => clearTimeout(timer);
  }, []);
  return <div ref={card}>{children(chat)}</div>;
}

const approval =
  (presses: readonly string[] = [], make = () => deciding()) =>
  () => (
    <Pressed make={make} presses={presses}>
      {(chat) => <ToolApproval chat={chat} id="c1" inertMs={0} />}
    </Pressed>
  );

const request =
  (asks: object, presses: readonly string[] = []) =>
  () => (
    <Pressed make={() => filling(asks)} presses={presses}>
      {(chat) => <InputRequestCard chat={chat} id="r1" inertMs={0} />}
    </Pressed>
  );

const call = (part: object) => () => (
  <Pressed make={stagedChat}>
    {(chat) => (
      <ToolCall
        chat={chat}
        part={{ type: 'tool-sendEmail', toolCallId: 'c9', input: MAIL, ...part } as unknown as ToolCallPart}
      />
    )}
  </Pressed>
);

const MENU = '.countersign-menu > button';
const nth = (place: number) => `[role=menuitem]:nth-of-type(${place})`;

/** The cards in their states. */
export const CARD_STATES = [
  { name: 'approval-menu', show: approval([MENU]) },
  { name: 'approval-edit', show: approval([MENU, nth(2)]) },
  { name: 'approval-rule', show: approval([MENU, nth(3), '.countersign-panel input[type=checkbox]']) },
  {
    name: 'approval-hidden',
    show: approval([], () => deciding({ toolName: 'run', input: { command: 'rm \u202efdp.txt\u200b -rf /' } })),
  },
  { name: 'form-wrong', show: request({ schema: TABLE }, ['[data-kind=primary]']) },
  { name: 'address', show: request({ url: 'https://pаypal.example/pay/7?back=https%3A%2F%2Flantern.example' }) },
  { name: 'call', show: call({ state: 'output-available', output: { id: 7, sent: '2026-01-01T10:00:00Z' } }) },
];
