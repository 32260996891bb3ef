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

/** The agent's two tools as the page sees them: what comes in, what goes back. */
export type DemoTools = {
  askUser: { input: { question: string; options: Option[] }; output: { optionId: string; label: string } };
  sendEmail: { input: Mail; output: { sent: boolean } };
};

export type DemoMessage = UIMessage<unknown, UIDataTypes, DemoTools>;
export type DemoPart = DemoMessage['parts'][number];
export type QuestionPart = Extract<DemoPart, { type: 'tool-askUser' }>;
export type MailPart = Extract<DemoPart, { type: 'tool-sendEmail' }>;

/** True while the call waits for the person. */
export function isPending(part: DemoPart): part is QuestionPart | MailPart {
  return (
    (part.type === 'tool-askUser' && part.state === 'input-available') ||
    (part.type === 'tool-sendEmail' && part.state === 'approval-requested')
  );
}
