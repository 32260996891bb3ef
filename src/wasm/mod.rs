//! Everything that knows of wasm-bindgen and JavaScript.

mod ag_ui;
mod core;
mod effect_json;
mod form_draft;
mod human;
mod js_host;
mod js_view;
mod panics;
mod transcript;

pub use js_host::JsHost;
pub use js_view::JsView;

/// Half the size of the standard library's.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
