import type { UIMessageChunk } from 'ai';

/** A response that says something. */
export function say(text: string, { messageId }: { messageId?: string } = {}): UIMessageChunk[] {
  return [
    ...begin(messageId),
    { type: 'text-start', id: 'text' },
    { type: 'text-delta', id: 'text', delta: text },
    { type: 'text-end', id: 'text' },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop' },
  ];
}

/** How a scripted tool call is made. */
export interface CallToolOptions {
  messageId?: string;
  /** @defaultValue `'call-1'` */
  toolCallId?: string;
  /** Asks for an approval under this id; without it, the call waits for its output. */
  approvalId?: string;
}

/** A response that calls a tool: it waits for the person's output or approval. */
export function callTool(
  toolName: string,
  input: unknown,
  { messageId, toolCallId = 'call-1', approvalId }: CallToolOptions = {},
): UIMessageChunk[] {
  return [
    ...begin(messageId),
    { type: 'tool-input-start', toolCallId, toolName },
    { type: 'tool-input-available', toolCallId, toolName, input },
    ...(approvalId === undefined ? [] : [{ type: 'tool-approval-request', approvalId, toolCallId } as const]),
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'tool-calls' },
  ];
}

function begin(messageId: string | undefined): UIMessageChunk[] {
  return [messageId === undefined ? { type: 'start' } : { type: 'start', messageId }, { type: 'start-step' }];
}
