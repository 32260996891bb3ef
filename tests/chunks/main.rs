//! Every chunk of AI SDK's stream has the effect that AI SDK 7 gives it: a
//! named test for each, and for each error text.

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
