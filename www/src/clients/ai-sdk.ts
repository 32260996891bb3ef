// AI SDK's own client under the names that the page imports from `countersign`.
import {
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';

export { DefaultChatTransport as HttpChatTransport } from 'ai';

export function lastAssistantMessageIsComplete(options: { messages: UIMessage[] }): boolean {
  return (
    lastAssistantMessageIsCompleteWithToolCalls(options) || lastAssistantMessageIsCompleteWithApprovalResponses(options)
  );
}
