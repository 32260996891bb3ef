import type { UIMessage } from 'ai';
import { skeleton } from '../core/skeleton.js';
import { core } from '../core/wasm.js';

/** A tool call, and the message that it stands in. */
export interface ToolCallReference {
  toolCallId: string;
  toolName: string;
  messageId: string;
}

/** A tool call that waits for a decision. */
export interface ApprovalReference extends ToolCallReference {
  approvalId: string;
}

/** The result of a tool call; `errorText` where it failed. */
export interface ToolResult {
  toolCallId: string;
  toolName: string;
  output: unknown;
  errorText?: string;
}

interface Found extends ApprovalReference {
  message: number;
  part: number;
}

/** The questions that wait: calls of the latest answer that have their input and no result. */
export function getPendingToolCalls(messages: readonly UIMessage[]): ToolCallReference[] {
  return find(messages, 0).map(reference);
}

/** The approvals that wait: calls of the latest answer that ask whether they may run. */
export function getPendingApprovals(messages: readonly UIMessage[]): ApprovalReference[] {
  return find(messages, 1).map((found) => ({ ...reference(found), approvalId: found.approvalId }));
}

/** Every call that has a result or has failed. */
export function getResolvedToolCalls(messages: readonly UIMessage[]): ToolCallReference[] {
  return find(messages, 2).map(reference);
}

/**
 * The results that `message` brings and that `history` does not have yet. Ask
 * before the message is merged into the history, and act on each result once.
 *
 * @example
 * ```ts
 * import { extractNewToolResults, upsertMessage } from 'countersign/transcript';
 *
 * const answered = {
 *   id: 'a',
 *   role: 'assistant' as const,
 *   parts: [{ type: 'tool-pick' as const, toolCallId: 'c', state: 'output-available' as const, input: {}, output: 'x' }],
 * };
 * const results = extractNewToolResults(answered, []);
 * console.log(results); // [{ toolCallId: 'c', toolName: 'pick', output: 'x' }]
 * const history = upsertMessage([], answered);
 * console.log(extractNewToolResults(answered, history)); // []
 * ```
 */
export function extractNewToolResults(message: UIMessage, history: readonly UIMessage[]): ToolResult[] {
  const found: Found[] = JSON.parse(
    core().findNewResults(JSON.stringify(skeleton(message)), JSON.stringify(history.map(skeleton))),
  );
  return found.map(({ toolCallId, toolName, part }) => {
    const { output, errorText } = message.parts[part] as { output?: unknown; errorText?: string };
    return { toolCallId, toolName, output, ...(errorText === undefined ? {} : { errorText }) };
  });
}

function find(messages: readonly UIMessage[], which: number): Found[] {
  return JSON.parse(core().findCalls(JSON.stringify(messages.map(skeleton)), which));
}

function reference({ toolCallId, toolName, messageId }: Found): ToolCallReference {
  return { toolCallId, toolName, messageId };
}
