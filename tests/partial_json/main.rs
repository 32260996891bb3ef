//! Partial JSON against what AI SDK makes of the same texts.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

mod operations;
mod random;
mod recorded;
