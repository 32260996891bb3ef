//! What the human's side promises: a file per promise.

// The platform's services come by crates here; a browser has its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "../conversation/mod.rs"]
mod conversation;

mod asked;

mod all_at_once;
mod answers_by_name;
mod batches;
mod carried;
mod deadlines;
mod edited_input;
mod listed;
mod stale;
mod undo;
