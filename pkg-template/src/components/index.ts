'use client';

export { Announcer, type AnnouncerProps } from './announcer/announcer.js';
export { type ApprovalShortcuts, ToolApproval, type ToolApprovalProps } from './approval/tool-approval.js';
export {
  type ApprovalSettings,
  type CardSettings,
  type ToolApprovalState,
  useToolApproval,
} from './approval/use-tool-approval.js';
export { AuditLog, type AuditLogProps } from './audit/audit-log.js';
export type { ReadFile } from './composer/attachments.js';
export { Composer, type ComposerHandle, type ComposerProps } from './composer/composer.js';
export { Conversation, type ConversationProps } from './conversation/conversation.js';
export { MessageView, type MessageViewProps } from './conversation/message-view.js';
export type {
  DataSlot,
  FileSlot,
  ItemSlot,
  MessageSlots,
  PartPlace,
  ToolCallPart,
  ToolCallSlot,
} from './conversation/slots.js';
export { StatusLine, type StatusLineProps } from './conversation/status-line.js';
export { WayOnNotice, type WayOnNoticeProps } from './conversation/way-on-notice.js';
export { hidesSomething, type Stretch, stretches } from './display/hidden-characters.js';
export { SafeText } from './display/safe-text.js';
export { ValueView, type ValueViewProps } from './display/value-view.js';
export { GrantList, type GrantListProps } from './grants/grant-list.js';
export { type Rule, ruleInWords } from './grants/rule.js';
export { DEFAULT_INERT_MS, type GuardedPage, InertGuard } from './guard/inert-guard.js';
export { FormFields, type FormFieldsProps, type FormState, type RenderField } from './input-request/form-fields.js';
export { InputRequestCard, type InputRequestCardProps } from './input-request/input-request-card.js';
export {
  type InputRequestSettings,
  type InputRequestState,
  useInputRequest,
} from './input-request/use-input-request.js';
export { en } from './locale/en.js';
export type { Locale, PluralText, Text } from './locale/locale.js';
export { LocaleProvider, useLocale } from './locale/locale-provider.js';
export type { Texts } from './locale/texts.js';
export { type DecidingChat, PendingBar, type PendingBarProps } from './pending-bar/pending-bar.js';
export { ToolCall, type ToolCallProps, type ToolCallSettings } from './tool-call/tool-call.js';
export type { ToolQuestionState, ToolView, ToolViews } from './tool-call/tool-views.js';
