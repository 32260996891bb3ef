import type { UIDataTypes, UIMessage } from 'ai';

export interface Option {
  id: string;
  label: string;
  description: string;
}

export interface Mail {
  to: string;
  subject: string;
  body: string;
}

export interface Candidate {
  id: string;
  name: string;
  about: string;
}

/** The agent's tools as the page sees them: what comes in, what goes back. */
export type DemoTools = {
  askUser: { input: { question: string; options: Option[] }; output: { optionId: string; label: string } };
  sendEmail: { input: Mail; output: { sent: boolean } };
  searchContacts: { input: { query: string }; output: { searchId: string; candidates: Candidate[] } };
  selectContact: { input: { searchId: string }; output: { selectedId: string | null } };
  inviteContact: { input: { searchId: string; contactId: string }; output: { name: string } };
};

export type DemoMessage = UIMessage<unknown, UIDataTypes, DemoTools>;
export type DemoPart = DemoMessage['parts'][number];
export type QuestionPart = Extract<DemoPart, { type: 'tool-askUser' }>;
export type MailPart = Extract<DemoPart, { type: 'tool-sendEmail' }>;
export type SearchPart = Extract<DemoPart, { type: 'tool-searchContacts' }>;
export type SelectionPart = Extract<DemoPart, { type: 'tool-selectContact' }>;
export type InvitationPart = Extract<DemoPart, { type: 'tool-inviteContact' }>;

/** True while the call waits for the person. */
export function isPending(part: DemoPart): part is QuestionPart | MailPart | SelectionPart {
  switch (part.type) {
    case 'tool-askUser':
    case 'tool-selectContact':
      return part.state === 'input-available';
    case 'tool-sendEmail':
      return part.state === 'approval-requested';
    default:
      return false;
  }
}

/** True for what was under way when the reply broke off: half written, or a call of the server's without a result. */
export function isUnfinished(part: DemoPart): boolean {
  if (!('state' in part)) return false;
  if (part.state === 'streaming' || part.state === 'input-streaming') return true;
  const runsOnTheServer = part.type === 'tool-searchContacts' || part.type === 'tool-inviteContact';
  return runsOnTheServer && part.state === 'input-available';
}

/** True for what the person answered or decided. */
export function isAnswer(part: DemoPart): boolean {
  return part.type === 'tool-askUser' || part.type === 'tool-selectContact' || part.type === 'tool-sendEmail';
}

/** What a search found, undefined where the conversation holds no such search. */
export function candidatesOf(messages: DemoMessage[], searchId: string | undefined): Candidate[] | undefined {
  return messages
    .flatMap(({ parts }) => parts)
    .find(
      (part): part is SearchPart =>
        part.type === 'tool-searchContacts' && part.state === 'output-available' && part.output.searchId === searchId,
    )?.output?.candidates;
}
