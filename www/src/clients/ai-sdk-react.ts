export { useChat } from '@ai-sdk/react';
