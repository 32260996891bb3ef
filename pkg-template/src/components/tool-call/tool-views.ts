import type { UIMessage, UITools } from 'ai';
import type { ReactNode } from 'react';
import type { AnyMessage } from '../../any-message.js';

/** The tools of a message, with their inputs and outputs. */
type ToolsOf<M> = M extends UIMessage<unknown, infer _Data, infer Tools> ? Tools : UITools;

/** How an application shows one of its tools: people should not judge JSON. */
export interface ToolView<Input = unknown, Output = unknown> {
  /** What the tool is called for people. */
  title?: string;
  /** Shows the input, or a preview of what the call would do, inside its approval too. */
  input?: (input: Input) => ReactNode;
  /** Shows the result. */
  output?: (output: Output) => ReactNode;
  /** Asks, where the call is a question and its result the person's answer. */
  ask?: (question: ToolQuestionState<Input, Output>) => ReactNode;
}

/** A call that is a question. */
export interface ToolQuestionState<Input = unknown, Output = unknown> {
  readonly input: Input;
  /** Gives the answer. Does nothing while {@link ToolQuestionState.isInert}. */
  answer(output: Output): void;
  /** Answers do nothing for now: the question has just appeared, the agent is speaking, or an answer is being taken. */
  readonly isInert: boolean;
}

/** How an application shows its tools, by their names. */
export type ToolViews<M extends UIMessage = AnyMessage> = {
  readonly [Name in keyof ToolsOf<M>]?: ToolView<ToolsOf<M>[Name]['input'], ToolsOf<M>[Name]['output']>;
};

/** How the application shows a tool, if it does; names come from agents. */
export function viewOf<M extends UIMessage>(tools: ToolViews<M> | undefined, name: string): ToolView | undefined {
  return tools !== undefined && Object.hasOwn(tools, name) ? (tools as Record<string, ToolView>)[name] : undefined;
}
