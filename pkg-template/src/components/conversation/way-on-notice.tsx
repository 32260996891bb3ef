import type { UIMessage } from 'ai';
import { type ReactNode, useId } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { ChatController, Item } from '../../index.js';
import { wayOn, withoutUnfinishedParts } from '../../transcript/way-on.js';
import { useLocale } from '../locale/locale-provider.js';

/** What {@link WayOnNotice} needs. */
export interface WayOnNoticeProps<M extends UIMessage = AnyMessage> {
  chat: ChatController<M>;
  messages: M[];
  error: Error | undefined;
  serverTools: readonly string[];
}

/** What the person has to know before going on, and the way on. */
export function WayOnNotice<M extends UIMessage = AnyMessage>({
  chat,
  messages,
  error,
  serverTools,
}: WayOnNoticeProps<M>): ReactNode {
  const { conversation } = useLocale().texts;
  const goOn = () => {
    if (chat.status === 'error') chat.clearError();
    const kept = withoutUnfinishedParts(messages, { serverTools });
    if (kept !== messages) chat.messages = kept;
    void chat.sendMessage();
  };
  const unknown = unknownItem(chat, messages);
  if (unknown !== undefined) {
    return (
      <Notice kind="unknown" title={conversation.unknown} text={conversation.unknownMeans} cause={error?.message}>
        {error !== undefined && <Dismiss onDismiss={chat.clearError} />}
        <button type="button" data-kind="primary" onClick={() => void chat.resend(unknown.id)}>
          {conversation.sendAgain}
        </button>
      </Notice>
    );
  }
  if (error !== undefined) {
    return (
      <Notice kind="error" title={conversation.failed} text={error.message}>
        <Dismiss onDismiss={chat.clearError} />
        <button type="button" data-kind="primary" onClick={goOn}>
          {conversation.tryAgain}
        </button>
      </Notice>
    );
  }
  const way = wayOn(messages, { serverTools });
  if (way === 'none') return null;
  const why = {
    unfinished: conversation.unfinished,
    'step-limit': conversation.stepLimit,
    'not-taken-up': conversation.notTakenUp,
  }[way];
  return (
    <Notice kind={way} text={why}>
      <button type="button" data-kind="primary" onClick={goOn}>
        {conversation.goOn}
      </button>
    </Notice>
  );
}

interface NoticeProps {
  kind: string;
  title?: string;
  text: string;
  cause?: string | undefined;
  children?: ReactNode;
}

function Notice({ kind, title, text, cause, children }: NoticeProps): ReactNode {
  const words = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div className="countersign-notice" data-kind={kind} role="group" aria-labelledby={words}>
      <p id={words}>
        {title !== undefined && <b>{title}</b>} {text}
        {cause !== undefined && <span className="countersign-cause">{cause}</span>}
      </p>
      {children}
    </div>
  );
}

function Dismiss({ onDismiss }: { onDismiss: () => void }): ReactNode {
  const { conversation } = useLocale().texts;
  return (
    <button type="button" data-kind="quiet" onClick={onDismiss}>
      {conversation.dismiss}
    </button>
  );
}

/** The first answer in the last message of which nobody can tell what became of it. */
function unknownItem<M extends UIMessage>(chat: ChatController<M>, messages: M[]): Item | undefined {
  for (const part of messages.at(-1)?.parts ?? []) {
    if (!('toolCallId' in part)) continue;
    const item = chat.getItem(part.toolCallId);
    if (item?.stage === 'unknown') return item;
  }
  return undefined;
}
