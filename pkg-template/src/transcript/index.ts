export {
  type ApprovalReference,
  extractNewToolResults,
  getPendingApprovals,
  getPendingToolCalls,
  getResolvedToolCalls,
  type ToolCallReference,
  type ToolResult,
} from './calls.js';
export * from './complete.js';
export * from './parts.js';
export {
  type AuditSnapshot,
  auditSnapshot,
  type Ending,
  type EndingInfo,
  endingOf,
  idempotencyKey,
  isPaused,
  upsertMessage,
} from './storing.js';
export { type AgentInfo, type WayOn, wayOn, withoutUnfinishedParts } from './way-on.js';
