//! Everything that knows of wasm-bindgen and JavaScript.
