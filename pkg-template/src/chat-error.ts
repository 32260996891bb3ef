/** What went wrong; the set is closed. */
export type ChatErrorCode =
  | 'network'
  | 'http_status'
  | 'empty_response'
  | 'server'
  | 'invalid_json'
  | 'invalid_chunk'
  | 'chunk_order'
  | 'limit_exceeded'
  | 'callback'
  | 'transport'
  | 'schema_mismatch'
  | 'invalid_argument'
  | 'unknown_message'
  | 'unknown_item'
  | 'ambiguous'
  | 'already_answered'
  | 'awaits_approval'
  | 'input_incomplete'
  | 'provider_executed'
  | 'superseded'
  | 'cancelled'
  | 'expired'
  | 'stale'
  | 'items_pending'
  | 'outcome_unknown'
  | 'nothing_to_send'
  | 'invalid_input'
  | 'claimed'
  | 'not_carried'
  | 'read_only'
  | 'disposed'
  | 'poisoned';

/** An error as Rust gives it. */
export interface ChatErrorData {
  code: ChatErrorCode;
  message: string;
  retryable: boolean;
  chunkType?: string;
  chunkId?: string;
  path?: string;
  errors?: FieldError[];
  host?: number;
}

/** What is wrong with one field of a form. */
export interface FieldError {
  /** A JSON pointer into the content. */
  path: string;
  code: string;
  [detail: string]: unknown;
}

/** What an error may carry besides its code. */
export interface ChatErrorDetails {
  retryable?: boolean;
  /** The HTTP status that the server answered with. */
  status?: number;
  /** The body of the answer, parsed where it is JSON. */
  body?: unknown;
  /** How long to wait before another try, in milliseconds, from `Retry-After`. */
  retryAfter?: number;
  /** The kind of chunk that did not fit. */
  chunkType?: string;
  /** The id that the chunk named. */
  chunkId?: string;
  /** The field that is at fault. */
  path?: string;
  /** What is wrong with each field of a form. */
  errors?: FieldError[];
  /** The source file and line of a fault of our own. */
  place?: string;
  cause?: unknown;
}

/** An error of the conversation. `code` is for programs, `message` for people. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly code: ChatErrorCode;
  /** Whether the same call may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly body: unknown;
  readonly retryAfter: number | undefined;
  readonly chunkType: string | undefined;
  readonly chunkId: string | undefined;
  readonly path: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly place: string | undefined;

  constructor(code: ChatErrorCode, message: string, details: ChatErrorDetails = {}) {
    const { retryable = false, cause, status, body, retryAfter, chunkType, chunkId, path, errors, place } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.retryable = retryable;
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
    this.chunkType = chunkType;
    this.chunkId = chunkId;
    this.path = path;
    this.errors = errors;
    this.place = place;
  }
}

/** An error of ours, also of another copy of the package. */
export function isChatError(value: unknown): value is ChatError {
  return value instanceof ChatError || (value as Partial<ChatError> | null | undefined)?.name === 'ChatError';
}

/** Whether an answer was taken, and if not, why. */
export type AnswerResult = { ok: true } | { ok: false; error: ChatError };

/** The error object of an error that Rust made. */
export function chatError({ code, message, ...details }: ChatErrorData): ChatError {
  return new ChatError(code, message, details);
}
