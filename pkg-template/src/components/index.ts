'use client';

export { Announcer, type AnnouncerProps } from './announcer/announcer.js';
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
export { GrantList, type GrantListProps } from './grants/grant-list.js';
export { type Rule, ruleInWords } from './grants/rule.js';
export { en } from './locale/en.js';
export type { Locale, PluralText, Text } from './locale/locale.js';
export { LocaleProvider, useLocale } from './locale/locale-provider.js';
export type { Texts } from './locale/texts.js';
export { type DecidingChat, PendingBar, type PendingBarProps } from './pending-bar/pending-bar.js';
