//! Bounds on JSON from outside.

/// How many arrays and objects may be open at once, counting the outermost.
///
/// `JSON.parse` has no such bound of its own; it fails when the engine's stack
/// does.
pub const MAX_DEPTH: usize = 512;
