//! What is known of a panic. The façade asks for it after a call has trapped,
//! and says it with the error that the broken conversation gives from then on.

use std::cell::Cell;
use std::panic::PanicHookInfo;

use wasm_bindgen::prelude::*;

thread_local! {
    static LAST: Cell<Option<String>> = const { Cell::new(None) };
}

/// Runs once, when the module starts.
#[wasm_bindgen(start)]
pub fn note_panics() {
    std::panic::set_hook(Box::new(note));
}

fn note(panic: &PanicHookInfo<'_>) {
    let mut said = String::from(panic.payload_as_str().unwrap_or("panicked"));
    if let Some(place) = panic.location() {
        said.push('\n');
        said.push_str(place.file());
        said.push(':');
        push_number(&mut said, place.line());
    }
    LAST.set(Some(said));
}

fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// The message of the last panic and, on a second line, its place; once.
#[wasm_bindgen(js_name = takePanic)]
pub fn take_panic() -> Option<String> {
    LAST.take()
}

/// Panics where the id of a call says so, deep in the stack.
#[cfg(feature = "panic-for-tests")]
#[allow(clippy::panic, reason = "tests ask for it")]
pub fn panic_if_asked(call_id: &str) {
    fn deep(left: u32, mut used: [u8; 64]) -> u8 {
        used.fill(left as u8);
        if left == 0 {
            panic!("a test asked for it");
        }
        deep(left - 1, std::hint::black_box(used)).wrapping_add(std::hint::black_box(used)[0])
    }
    if call_id == "panic for tests" {
        deep(20, [0; 64]);
    }
}
