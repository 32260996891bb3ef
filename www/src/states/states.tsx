import type { ChatController } from 'countersign';
import { AuditLog, Composer, type ComposerHandle, Conversation, GrantList, PendingBar } from 'countersign/components';
import { Markdown } from 'countersign/markdown';
import { callTool } from 'countersign/testing';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CARD_STATES } from './cards';
import { answered, asked, stagedChat, unheard } from './staged-chat';

/** A state of the components, by itself on a page. */
export interface StagedState {
  name: string;
  show(): ReactNode;
}

const ANSWER = `Lantern 2.0 goes live on **Thursday** at 10:00.

- Pricing and docs switch over with it
- The support rota starts at \`09:30\`

| who | when |
| --- | --- |
| Support | 09:30 |
| Everybody | 10:00 |

> Nothing is sent before you have read it.

See [the plan](https://lantern.example/2).`;

/** A conversation that is made once, and brought into its state. */
function Staged({
  make,
  children,
}: {
  make: () => ChatController;
  children: (chat: ChatController) => ReactNode;
}): ReactNode {
  const [chat] = useState(make);
  return children(chat);
}

const conversation = (make: () => ChatController) => () => (
  <Staged make={make}>{(chat) => <Conversation chat={chat} text={Markdown} />}</Staged>
);

function asking(count: number): ChatController {
  const chat = stagedChat();
  const mail = chat.approver({ protocol: 'in-page', name: 'mail' });
  for (let call = 1; call <= count; call++) {
    const input = { to: `team-${call}@lantern.example`, subject: 'Lantern 2.0 goes live on Thursday' };
    unheard(mail.decide({ toolCallId: `call-${call}`, toolName: 'sendEmail', input, answers: { remember: true } }));
  }
  return chat;
}

function remembering(): ChatController {
  const chat = asking(3);
  void chat.respondToApproval('call-1', { approved: true, remember: true });
  void chat.respondToApproval('call-2', { approved: false, remember: { scope: 'turn', exactInput: true } });
  return chat;
}

function Attached(): ReactNode {
  const handle = useRef<ComposerHandle>(null);
  const [chat] = useState(() => stagedChat());
  useEffect(() => {
    handle.current?.attach([
      new File(['plan'], 'launch-plan.pdf', { type: 'application/pdf' }),
      new File([new Uint8Array(64)], 'a film of the launch.mp4', { type: 'video/mp4' }),
    ]);
  }, []);
  return (
    <div className="countersign">
      <Composer chat={chat} handle={handle} maxFileBytes={16} />
    </div>
  );
}

/** As after a press on its first button. */
function OpenBar({ chat }: { chat: ChatController }): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const button = bar.current?.querySelector<HTMLButtonElement>('[aria-expanded=false]');
    button?.click();
  }, []);
  return (
    <div ref={bar}>
      <PendingBar chats={[chat]} />
    </div>
  );
}

export const STATES: StagedState[] = [
  {
    name: 'empty',
    show: () => (
      <Staged make={stagedChat}>{(chat) => <Conversation chat={chat}>What should the agent do?</Conversation>}</Staged>
    ),
  },
  {
    name: 'answer',
    show: conversation(() =>
      stagedChat([], {
        messages: answered(
          { type: 'reasoning', text: 'A question about the launch.', state: 'done' },
          { type: 'text', text: ANSWER, state: 'done' },
          { type: 'file', mediaType: 'application/pdf', filename: 'plan.pdf', url: 'https://lantern.example/plan.pdf' },
          { type: 'source-url', sourceId: 's', url: 'https://lantern.example/2', title: 'Lantern 2.0' },
        ),
      }),
    ),
  },
  {
    name: 'writing',
    show: conversation(() => {
      const chat = stagedChat([
        [
          { type: 'start' },
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: 'Lantern 2.0 goes' },
          { pause: 1e9 },
        ],
      ]);
      void chat.sendMessage({ text: 'When does Lantern 2.0 go live?' });
      return chat;
    }),
  },
  {
    name: 'error',
    show: conversation(() => {
      const chat = stagedChat([new Error('The server cannot be reached.')]);
      void chat.sendMessage({ text: 'When does Lantern 2.0 go live?' });
      return chat;
    }),
  },
  { name: 'not-taken-up', show: conversation(() => stagedChat([], { messages: [asked] })) },
  {
    name: 'unfinished',
    show: conversation(() =>
      stagedChat([], { messages: answered({ type: 'text', text: 'Lantern 2.0 goes', state: 'streaming' }) }),
    ),
  },
  {
    name: 'unknown',
    show: conversation(() =>
      stagedChat([], {
        messages: answered(
          { type: 'text', text: 'I would send it.', state: 'done' },
          {
            type: 'tool-sendEmail',
            toolCallId: 'call-1',
            state: 'approval-responded',
            input: { to: 'team@lantern.example' },
            approval: { id: 'ap', approved: true },
          },
        ),
      }),
    ),
  },
  {
    name: 'question',
    show: conversation(() => {
      const chat = stagedChat([callTool('pick', {})]);
      void chat.sendMessage({ text: 'Ask me' });
      return chat;
    }),
  },
  { name: 'attachments', show: () => <Attached /> },
  {
    name: 'pending-bar',
    show: () => <Staged make={() => asking(3)}>{(chat) => <PendingBar chats={[chat]} />}</Staged>,
  },
  {
    name: 'pending-bar-open',
    show: () => <Staged make={() => asking(3)}>{(chat) => <OpenBar chat={chat} />}</Staged>,
  },
  { name: 'no-rules', show: () => <Staged make={stagedChat}>{(chat) => <GrantList chat={chat} />}</Staged> },
  { name: 'rules', show: () => <Staged make={remembering}>{(chat) => <GrantList chat={chat} />}</Staged> },
  { name: 'log', show: () => <Staged make={remembering}>{(chat) => <AuditLog chat={chat} />}</Staged> },
  ...CARD_STATES,
];
