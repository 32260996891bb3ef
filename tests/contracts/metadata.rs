//! A message's metadata is merged from wherever the stream gives it.

use serde_json::{Value, json};

use crate::conversation::{Conversation, Reply, reply};

fn metadata(chunks: &[Value]) -> Value {
    let mut chat = Conversation::new();
    chat.says("hi");
    let response = chunks
        .iter()
        .fold(Reply::default(), |reply, chunk| reply.chunk(chunk.clone()));
    chat.server_replies(response);
    assert_eq!(chat.errors(), []);
    chat.last_message()["metadata"].clone()
}

fn more(metadata: Value) -> Value {
    json!({ "type": "message-metadata", "messageMetadata": metadata })
}

#[test]
fn start_metadata_and_finish_are_merged() {
    let merged = metadata(&[
        json!({ "type": "start", "messageId": "a1", "messageMetadata": { "a": 1, "deep": { "x": 1 } } }),
        more(json!({ "b": 2, "deep": { "y": 2 } })),
        json!({ "type": "finish", "messageMetadata": { "c": 3, "a": 4 } }),
    ]);
    assert_eq!(
        merged,
        json!({ "a": 4, "deep": { "x": 1, "y": 2 }, "b": 2, "c": 3 })
    );
}

#[test]
fn arrays_replace_and_null_overrides() {
    let merged = metadata(&[
        more(json!({ "list": [1, 2, 3], "gone": { "x": 1 } })),
        more(json!({ "list": [4], "gone": null })),
    ]);
    assert_eq!(merged, json!({ "list": [4], "gone": null }));
}

#[test]
fn dangerous_keys_are_skipped_when_merged() {
    let merged = metadata(&[
        more(json!({ "a": 1 })),
        serde_json::from_str(
            r#"{"type":"message-metadata","messageMetadata":{"__proto__":{"x":1},"constructor":1,"prototype":2,"b":2}}"#,
        )
        .unwrap(),
    ]);
    assert_eq!(merged, json!({ "a": 1, "b": 2 }));
}

#[test]
fn null_metadata_is_none() {
    let merged = metadata(&[more(json!({ "a": 1 })), more(json!(null))]);
    assert_eq!(merged, json!({ "a": 1 }));
}

#[test]
fn metadata_need_not_be_an_object() {
    assert_eq!(metadata(&[more(json!("x"))]), json!("x"));
}

#[test]
fn metadata_in_a_start_is_no_content_and_anywhere_else_it_is() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.so_far();
    let start = json!({ "type": "start", "messageMetadata": { "a": 1 } });
    chat.server_streams(reply().chunk(start));
    assert_eq!(chat.told(), [""; 0]);
    assert_eq!(chat.last_message()["metadata"], json!({ "a": 1 }));
    chat.server_streams(reply().chunk(more(json!({ "b": 1 }))));
    assert_eq!(chat.told(), ["status streaming"]);
}

#[test]
fn a_continuation_merges_into_what_is_there() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_replies(
        reply()
            .start("a1")
            .chunk(more(json!({ "a": 1 })))
            .question("q1"),
    );
    chat.answers("q1", json!(1));
    chat.server_replies(reply().start("a1").step().chunk(more(json!({ "b": 2 }))));
    assert_eq!(chat.last_message()["metadata"], json!({ "a": 1, "b": 2 }));
}
