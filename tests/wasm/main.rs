//! What needs a JavaScript engine: run in a headless browser.

#![cfg(target_arch = "wasm32")]
// Clippy does not know these for tests.
#![allow(clippy::unwrap_used)]

mod forms_on_the_engine;
mod json_against_engine;
mod views_agree;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
