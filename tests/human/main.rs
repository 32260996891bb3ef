//! What the human's side promises: a file per promise.

// The platform's services come by crates here; a browser has its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice
)]

#[path = "../conversation/mod.rs"]
mod conversation;

mod asked;

mod all_at_once;
mod answers_by_name;
mod ask_user;
mod audit;
mod back_ends_that_wait;
mod batches;
mod carried;
mod claims;
mod cost;
mod deadlines;
mod edited_input;
mod grants;
mod listed;
mod model;
mod policy;
mod resent;
mod retries;
mod saved;
mod stale;
mod states;
mod undo;
mod withdrawn;
