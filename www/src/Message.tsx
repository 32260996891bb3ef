import { InvitationCall, SearchCall, SelectionCall } from './ContactCalls';
import { candidatesOf, type DemoMessage } from './chat-types';
import type { Agent } from './clients/agent';
import { MailCall } from './MailCall';
import { QuestionCall } from './QuestionCall';

interface MessageProps {
  message: DemoMessage;
  /** Only the newest message can still be answered. */
  isOpen: boolean;
  busy: boolean;
  agent: Agent;
}

export function Message({ message, isOpen, busy, agent }: MessageProps) {
  const searched = (searchId: string | undefined) => candidatesOf(agent.messages, searchId);
  return (
    <article className={`message ${message.role}`} aria-label={message.role === 'user' ? 'You' : 'Agent'}>
      {message.parts.map((part, index) => {
        switch (part.type) {
          case 'text':
            return (
              part.text && (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text has no id, and parts only ever join at the end
                <p key={index} className="text">
                  {part.text}
                </p>
              )
            );
          case 'tool-askUser':
            return (
              <QuestionCall
                key={part.toolCallId}
                part={part}
                isOpen={isOpen}
                busy={busy}
                onAnswer={(output) => agent.answer({ tool: 'askUser', toolCallId: part.toolCallId, output })}
              />
            );
          case 'tool-sendEmail':
            return (
              <MailCall
                key={part.toolCallId}
                part={part}
                isOpen={isOpen}
                busy={busy}
                isUnknown={agent.unknownCalls.includes(part.toolCallId)}
                onDecide={agent.decide}
              />
            );
          case 'tool-searchContacts':
            return <SearchCall key={part.toolCallId} part={part} busy={busy} />;
          case 'tool-selectContact':
            return (
              <SelectionCall
                key={part.toolCallId}
                part={part}
                candidates={searched(part.input?.searchId)}
                isOpen={isOpen}
                busy={busy}
                onSelect={(output) => agent.answer({ tool: 'selectContact', toolCallId: part.toolCallId, output })}
              />
            );
          case 'tool-inviteContact':
            return (
              <InvitationCall
                key={part.toolCallId}
                part={part}
                contact={searched(part.input?.searchId)?.find(({ id }) => id === part.input?.contactId)}
                busy={busy}
              />
            );
          default:
            return null;
        }
      })}
    </article>
  );
}
