// How this agent turns to a person: questions (no `execute`: the page supplies the result) and an action that needs
// approval (`execute` runs only after the person allowed it). And a choice from results in three tools: a search that runs
// here, a selection that the person makes, an action that checks the selection before it acts.
import { tool } from 'ai';
import { z } from 'zod';
import { addressOf, searchContacts } from './contacts.mjs';
import { readSelection } from './selection.mjs';

/** @param {{ chatId: string, outbox: ReturnType<import('./outbox.mjs').createOutbox> }} context */
export function createTools({ chatId, outbox }) {
  return {
    askUser: tool({
      description: 'Ask the person one multiple-choice question and wait for the answer.',
      inputSchema: z.object({
        question: z.string(),
        options: z
          .array(z.object({ id: z.string(), label: z.string(), description: z.string() }))
          .min(2)
          .max(4),
      }),
      outputSchema: z.object({ optionId: z.string(), label: z.string() }),
    }),
    sendEmail: tool({
      description: 'Send an e-mail. The person sees it whole and allows or denies it first.',
      inputSchema: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
      needsApproval: true,
      execute: async (mail, { toolCallId }) => {
        outbox.send(chatId, toolCallId, mail);
        return { sent: true };
      },
    }),
    searchContacts: tool({
      description: 'Find people by the beginning of their names, or by group: team, customers or press.',
      inputSchema: z.object({ query: z.string() }),
      outputSchema: z.object({
        searchId: z.string(),
        candidates: z.array(z.object({ id: z.string(), name: z.string(), about: z.string() })),
      }),
      execute: async ({ query }) => searchContacts(chatId, query),
    }),
    selectContact: tool({
      description:
        'Let the person choose one of the people whom a search found, or none of them: then selectedId is null.',
      inputSchema: z.object({ searchId: z.string() }),
      outputSchema: z.object({ selectedId: z.string().nullable() }),
    }),
    inviteContact: tool({
      description: 'Invite the one whom the person chose from a search to the launch of Lantern 2.0.',
      inputSchema: z.object({ searchId: z.string(), contactId: z.string() }),
      outputSchema: z.object({ name: z.string() }),
      execute: async (input, { messages }) => {
        const { contact, selectionId } = readSelection({ chatId, messages, ...input });
        outbox.send(chatId, selectionId, invitation(contact));
        return { name: contact.name };
      },
    }),
  };
}

function invitation({ id, name }) {
  return {
    to: addressOf(id),
    subject: 'Come to the launch of Lantern 2.0',
    body: `Dear ${name},\n\nLantern 2.0 goes live on Thursday at 10:00, and we would like you to be there.\n\nMaya`,
  };
}
