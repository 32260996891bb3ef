//! Parts that come whole.

use serde_json::{Value, json};

use crate::stage::{part_text, parts};

/// The part is the chunk's fields, in this order.
#[track_caller]
fn becomes(chunk: Value, part: &str) {
    assert_eq!(part_text(&[chunk]), part);
}

#[test]
fn file() {
    becomes(
        json!({ "type": "file", "url": "data:,x", "mediaType": "text/plain", "extra": 1 }),
        r#"{"type":"file","mediaType":"text/plain","url":"data:,x"}"#,
    );
    becomes(
        json!({ "type": "file", "url": "u", "mediaType": "m", "providerMetadata": { "p": { "a": 1 } } }),
        r#"{"type":"file","mediaType":"m","url":"u","providerMetadata":{"p":{"a":1}}}"#,
    );
}

#[test]
fn reasoning_file() {
    becomes(
        json!({ "type": "reasoning-file", "url": "u", "mediaType": "image/png" }),
        r#"{"type":"reasoning-file","mediaType":"image/png","url":"u"}"#,
    );
}

#[test]
fn source_url() {
    becomes(
        json!({ "type": "source-url", "sourceId": "s", "url": "u" }),
        r#"{"type":"source-url","sourceId":"s","url":"u"}"#,
    );
    becomes(
        json!({
            "type": "source-url", "title": "T", "url": "u", "sourceId": "s",
            "providerMetadata": { "p": {} },
        }),
        r#"{"type":"source-url","sourceId":"s","url":"u","title":"T","providerMetadata":{"p":{}}}"#,
    );
}

#[test]
fn source_document() {
    becomes(
        json!({
            "type": "source-document", "sourceId": "s", "mediaType": "m", "title": "T",
            "filename": "f.pdf",
        }),
        r#"{"type":"source-document","sourceId":"s","mediaType":"m","title":"T","filename":"f.pdf"}"#,
    );
}

#[test]
fn custom() {
    becomes(
        json!({ "type": "custom", "kind": "p.x", "providerMetadata": { "p": { "a": [1] } } }),
        r#"{"type":"custom","kind":"p.x","providerMetadata":{"p":{"a":[1]}}}"#,
    );
}

#[test]
fn steering_message() {
    becomes(
        json!({
            "type": "steering-message", "id": "s1",
            "parts": [{ "type": "text", "text": "left" }, { "type": "file", "mediaType": "m", "url": "u" }],
        }),
        r#"{"type":"steering-message","id":"s1","parts":[{"type":"text","text":"left"},{"type":"file","mediaType":"m","url":"u"}]}"#,
    );
}

#[test]
fn the_same_part_twice_is_there_twice() {
    let chunk = json!({ "type": "source-url", "sourceId": "s", "url": "u" });
    let parts = parts(&[chunk.clone(), chunk]);
    assert_eq!(parts.as_array().unwrap().len(), 2);
}
