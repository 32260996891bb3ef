import type { DataUIPart, DynamicToolUIPart, FileUIPart, ToolUIPart, UIDataTypes, UIMessage } from 'ai';
import type { ComponentType, ReactNode } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { ChatController, InputRequest, PendingApproval } from '../../index.js';

/** The calls that messages of this kind may hold. */
export type ToolCallPart<M extends UIMessage = AnyMessage> =
  Extract<M['parts'][number], { toolCallId: string }> extends never
    ? ToolUIPart | DynamicToolUIPart
    : Extract<M['parts'][number], { toolCallId: string }>;

/** Where a part stands. */
export interface PartPlace<M extends UIMessage = AnyMessage> {
  readonly chat: ChatController<M>;
  readonly message: M;
  /** The message is the last one: what it asks can still be answered. */
  readonly isLast: boolean;
  /** A response is under way. */
  readonly isBusy: boolean;
}

/** A tool call, and where it stands. */
export interface ToolCallSlot<M extends UIMessage = AnyMessage> extends PartPlace<M> {
  readonly part: ToolCallPart<M>;
}

/** Data of the application, and where it stands. */
export interface DataSlot<M extends UIMessage = AnyMessage> extends PartPlace<M> {
  readonly part: DataUIPart<UIDataTypes>;
}

/** A file, and where it stands. */
export interface FileSlot<M extends UIMessage = AnyMessage> extends PartPlace<M> {
  readonly part: FileUIPart;
}

/** Something that waits and stands in no message: a back end asks by itself. */
export interface ItemSlot<M extends UIMessage = AnyMessage> {
  readonly chat: ChatController<M>;
  readonly item: PendingApproval | InputRequest;
}

/**
 * What an app shows in its own way. Keep these the same from render to render:
 * when one changes, every message is shown anew.
 */
export interface MessageSlots<M extends UIMessage = AnyMessage> {
  /**
   * A tool call; with nothing it is not shown.
   * @defaultValue a `ToolCall`
   */
  renderToolCall?: ((call: ToolCallSlot<M>) => ReactNode) | undefined;
  /** Data of the application. @defaultValue nothing */
  renderData?: ((data: DataSlot<M>) => ReactNode) | undefined;
  /** A file. @defaultValue a picture, or a link */
  renderFile?: ((file: FileSlot<M>) => ReactNode) | undefined;
  /**
   * Shows what the agent writes, such as `Markdown` of `countersign/markdown`.
   * @defaultValue the text as it is
   */
  text?: ComponentType<{ text: string }> | undefined;
}
