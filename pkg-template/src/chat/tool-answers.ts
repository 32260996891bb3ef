import type {
  ChatAddToolApproveResponseFunction,
  ChatAddToolOutputFunction,
  ChatRequestOptions,
  UIDataTypes,
  UIMessage,
  UITools,
} from 'ai';
import type { AnyMessage } from '../any-message.js';
import type { AnswerResult } from '../chat-error.js';

/** The tools of a message type. */
export type ToolsOf<M extends UIMessage> =
  M extends UIMessage<unknown, UIDataTypes, infer T extends UITools> ? T : UITools;

/** The output of a tool call, as AI SDK's `addToolOutput` takes it. */
export type ToolOutputInput<M extends UIMessage = AnyMessage, T extends keyof ToolsOf<M> = keyof ToolsOf<M>> = {
  /** The tool's name; for types only. */
  tool: T;
  toolCallId: string;
  /** For the request that sends the answer. */
  options?: ChatRequestOptions;
} & (
  | { state?: 'output-available'; output: ToolsOf<M>[T]['output']; errorText?: never }
  | { state: 'output-error'; output?: never; errorText: string }
);

/**
 * Gives the output of a tool call and tells whether it was taken. It is also
 * AI SDK's function of this name, for components that are typed for that.
 */
export type AddToolOutput<M extends UIMessage> = (<T extends keyof ToolsOf<M>>(
  input: ToolOutputInput<M, T>,
) => Promise<AnswerResult>) &
  ChatAddToolOutputFunction<M>;

/** A decision, as AI SDK's `addToolApprovalResponse` takes it. */
export type ToolApprovalInput = Parameters<ChatAddToolApproveResponseFunction>[0];

/** Decides about a tool call and tells whether the decision was taken; also AI SDK's function of this name. */
export type AddToolApprovalResponse = ((input: ToolApprovalInput) => Promise<AnswerResult>) &
  ChatAddToolApproveResponseFunction;
