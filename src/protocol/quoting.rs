//! Errors that quote what a server sent.

use crate::model::{ChatError, ErrorCode};

/// The error for text that is JSON and yet no event of its protocol.
pub(super) fn misshapen(text: &str, reason: &str) -> ChatError {
    ChatError::new(
        ErrorCode::InvalidChunk,
        &quote("Type validation failed: Value: ", text, reason),
    )
}

/// The error for text that is no JSON.
pub(super) fn unreadable(text: &str, reason: &str) -> ChatError {
    ChatError::new(
        ErrorCode::InvalidJson,
        &quote("JSON parsing failed: Text: ", text, reason),
    )
}

/// The longest piece of a server's text that an error quotes, in bytes.
const QUOTED: usize = 1024;

fn quote(lead: &str, text: &str, reason: &str) -> String {
    let cut = (0..=QUOTED.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    let mut sentence = String::from(lead);
    sentence.push_str(text.get(..cut).unwrap_or(""));
    if cut < text.len() {
        sentence.push('…');
    }
    sentence.push_str(".\nError message: ");
    sentence.push_str(reason);
    sentence
}
