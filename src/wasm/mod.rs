//! Everything that knows of wasm-bindgen and JavaScript.

mod core;
mod effect_json;
mod js_view;
mod transcript;

pub use js_view::JsView;
