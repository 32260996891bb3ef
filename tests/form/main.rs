//! What forms promise, one file per promise.

// The services of a platform come by crates here; a browser has its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::wildcard_enum_match_arm
)]

mod accepted_is_valid;
mod answers_reach_the_model;
mod draft_keeps_what_was_typed;
mod errors_say_where;
mod filled;
mod hostile_schemas_end;
mod json_schema_test_suite;
mod links_are_shown_before_they_are_opened;
mod nothing_is_accepted_blindly;
mod nothing_is_coerced;
mod pattern_is_bounded;
mod questions_are_checked_before_they_are_asked;
mod random;
mod random_schema;
mod schema_becomes_fields;
mod where_forms_are_stricter;
