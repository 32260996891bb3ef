//! Every chunk of AI SDK's stream has the effect that AI SDK 7 gives it: a
//! named test for each, and for each error text.

// The platform's services come by crates here; a browser has its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

#[path = "../conversation/mod.rs"]
mod conversation;

mod approvals;
mod older_servers;
mod parts;
mod response;
mod stage;
mod texts;
mod tool_input;
mod tool_results;
