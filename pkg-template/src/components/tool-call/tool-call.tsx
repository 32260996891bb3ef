import type { UIMessage } from 'ai';
import { type ReactNode, useId } from 'react';
import type { AnyMessage } from '../../any-message.js';
import { type ChatController, getToolName } from '../../index.js';
import { useItem } from '../../react/use-human.js';
import { type ApprovalShortcuts, ToolApproval } from '../approval/tool-approval.js';
import type { ApprovalSettings, CardSettings } from '../approval/use-tool-approval.js';
import type { ToolCallPart } from '../conversation/slots.js';
import { SafeText } from '../display/safe-text.js';
import { ValueView } from '../display/value-view.js';
import { InputRequestCard } from '../input-request/input-request-card.js';
import type { InputRequestSettings } from '../input-request/use-input-request.js';
import type { Locale } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { ToolQuestion, waitsForResult } from './tool-question.js';
import { type ToolViews, viewOf } from './tool-views.js';

/** The tool whose calls are questions: its name is nothing for people. */
const ASK_USER = 'ask_user_question';

/** A longer result is folded until the reader asks for it. */
const FOLDED = 600;

/** How calls are shown and answered, whichever they are. */
export interface ToolCallSettings<M extends UIMessage = AnyMessage> extends CardSettings {
  /** How the application shows its tools. */
  tools?: ToolViews<M> | undefined;
  shortcuts?: ApprovalShortcuts | undefined;
  /** Called with yes or no, before it is given. */
  onToolApproval?: ((approved: boolean, toolCallId: string) => void) | undefined;
  /** Called with the whole decision, before it is given. */
  onToolDecision?: ApprovalSettings['onToolDecision'];
  onInputResponse?: InputRequestSettings['onInputResponse'];
}

/** What a {@link ToolCall} needs. */
export interface ToolCallProps<M extends UIMessage = AnyMessage> extends ToolCallSettings<M> {
  chat: ChatController<M>;
  part: ToolCallPart<M>;
}

/**
 * A tool call: its name, how far it has come, what goes in and what comes out.
 * Where it asks something, the question stands inside it.
 *
 * @example
 * ```tsx
 * import { ChatController } from 'countersign';
 * import { Conversation, ToolCall } from 'countersign/components';
 *
 * const chat = new ChatController();
 *
 * export const App = () => (
 *   <Conversation chat={chat} renderToolCall={({ chat, part }) => <ToolCall chat={chat} part={part} />} />
 * );
 * ```
 */
export function ToolCall<M extends UIMessage = AnyMessage>(props: ToolCallProps<M>): ReactNode {
  const { chat, part, tools, inertMs, shortcuts, onToolApproval, onToolDecision, onInputResponse } = props;
  const locale = useLocale();
  const { toolCall: words } = locale.texts;
  const heading = useId();
  const name = getToolName(part);
  const view = viewOf(tools, name);
  const approvalId = part.approval?.id;
  const { item } = useItem(chat, approvalId ?? part.toolCallId);
  const asks =
    item?.kind === 'input' || (item?.kind === 'approval' && approvalId !== undefined) ? item.kind : undefined;
  const title = view?.title ?? part.title;
  const isAsked = view?.ask !== undefined && asks === undefined && waitsForResult(part);
  const input = part.input === undefined ? null : (view?.input?.(part.input) ?? <ValueView value={part.input} />);
  return (
    <section
      className="countersign countersign-tool-call"
      data-state={part.state}
      lang={locale.tag}
      dir={locale.direction}
      aria-labelledby={heading}
    >
      <header>
        <h2 id={heading}>
          <SafeText text={title ?? (name === ASK_USER ? locale.texts.form.title : name)} />
        </h2>
        <span className="countersign-state">{isAsked ? words.waitsForAnswer : stateInWords(locale, part)}</span>
      </header>
      {asks === 'approval' && approvalId !== undefined && (
        <ToolApproval
          chat={chat}
          id={approvalId}
          input={part.input}
          title={view?.title}
          renderInput={view?.input}
          inertMs={inertMs}
          shortcuts={shortcuts}
          onToolDecision={(decision, approval) => {
            onToolApproval?.(decision.approved, part.toolCallId);
            onToolDecision?.(decision, approval);
          }}
        />
      )}
      {asks === 'input' && item !== undefined && (
        <InputRequestCard chat={chat} id={item.id} inertMs={inertMs} onInputResponse={onInputResponse} />
      )}
      {isAsked && view?.ask !== undefined && <ToolQuestion chat={chat} part={part} ask={view.ask} inertMs={inertMs} />}
      {asks === undefined && !isAsked && input !== null && (
        <details open={part.state === 'input-streaming'}>
          <summary>{words.input}</summary>
          {input}
        </details>
      )}
      {asks === undefined && <Decided part={part} />}
      {part.state === 'output-available' && (
        <div className="countersign-output">
          <p>{words.output}</p>
          {view?.output?.(part.output) ?? <ValueView value={part.output} fold={FOLDED} />}
        </div>
      )}
      {part.state === 'output-error' && (
        <p className="countersign-error">
          {words.failed} <SafeText text={part.errorText} />
        </p>
      )}
    </section>
  );
}

/** What a person decided before the page was loaded: the message says that, and not who it was. */
function Decided({ part: { approval } }: { part: ToolCallPart }): ReactNode {
  const { stages } = useLocale().texts;
  if (approval?.approved === undefined || approval.isAutomatic === true) return null;
  return (
    <p className="countersign-outcome">
      {approval.approved ? stages.approved : stages.denied}
      {approval.reason !== undefined && (
        <>
          {': '}
          <SafeText text={approval.reason} />
        </>
      )}
    </p>
  );
}

function stateInWords({ texts: { toolCall } }: Locale, part: ToolCallPart): string {
  switch (part.state) {
    case 'input-streaming':
      return toolCall.inputStreaming;
    case 'input-available':
      return toolCall.inputAvailable;
    case 'approval-requested':
      return toolCall.approvalRequested;
    case 'approval-responded':
      return toolCall.approvalResponded;
    case 'output-available':
      return part.preliminary === true ? toolCall.preliminary : toolCall.outputAvailable;
    case 'output-error':
      return toolCall.outputError;
    case 'output-denied':
      return toolCall.outputDenied;
  }
}
