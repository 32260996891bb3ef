export { ChatController, type ToolApprovalInput, type ToolOutputInput } from './chat/chat-controller.js';
export { generateId } from './chat/generate-id.js';
export type { SendMessageInput } from './chat/new-message.js';
export type { ChatControllerInit, ChatSnapshot, Notify } from './chat/options.js';
export {
  type AnswerResult,
  ChatError,
  type ChatErrorCode,
  type ChatErrorData,
  type ChatErrorDetails,
} from './chat-error.js';
export { WasmError, type WasmErrorCode } from './core/wasm-error.js';
export {
  lastAssistantMessageIsComplete,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from './transcript/complete.js';
export {
  getToolName,
  isDataUIPart,
  isDynamicToolUIPart,
  isFileUIPart,
  isReasoningUIPart,
  isStaticToolUIPart,
  isTextUIPart,
  isToolUIPart,
} from './transcript/parts.js';
export {
  HttpChatTransport,
  type HttpChatTransportOptions,
  type PreparedRequest,
  type PrepareReconnectToStreamRequest,
  type PrepareSendMessagesRequest,
  type Resolvable,
} from './transport/http-chat-transport.js';
