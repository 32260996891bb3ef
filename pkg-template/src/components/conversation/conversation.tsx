import type { UIMessage } from 'ai';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { ChatController, Item } from '../../index.js';
import { useChat } from '../../react/use-chat.js';
import { Announcer } from '../announcer/announcer.js';
import { ToolApproval } from '../approval/tool-approval.js';
import { Composer, type ComposerHandle, type ComposerProps } from '../composer/composer.js';
import { InputRequestCard } from '../input-request/input-request-card.js';
import { useLocale } from '../locale/locale-provider.js';
import { itemAnchor } from '../pending-bar/anchors.js';
import type { ToolCallSettings } from '../tool-call/tool-call.js';
import { viewOf } from '../tool-call/tool-views.js';
import { useFollow } from './follow.js';
import { MessageView } from './message-view.js';
import type { ItemSlot, MessageSlots } from './slots.js';
import { StatusLine } from './status-line.js';
import { WayOnNotice } from './way-on-notice.js';

/** What a {@link Conversation} needs. */
export interface ConversationProps<M extends UIMessage = AnyMessage> extends MessageSlots<M>, ToolCallSettings<M> {
  chat: ChatController<M>;
  /**
   * Shows what waits and stands in no message, after the last one.
   * @defaultValue a `ToolApproval` or an `InputRequestCard`
   */
  renderItem?: ((item: ItemSlot<M>) => ReactNode) | undefined;
  /** Shown while there are no messages. */
  children?: ReactNode;
  /** The tools that the agent runs itself: a call of theirs without a result is unfinished, and no question. */
  serverTools?: readonly string[];
  /** How the person writes; `false` for a conversation without a composer. */
  composer?: Omit<ComposerProps<M>, 'chat' | 'handle'> | false;
  /** Shown between the messages and the composer, such as a `PendingBar`. */
  dock?: ReactNode;
}

const NO_TOOLS: readonly string[] = [];

/**
 * A whole conversation: messages, what waits, the way on after trouble, and where
 * the person writes. It follows the end until the reader goes elsewhere.
 *
 * @example
 * ```tsx
 * import { ChatController, lastAssistantMessageIsComplete } from 'countersign';
 * import { Conversation } from 'countersign/components';
 * import 'countersign/components.css';
 *
 * const chat = new ChatController({ sendAutomaticallyWhen: lastAssistantMessageIsComplete });
 *
 * export const App = () => <Conversation chat={chat}>What should the agent do?</Conversation>;
 * ```
 */
export function Conversation<M extends UIMessage = AnyMessage>({
  chat,
  children,
  serverTools = NO_TOOLS,
  composer = {},
  dock,
  renderItem,
  renderToolCall,
  renderData,
  renderFile,
  text,
  ...calls
}: ConversationProps<M>): ReactNode {
  const { tag, direction, texts } = useLocale();
  const { messages, status, error, approvals, inputRequests } = useChat<M>({ chat });
  const isBusy = status === 'submitted' || status === 'streaming';
  const follow = useFollow();
  const writing = useRef<ComposerHandle>(null);
  const drop = useDrop((files) => writing.current?.attach(files), composer !== false);
  const last = messages.length - 1;
  return (
    <section
      className="countersign countersign-conversation"
      lang={tag}
      dir={direction}
      data-status={status}
      data-dropping={drop.isOver}
      {...drop.handlers}
    >
      <div
        ref={follow.region}
        className="countersign-log"
        role="log"
        // One announcer speaks for the whole conversation.
        aria-live="off"
        aria-label={texts.conversation.log}
        aria-busy={isBusy}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
        tabIndex={0}
        onScroll={follow.onScroll}
      >
        <div className="countersign-messages">
          {messages.length === 0 && children}
          {messages.map((message, place) => (
            <MessageView<M>
              {...calls}
              key={message.id}
              chat={chat}
              message={message}
              isLast={place === last}
              isBusy={isBusy && place === last}
              renderToolCall={renderToolCall}
              renderData={renderData}
              renderFile={renderFile}
              text={text}
            />
          ))}
          {[...approvals, ...inputRequests].filter(standsAlone).map((item) => (
            <div key={item.id} className="countersign-call" {...itemAnchor(chat.id, item.id)}>
              {renderItem === undefined ? (
                <ItemCard<M> {...calls} chat={chat} item={item} />
              ) : (
                renderItem({ chat, item })
              )}
            </div>
          ))}
        </div>
      </div>
      <div className="countersign-dock">
        {follow.isAway && (
          <button type="button" className="countersign-latest" onClick={follow.toEnd}>
            {texts.conversation.latest}
          </button>
        )}
        {dock}
        {!isBusy && <WayOnNotice<M> chat={chat} messages={messages} error={error} serverTools={serverTools} />}
        <StatusLine<M>
          messages={messages}
          status={status}
          approvals={approvals}
          inputRequests={inputRequests}
          serverTools={serverTools}
        />
        {composer !== false && <Composer<M> {...composer} chat={chat} handle={writing} />}
      </div>
      <Announcer<M> chat={chat} />
    </section>
  );
}

function ItemCard<M extends UIMessage>({
  chat,
  item,
  tools,
  inertMs,
  shortcuts,
  onToolApproval,
  onToolDecision,
  onInputResponse,
}: ItemSlot<M> & ToolCallSettings<M>): ReactNode {
  if (item.kind === 'input') {
    return <InputRequestCard<M> chat={chat} id={item.id} inertMs={inertMs} onInputResponse={onInputResponse} />;
  }
  return (
    <ToolApproval<M>
      chat={chat}
      id={item.id}
      renderInput={viewOf(tools, item.toolName)?.input}
      inertMs={inertMs}
      shortcuts={shortcuts}
      onToolDecision={(decision, approval) => {
        onToolApproval?.(decision.approved, item.toolCallId);
        onToolDecision?.(decision, approval);
      }}
    />
  );
}

/** An item that is part of no message. */
const standsAlone = ({ messageId }: Item): boolean => messageId === undefined;

interface Drop {
  isOver: boolean;
  handlers: Partial<Record<'onDragEnter' | 'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>>;
}

/** Files that are dragged over the conversation and dropped there. */
function useDrop(take: (files: readonly File[]) => void, isWanted: boolean): Drop {
  // Entering a child leaves its parent: what is left is counted.
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);
  if (!isWanted) return { isOver: false, handlers: {} };
  const enter = (by: number) => {
    depth.current = Math.max(0, depth.current + by);
    setIsOver(depth.current > 0);
  };
  const ofFiles = (act: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    act(event);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: ofFiles(() => enter(1)),
      onDragOver: ofFiles(() => {}),
      onDragLeave: ofFiles(() => enter(-1)),
      onDrop: ofFiles((event) => {
        depth.current = 0;
        setIsOver(false);
        take([...event.dataTransfer.files]);
      }),
    },
  };
}
