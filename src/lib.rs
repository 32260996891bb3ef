//! The human's side of an agent conversation: the approvals and questions an
//! agent waits on, the answers people give, and the chat around them.
//!
//! The folders are the architecture; `docs/architecture.md` tells which may
//! import which.

pub mod chat;
pub mod controller;
pub mod form;
pub mod host;
pub mod human;
pub mod json;
pub mod model;
pub mod protocol;
#[cfg(not(target_arch = "wasm32"))]
pub mod replay;
pub mod stream;
pub mod transcript;
pub mod view;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
