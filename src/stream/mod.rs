//! Bytes to server-sent events, and JSON that is still being received.
//!
//! Knows nothing of chats; depends on [`crate::json`] only.

pub mod limits;
pub mod partial;
pub mod sse;
