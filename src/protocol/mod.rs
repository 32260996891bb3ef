//! One folder per wire: wire to stream events, answers to wire, and nothing
//! else.

pub mod ag_ui;
pub mod ai_sdk;
mod quoting;
