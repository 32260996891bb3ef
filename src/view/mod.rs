//! The state as plain Rust values.
