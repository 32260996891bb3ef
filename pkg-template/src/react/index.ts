'use client';

export { ChatController as Chat } from '../index.js';
export { type UseChatHelpers, type UseChatOptions, useChat } from './use-chat.js';
