//! One folder per wire: wire to stream events, answers to wire, and nothing
//! else.

pub mod ai_sdk;
