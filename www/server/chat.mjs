// POST /api/chat: one turn of the agent, or the continuation of one that waited for a person.
import {
  convertToModelMessages,
  generateId,
  isStepCount,
  pipeUIMessageStreamToResponse,
  safeValidateUIMessages,
  streamText,
  toUIMessageStream,
} from 'ai';
import { createFaults, MOST_REQUESTS, spoil } from './faults.mjs';
import { createTools } from './tools.mjs';

/** @typedef {{ id: string, trigger: string, messageId?: string, messages: import('ai').UIMessage[] }} ChatRequest */

/** Approvals are signed, so that a mail which was changed after it was shown is refused. A real server keeps its own secret. */
const APPROVAL_SECRET = process.env.DEMO_APPROVAL_SECRET ?? 'countersign-demo-approvals';

/** The agent's most steps within one request. */
const MOST_STEPS = 8;

/**
 * @param {object} agent
 * @param {import('ai').LanguageModel} agent.model
 * @param {string | undefined} agent.instructions
 * @param {ReturnType<import('./outbox.mjs').createOutbox>} agent.outbox
 * @param {(request: ChatRequest) => void} agent.onChatRequest
 */
export function createChat({ model, instructions, outbox, onChatRequest }) {
  const faults = createFaults();

  return async function chat(request, response, bodyText) {
    const body = readRequest(bodyText);
    if (!body) return refuse(response, 400, 'A chat request needs an id and messages.');
    onChatRequest(body);
    const fault = faults.for(request.headers['x-demo-fault'], body);
    if (fault === 'error') return refuse(response, 500, 'The server failed on purpose. Try again.');
    if (fault === 'too-many')
      return refuse(response, 429, `${MOST_REQUESTS} requests in one turn: the server ends it here.`);
    if (fault === 'empty') return response.writeHead(200, { 'content-type': 'text/event-stream' }).end();

    const tools = createTools({ chatId: body.id, outbox });
    const checked = await safeValidateUIMessages({ messages: body.messages, tools });
    if (!checked.success) return refuse(response, 400, checked.error.message);

    const left = new AbortController();
    response.on('close', () => left.abort());
    const result = streamText({
      model,
      instructions,
      tools,
      // A question that the person passed over by writing something else is left out.
      messages: await convertToModelMessages(checked.data, { tools, ignoreIncompleteToolCalls: true }),
      stopWhen: isStepCount(fault === 'one-step' ? 1 : MOST_STEPS),
      abortSignal: left.signal,
      experimental_toolApprovalSecret: APPROVAL_SECRET,
      onError: () => {}, // told to the page below
    });
    const events = toUIMessageStream({
      stream: result.stream,
      tools,
      originalMessages: checked.data, // a continuation keeps the id of its message
      generateMessageId: generateId,
      onError: (error) => (error instanceof Error ? error.message : String(error)),
    });
    await pipeUIMessageStreamToResponse({ response, stream: spoil(events, fault, response) });
  };
}

/** @returns {ChatRequest | undefined} */
function readRequest(text) {
  try {
    const body = JSON.parse(text);
    return typeof body?.id === 'string' && Array.isArray(body.messages) && body.messages.length > 0 ? body : undefined;
  } catch {
    return undefined;
  }
}

function refuse(response, status, text) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}
