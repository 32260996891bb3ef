import type { UIMessage } from 'ai';
import type { ReactNode } from 'react';
import type { AnyMessage } from '../../any-message.js';
import { type ChatController, getToolName } from '../../index.js';
import { refusalInWords } from '../approval/refusal.js';
import { type CardSettings, useAttempt, useIsBusy } from '../approval/use-tool-approval.js';
import type { ToolCallPart } from '../conversation/slots.js';
import { useInert } from '../guard/use-inert.js';
import { useLocale } from '../locale/locale-provider.js';
import type { ToolView } from './tool-views.js';

/** What a {@link ToolQuestion} needs. */
export interface ToolQuestionProps<M extends UIMessage> extends CardSettings {
  chat: ChatController<M>;
  part: ToolCallPart<M>;
  ask: NonNullable<ToolView['ask']>;
}

/** Whether a call waits for its result from the page: nobody else runs it. */
export function waitsForResult(part: ToolCallPart): boolean {
  return part.state === 'input-available' && part.providerExecuted !== true;
}

/** The question that a call is, in the application's own way; the answer is the call's result. */
export function ToolQuestion<M extends UIMessage = AnyMessage>({
  chat,
  part,
  ask,
  inertMs,
}: ToolQuestionProps<M>): ReactNode {
  const locale = useLocale();
  const { toolCallId } = part;
  const isAppearing = useInert(inertMs, toolCallId);
  const isBusy = useIsBusy(chat);
  const { isAnswering, error, attempt } = useAttempt(toolCallId);
  const isInert = isAppearing || isBusy || isAnswering;
  const tool = getToolName(part);
  const answer = (output: unknown) => {
    // What the output may be, the application's own types say.
    const given = { tool, toolCallId, output } as Parameters<typeof chat.addToolOutput>[0];
    if (!isInert) void attempt(() => chat.addToolOutput(given));
  };
  return (
    <>
      {ask({ input: part.input, answer, isInert })}
      {error !== undefined && (
        <p className="countersign-error" role="alert">
          {refusalInWords(locale, error)}
        </p>
      )}
    </>
  );
}
