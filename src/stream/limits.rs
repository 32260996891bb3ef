//! Bounds on what a server may make this module keep.

/// The largest server-sent event, in bytes: its data so far and the line being
/// received. Room for a file of some 20 MB as a `data:` URL.
pub const MAX_EVENT_BYTES: usize = 32 * 1024 * 1024;
