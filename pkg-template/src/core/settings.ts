/** Bits by which the façade tells Rust what the application has; see `src/wasm/core.rs`. */
export const setting = {
  toolCall: 1,
  data: 2,
  metadataSchema: 4,
  dataSchemas: 8,
  everyChunk: 16,
  sendsAutomatically: 32,
  refuseWhilePending: 64,
  queues: 128,
  whenComplete: 256,
  whenToolCallsAre: 512,
  whenApprovalsAre: 1024,
} as const;

/** Bits in which Rust says what has changed. */
export const change = { messages: 1, status: 2, effects: 4, items: 8, over: 16 } as const;

/** How a response failed, as the façade tells Rust. */
export const failing = {
  beforeSending: 0,
  network: 1,
  status: 2,
  empty: 3,
  transport: 4,
  callback: 5,
  schema: 6,
} as const;

/** What a conversation may be doing, in the order in which Rust counts; see `src/wasm/core.rs`. */
export const statuses = ['ready', 'submitted', 'streaming', 'error'] as const;
