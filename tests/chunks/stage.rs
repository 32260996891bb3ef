//! A response to one message, for tests of single chunks.

use countersign::model::ErrorCode;
use serde_json::{Value, json};

use crate::conversation::{Conversation, Reply};

fn streamed(chunks: &[Value]) -> Conversation {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(Reply(vec![json!({ "type": "start", "messageId": "a1" })]));
    chat.server_streams(Reply(chunks.to_vec()));
    chat
}

/// The parts after these chunks.
#[track_caller]
pub fn parts(chunks: &[Value]) -> Value {
    let chat = streamed(chunks);
    assert_eq!(chat.errors(), []);
    chat.last_message()["parts"].clone()
}

/// The only part after these chunks, as text: the order of its fields counts.
#[track_caller]
pub fn part_text(chunks: &[Value]) -> String {
    let parts = parts(chunks);
    assert_eq!(parts.as_array().unwrap().len(), 1, "{parts}");
    parts[0].to_string()
}

/// The last chunk fails with this text; what came before is kept.
#[track_caller]
pub fn fails(chunks: &[Value], message: &str) {
    let (_, before) = chunks.split_last().unwrap();
    let expected = parts(before);
    let chat = streamed(chunks);
    assert_eq!(chat.last_error(), (ErrorCode::ChunkOrder, message));
    assert_eq!(chat.last_message()["parts"], expected);
}

/// The chunk type and the id that an error names.
#[track_caller]
pub fn failure(chunks: &[Value]) -> (Option<&'static str>, String) {
    let chat = streamed(chunks);
    let error = chat.errors().last().expect("an error").clone();
    let id = error.chunk_id.clone().unwrap();
    (error.chunk_type, id.as_str().unwrap().to_owned())
}
