import type { FileUIPart, SourceDocumentUIPart, SourceUrlUIPart, UIMessage } from 'ai';
import { type ComponentType, memo, type ReactNode } from 'react';
import type { AnyMessage } from '../../any-message.js';
import { isDataUIPart, isToolUIPart } from '../../index.js';
import { useLocale } from '../locale/locale-provider.js';
import { callAnchor } from '../pending-bar/anchors.js';
import { ToolCall, type ToolCallSettings } from '../tool-call/tool-call.js';
import { PartBoundary } from './part-boundary.js';
import type { MessageSlots, PartPlace, ToolCallPart } from './slots.js';
import { ownPicture, webAddress } from './web-address.js';

/** What {@link MessageView} shows. */
export interface MessageViewProps<M extends UIMessage = AnyMessage>
  extends PartPlace<M>,
    MessageSlots<M>,
    ToolCallSettings<M> {}

/** One message, part by part. Shown anew only when something of it changes. */
export const MessageView = memo(ShownMessage) as <M extends UIMessage = AnyMessage>(
  props: MessageViewProps<M>,
) => ReactNode;

function ShownMessage(props: MessageViewProps): ReactNode {
  const { message } = props;
  const { texts } = useLocale();
  const { conversation } = texts;
  const sources = message.parts.filter((part) => part.type === 'source-url' || part.type === 'source-document');
  const unshown = <p className="countersign-not-shown">{conversation.notShown}</p>;
  return (
    <article
      className="countersign-message"
      data-role={message.role}
      data-message-id={message.id}
      aria-label={message.role === 'user' ? conversation.you : conversation.agent}
    >
      {message.parts.map((part, place) => (
        <PartBoundary key={keyOf(part, place)} otherwise={unshown}>
          <PartView {...props} part={part} />
        </PartBoundary>
      ))}
      {sources.length > 0 && <Sources sources={sources as (SourceUrlUIPart | SourceDocumentUIPart)[]} />}
    </article>
  );
}

function PartView({ part, ...props }: MessageViewProps & { part: UIMessage['parts'][number] }): ReactNode {
  const { chat, message, isLast, isBusy, renderToolCall, renderData, renderFile, text, ...calls } = props;
  const place = { chat, message, isLast, isBusy };
  if (isToolUIPart(part)) {
    const slot = { ...place, part: part as ToolCallPart };
    const call = renderToolCall === undefined ? <ToolCall {...calls} {...slot} /> : renderToolCall(slot);
    if (call == null || call === false) return null;
    return (
      <div className="countersign-call" {...callAnchor(chat.id, part.toolCallId)}>
        {call}
      </div>
    );
  }
  if (isDataUIPart(part)) return renderData?.({ ...place, part });
  switch (part.type) {
    case 'text':
      return part.text !== '' && <Text text={part.text} as={message.role === 'assistant' ? text : undefined} />;
    case 'reasoning':
      return part.text !== '' && <Reasoning text={part.text} isBusy={isBusy && part.state === 'streaming'} />;
    case 'file':
      return renderFile === undefined ? <File file={part} /> : renderFile({ ...place, part });
    default:
      return null;
  }
}

function Text({ text, as: Shown }: { text: string; as: ComponentType<{ text: string }> | undefined }): ReactNode {
  if (Shown === undefined) {
    return (
      <p className="countersign-text" dir="auto">
        {text}
      </p>
    );
  }
  return <Shown text={text} />;
}

function Reasoning({ text, isBusy }: { text: string; isBusy: boolean }): ReactNode {
  const { conversation } = useLocale().texts;
  return (
    <details className="countersign-reasoning" data-busy={isBusy}>
      <summary>{conversation.reasoning}</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}

function File({ file: { url, mediaType, filename } }: { file: FileUIPart }): ReactNode {
  const { conversation } = useLocale().texts;
  const name = filename || conversation.unnamedFile;
  const picture = ownPicture(url, mediaType);
  if (picture !== undefined) return <img className="countersign-picture" src={picture} alt={name} />;
  const address = webAddress(url);
  return (
    <p className="countersign-file">
      {address === undefined ? <bdi>{name}</bdi> : <WebLink href={address}>{name}</WebLink>}{' '}
      <span className="countersign-file-type">{mediaType}</span>
    </p>
  );
}

function Sources({ sources }: { sources: (SourceUrlUIPart | SourceDocumentUIPart)[] }): ReactNode {
  const { conversation } = useLocale().texts;
  return (
    <details className="countersign-sources">
      <summary>{conversation.sources}</summary>
      <ul>
        {sources.map((source) => {
          const address = source.type === 'source-url' ? webAddress(source.url) : undefined;
          const name = source.title || (source.type === 'source-url' ? source.url : source.filename) || source.sourceId;
          return (
            <li key={source.sourceId}>
              {address === undefined ? <bdi>{name}</bdi> : <WebLink href={address}>{name}</WebLink>}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** A link that an agent wrote: the page tells nobody where the reader came from, and cannot be reached from there. */
function WebLink({ href, children }: { href: string; children: ReactNode }): ReactNode {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{children}</bdi>
    </a>
  );
}

function keyOf(part: UIMessage['parts'][number], place: number): string | number {
  // Texts have no ids, and parts only ever join at the end.
  return isToolUIPart(part) ? part.toolCallId : place;
}
