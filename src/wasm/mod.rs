//! Everything that knows of wasm-bindgen and JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

/// Shows that the chain from Rust to the npm package works.
#[wasm_bindgen]
pub struct Probe {
    text: String,
}

#[wasm_bindgen]
impl Probe {
    /// An empty probe.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self {
            text: String::new(),
        }
    }
    /// Adds bytes read as UTF-8, and returns the length in bytes.
    pub fn feed(&mut self, bytes: &[u8]) -> usize {
        self.text.push_str(&String::from_utf8_lossy(bytes));
        self.text.len()
    }
    /// All text so far.
    pub fn text(&self) -> String {
        self.text.clone()
    }
}
