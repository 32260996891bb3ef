//! Bounds on what a server may make this module keep.

/// The largest server-sent event, in bytes: its data so far and the line being
/// received. Room for a file of some 20 MB as a `data:` URL.
pub const MAX_EVENT_BYTES: usize = 32 * 1024 * 1024;

/// The longest number, in bytes, that JSON may hold while it is still being
/// received: its digits so far are given again whenever some are added.
pub const MAX_PARTIAL_NUMBER_BYTES: usize = 1024;

/// How many parts of a value that hold a forbidden key may be waiting to be
/// replaced through a repeated key, all of them in objects that are still open.
pub const MAX_FORBIDDEN_PARTS: usize = 16;
