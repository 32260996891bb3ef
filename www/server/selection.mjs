// What the person chose from a search, read from the conversation and checked. What the model says about it is not asked.
import { isGenuine } from './contacts.mjs';

/** A choice that must not be acted on. The message is for the model. */
export class RefusedSelection extends Error {}

/**
 * @param {object} claim
 * @param {string} claim.chatId
 * @param {import('ai').ModelMessage[]} claim.messages the conversation up to the action
 * @param {string} claim.searchId
 * @param {string} claim.contactId whom the model wants to act on
 * @returns {{ contact: import('./contacts.mjs').Candidate, selectionId: string }} `selectionId`: the call in which the person chose
 */
export function readSelection({ chatId, messages, searchId, contactId }) {
  const results = readResults(messages);
  const search = results.findLast(
    ({ toolName, output }) => toolName === 'searchContacts' && output?.searchId === searchId,
  );
  if (!search || !isGenuine(chatId, search.output))
    throw new RefusedSelection('There was no such search in this chat.');
  const selection = results.findLast(
    ({ toolName, input }) => toolName === 'selectContact' && input?.searchId === searchId,
  );
  if (!selection) throw new RefusedSelection('The person has not chosen from this search.');
  const { selectedId } = selection.output ?? {};
  if (selectedId == null) throw new RefusedSelection('The person chose none of these people.');
  const contact = search.output.candidates.find(({ id }) => id === selectedId);
  if (!contact) throw new RefusedSelection('The choice is not among the people whom this search found.');
  if (selectedId !== contactId) throw new RefusedSelection('The person chose somebody else.');
  return { contact, selectionId: selection.toolCallId };
}

/** Every tool result in the conversation with the input of its call, oldest first. */
function readResults(messages) {
  const inputs = new Map();
  const results = [];
  for (const { role, content } of messages) {
    if (typeof content === 'string' || (role !== 'assistant' && role !== 'tool')) continue;
    for (const part of content) {
      if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input);
      if (part.type === 'tool-result' && part.output.type === 'json') {
        const { toolCallId, toolName, output } = part;
        results.push({ toolCallId, toolName, input: inputs.get(toolCallId), output: output.value });
      }
    }
  }
  return results;
}
