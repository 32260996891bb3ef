'use client';

export { ChatController as Chat } from '../index.js';
export { type UseChatHelpers, type UseChatOptions, useChat } from './use-chat.js';
export {
  type ItemHelpers,
  useApprovals,
  useAudit,
  useGrants,
  useInputRequests,
  useItem,
  usePending,
} from './use-human.js';
