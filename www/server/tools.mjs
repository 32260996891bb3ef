// The two ways in which this agent turns to a person: a question (no `execute`: the page supplies the result)
// and an action that needs approval (`execute` runs only after the person allowed it).
import { tool } from 'ai';
import { z } from 'zod';

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
  };
}
