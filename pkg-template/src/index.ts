export { ChatController } from './chat/chat-controller.js';
export { generateId } from './chat/generate-id.js';
export type { SendMessageInput } from './chat/new-message.js';
export type { ChatControllerInit, ChatSnapshot, Notify } from './chat/options.js';
export type {
  AddToolApprovalResponse,
  AddToolOutput,
  ToolApprovalInput,
  ToolOutputInput,
  ToolsOf,
} from './chat/tool-answers.js';
export type { Trace } from './chat/trace.js';
export type { Regenerate, ResumeStream, SendMessage, SendQueuedMessageNow, TurnResult } from './chat/turns.js';
export {
  type AnswerResult,
  ChatError,
  type ChatErrorCode,
  type ChatErrorData,
  type ChatErrorDetails,
  type FieldError,
} from './chat-error.js';
export { WasmError, type WasmErrorCode } from './core/wasm-error.js';
export {
  type ChoiceOption,
  type FieldAnswer,
  type FieldEdit,
  type Form,
  FormDraft,
  type FormField,
} from './form/form-draft.js';
export { type Link, type LinkRefusal, readLink } from './form/link.js';
export type {
  ApprovalRequest,
  ApproverConnection,
  AskOptions,
  InputRequestInit,
  ToolApprover,
} from './human/approver.js';
export { type AskUserTool, askUser } from './human/ask-user.js';
export { type PendingItem, type PendingRegistry, pendingRegistry } from './human/pending-registry.js';
export {
  type Actor,
  type AnswerOptions,
  type ApprovalAnswers,
  type ApprovalOption,
  type ApprovalPolicy,
  type AuditEntry,
  accept,
  type Capability,
  type Clock,
  type Grant,
  type HumanInit,
  type InputRequest,
  type InputResponse,
  type Item,
  type ItemStage,
  type PendingApproval,
  type PolicyVerdict,
  type RetryHandler,
  type ToolDecision,
  type ToolInfo,
} from './human/types.js';
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
