import { candidatesOf, type DemoMessage, type DemoPart } from '../chat-types';
import type { ToolAnswer } from '../clients/client';
import { InvitationCall, SearchCall, SelectionCall } from './ContactCalls';
import { MailCall } from './MailCall';
import { QuestionCall } from './QuestionCall';

interface CallViewProps {
  part: DemoPart;
  /** The conversation: a choice shows what an earlier search found. */
  messages: DemoMessage[];
  /** Only the newest message can still be answered. */
  isOpen: boolean;
  busy: boolean;
  /** The answer was sent, and nobody can tell what became of it. */
  isUnknown: boolean;
  onAnswer: (answer: ToolAnswer) => void;
  onDecide: (approvalId: string, approved: boolean, reason?: string) => void;
}

/** A tool call of the demo's agent, whichever client holds the conversation. */
export function CallView({ part, messages, isOpen, busy, isUnknown, onAnswer, onDecide }: CallViewProps) {
  const searched = (searchId: string | undefined) => candidatesOf(messages, searchId);
  switch (part.type) {
    case 'tool-askUser':
      return (
        <QuestionCall
          part={part}
          isOpen={isOpen}
          busy={busy}
          onAnswer={(output) => onAnswer({ tool: 'askUser', toolCallId: part.toolCallId, output })}
        />
      );
    case 'tool-sendEmail':
      return <MailCall part={part} isOpen={isOpen} busy={busy} isUnknown={isUnknown} onDecide={onDecide} />;
    case 'tool-searchContacts':
      return <SearchCall part={part} busy={busy} />;
    case 'tool-selectContact':
      return (
        <SelectionCall
          part={part}
          candidates={searched(part.input?.searchId)}
          isOpen={isOpen}
          busy={busy}
          onSelect={(output) => onAnswer({ tool: 'selectContact', toolCallId: part.toolCallId, output })}
        />
      );
    case 'tool-inviteContact':
      return (
        <InvitationCall
          part={part}
          contact={searched(part.input?.searchId)?.find(({ id }) => id === part.input?.contactId)}
          busy={busy}
        />
      );
    default:
      return null;
  }
}
