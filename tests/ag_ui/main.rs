//! AG-UI: what an agent says over this wire, what a person answers, and what
//! goes back.

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

mod events;
mod hostile;
mod interrupts;
mod recordings;
mod runs;
mod stage;
mod state;
