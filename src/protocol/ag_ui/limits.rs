//! Bounds on what a run may make this module keep.

/// How many texts, spans, steps, sub-agents or calls one run may have open or
/// have named, of each.
pub const MAX_NAMED: usize = 10_000;

/// How many interrupts one run may end with.
pub const MAX_INTERRUPTS: usize = 1_000;

/// How many operations one JSON Patch may have.
pub const MAX_PATCH_OPERATIONS: usize = 10_000;

/// How many bytes and values one JSON Patch may copy, compare and move aside.
pub const MAX_PATCH_WORK: usize = 64 * 1024 * 1024;

/// How long shared state may become, in bytes of JSON, through one patch or
/// snapshot.
pub const MAX_STATE_BYTES: usize = 16 * 1024 * 1024;

/// How many activities are kept to be patched.
pub const MAX_ACTIVITIES: usize = 200;

/// How long an activity's content may become, in bytes of JSON.
pub const MAX_ACTIVITY_BYTES: usize = 1024 * 1024;
