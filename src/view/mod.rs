//! The state as plain Rust values: for native tests, Rust front ends, servers.

mod owned;
mod partial_value;

pub use owned::OwnedView;
