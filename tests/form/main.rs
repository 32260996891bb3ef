//! What forms promise, one file per promise.

mod json_schema_test_suite;
mod pattern_is_bounded;
mod random;
