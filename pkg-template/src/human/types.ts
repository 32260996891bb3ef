import type { ChatRequestOptions } from 'ai';

/** Which answers to an approval the agent's protocol can carry back. Offer no other. */
export interface ApprovalAnswers {
  /** A reason. */
  reason: boolean;
  /** An edited input. */
  editInput: boolean;
  /** A rule that answers further calls. */
  remember: boolean;
  /** The answers that the wire lists, in its order. */
  options?: readonly ApprovalOption[];
}

/** One answer of a list that the wire brings along. */
export interface ApprovalOption {
  id: string;
  name: string;
  /** Whether it allows the call. */
  allows: boolean;
  /** Whether the agent itself remembers it. */
  remembers: boolean;
}

/** How far an item has come; `unknown` is never sent again by itself. */
export type ItemStage =
  | 'pending'
  | 'answered'
  | 'sending'
  | 'unknown'
  | 'approved'
  | 'denied'
  | 'settled'
  | 'cancelled'
  | 'expired'
  | 'superseded'
  | 'withdrawn';

/** Who or what moved an item. */
export type Actor =
  | { kind: 'person'; name?: string }
  | { kind: 'grant'; grant: number }
  | { kind: 'policy' | 'deadline' | 'stop' | 'agent' | 'conversation' };

/** Something that waits, or waited, for a person. */
export interface Item {
  /** The item's own name; never reused in the conversation. */
  id: string;
  kind: 'approval' | 'question' | 'input';
  stage: ItemStage;
  /** Changes when what the person sees changes. */
  revision: number;
  /** Where the answer goes: with the next request, to whoever waits for it, or into a request made anew. */
  settlement: 'resume' | 'reply' | 'retry';
  messageId?: string;
  toolCallId?: string;
  toolName?: string;
  /** Who asks: the protocol, and behind a slash the server or agent. */
  source?: string;
  /** When it expires, in milliseconds since 1970. */
  deadline?: number;
  /** Until when the answer can be taken back, in milliseconds since 1970. */
  heldUntil?: number;
  /** What was answered. */
  answer?: ToolDecision | InputResponse | null;
  /** What is prepared and not given. */
  staged?: ToolDecision | InputResponse;
  /** Who answered. */
  by?: Actor;
}

/** A tool call that waits for a decision. */
export interface PendingApproval extends Item {
  kind: 'approval';
  approvalId: string;
  toolCallId: string;
  toolName: string;
  title?: string;
  input?: unknown;
  /** Why the agent asks. */
  reason?: string;
  answers: ApprovalAnswers;
}

/** A form to fill in, or an address to visit. */
export interface InputRequest extends Item {
  kind: 'input';
  requestId: string;
  request: {
    message?: string;
    /** A JSON Schema: the answer's content has to fit it. */
    schema?: unknown;
    /** An address: accepting means that it may be opened. */
    url?: string;
    /** The questions of the ask-user tool. */
    askUser?: boolean;
  };
}

/** A rule that answers approvals. */
export interface Grant {
  id: number;
  tool: string;
  source: string;
  scope: 'turn' | 'conversation';
  /** Only this very input. */
  input?: unknown;
  allows: boolean;
  /** When it was made, in milliseconds since 1970. */
  made: number;
}

/** A decision about a tool call. */
export interface ToolDecision {
  approved: boolean;
  reason?: string;
  /** Run the call with this input instead. `null` is a value. */
  editedInput?: unknown;
  /** Answer further calls of this tool in the same way. */
  remember?: boolean | { scope: 'turn' | 'conversation'; exactInput?: boolean };
  /** The answer picked from the wire's list. */
  optionId?: string;
}

/** The answer to a request for input. */
export type InputResponse = { action: 'accept'; content?: unknown } | { action: 'decline' } | { action: 'cancel' };

/** A response that gives what was asked for. */
export function accept(content?: unknown): InputResponse {
  return content === undefined ? { action: 'accept' } : { action: 'accept', content };
}

/** One step of one item. */
export interface AuditEntry {
  sequence: number;
  /** In milliseconds since 1970. */
  time: number;
  item: string;
  kind: Item['kind'];
  toolCallId?: string;
  toolName?: string;
  source?: string;
  /** Nothing where the item begins to wait. */
  from?: ItemStage;
  to: ItemStage;
  by: Actor;
  /** The input that was judged. */
  input?: unknown;
  answer?: ToolDecision | InputResponse | null;
  grant?: number;
  revision: number;
}

/** What is known of a tool. */
export interface ToolInfo {
  /** It changes or deletes what cannot be brought back: no rule answers for it. */
  destructive?: boolean;
  /** A rule may answer for it although it is destructive. */
  rememberable?: boolean;
  /** The JSON Schema of its input: edited inputs have to fit it. */
  inputSchema?: unknown;
}

/** Decides before the person is asked; nothing leaves it to them. */
export type ApprovalPolicy = (
  approval: Omit<PendingApproval, 'staged'>,
) => PolicyVerdict | undefined | PromiseLike<PolicyVerdict | undefined>;

/** What a policy may say. */
export type PolicyVerdict = boolean | { approved: boolean; reason?: string };

/** Where time comes from; tests bring their own. */
export interface Clock {
  /** In milliseconds since 1970. */
  now(): number;
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Settings of everything that waits for a person. */
export interface HumanInit {
  /** How long a person has for an approval, in milliseconds; without it, for ever. */
  approvalDeadlineMs?: number;
  /** How long a person has for a request for input, in milliseconds; without it, for ever. */
  inputDeadlineMs?: number;
  /** How long an answer can be taken back before it goes out, in milliseconds. */
  undoWindowMs?: number;
  /** The server takes an edited input from the tool part (plain AI SDK ignores it). */
  editableInput?: boolean;
  tools?: Readonly<Record<string, ToolInfo>>;
  approvalPolicy?: ApprovalPolicy;
  /** What the agent can do besides: `askUser()` turns calls to `ask_user_question` into requests for input. */
  capabilities?: readonly Capability[];
  /** Who answers, for the log. */
  actor?: () => string | undefined;
  /** Whether this viewer may answer an item; any other answer is refused as `read_only`, whoever gives it. */
  canAnswer?: (item: Item) => boolean;
  /** Called with every entry of the log, for those who store it. */
  onAudit?: (entry: AuditEntry) => void;
  /** What {@link ChatController.exportState} gave, to go on with. */
  state?: unknown;
  clock?: Clock;
}

/** Something that the front end can do for an agent. */
export interface Capability {
  readonly name: string;
}

/** What an answer may bring along. */
export interface AnswerOptions extends ChatRequestOptions {
  /** The revision that the person has seen, where it is not that of the last snapshot. */
  revision?: number;
}

/** Makes a request anew with an answer; says whether it was accepted. */
export type RetryHandler = (retry: {
  request: unknown;
  answer: ToolDecision | InputResponse;
}) => boolean | PromiseLike<boolean>;
