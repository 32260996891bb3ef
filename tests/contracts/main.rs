//! What the conversation promises to whoever builds on it: a file per promise.

// The platform's services come by crates here; a browser has its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "../conversation/mod.rs"]
mod conversation;

mod asked_again;
mod automatic_sending;
mod bad_input;
mod broken_connections;
mod data_parts;
mod first_answer_wins;
mod interrupted;
mod metadata;
mod new_message_while_pending;
mod outcomes;
mod overlapping;
mod queue;
mod replacing_messages;
mod resuming;
mod reused_call_ids;
mod statuses;
mod stopping;
mod superseded;
mod tool_call_callback;
mod validation;
