//! `text-*` and `reasoning-*`.

use serde_json::{Value, json};

use crate::stage::{fails, failure, part_text, parts};

fn start(kind: &str, id: &str) -> Value {
    json!({ "type": format!("{kind}-start"), "id": id })
}

fn delta(kind: &str, id: &str, delta: &str) -> Value {
    json!({ "type": format!("{kind}-delta"), "id": id, "delta": delta })
}

fn end(kind: &str, id: &str) -> Value {
    json!({ "type": format!("{kind}-end"), "id": id })
}

fn with(mut chunk: Value, metadata: &str) -> Value {
    chunk["providerMetadata"] = json!({ "p": { "from": metadata } });
    chunk
}

#[test]
fn text_start_adds_an_empty_text_that_streams() {
    assert_eq!(
        part_text(&[start("text", "t")]),
        r#"{"type":"text","text":"","state":"streaming"}"#
    );
}

#[test]
fn text_delta_appends() {
    let chunks = [
        start("text", "t"),
        delta("text", "t", "Hel"),
        delta("text", "t", "lo"),
    ];
    assert_eq!(
        part_text(&chunks),
        r#"{"type":"text","text":"Hello","state":"streaming"}"#
    );
}

#[test]
fn text_end_is_done() {
    let chunks = [
        start("text", "t"),
        delta("text", "t", "Hello"),
        end("text", "t"),
    ];
    assert_eq!(
        part_text(&chunks),
        r#"{"type":"text","text":"Hello","state":"done"}"#
    );
}

#[test]
fn text_end_carries_citations() {
    let mut last = end("text", "t");
    last["citations"] = json!([{ "start": 0 }]);
    assert_eq!(
        part_text(&[start("text", "t"), last]),
        r#"{"type":"text","text":"","state":"done","citations":[{"start":0}]}"#
    );
}

#[test]
fn reasoning_keeps_its_id() {
    let chunks = [
        start("reasoning", "r"),
        delta("reasoning", "r", "Hm"),
        end("reasoning", "r"),
    ];
    assert_eq!(
        part_text(&chunks),
        r#"{"type":"reasoning","id":"r","text":"Hm","state":"done"}"#
    );
}

#[test]
fn provider_metadata_is_the_latest_given() {
    for kind in ["text", "reasoning"] {
        let from = |chunks: &[Value]| parts(chunks)[0]["providerMetadata"]["p"]["from"].clone();
        let first = with(start(kind, "t"), "start");
        assert_eq!(from(&[first.clone(), delta(kind, "t", "x")]), "start");
        let second = with(delta(kind, "t", "x"), "delta");
        assert_eq!(from(&[first.clone(), second.clone()]), "delta");
        assert_eq!(
            from(&[first.clone(), second.clone(), end(kind, "t")]),
            "delta"
        );
        assert_eq!(from(&[first, second, with(end(kind, "t"), "end")]), "end");
    }
}

#[test]
fn several_texts_grow_at_once() {
    let chunks = [
        start("text", "a"),
        start("reasoning", "a"),
        start("text", "b"),
        delta("text", "a", "1"),
        delta("text", "b", "2"),
        delta("reasoning", "a", "3"),
        end("text", "a"),
        delta("text", "b", "4"),
    ];
    let parts = parts(&chunks);
    assert_eq!(
        parts[0],
        json!({ "type": "text", "text": "1", "state": "done" })
    );
    assert_eq!(parts[1]["text"], "3");
    assert_eq!(parts[2]["text"], "24");
}

#[test]
fn an_id_may_be_used_again() {
    let chunks = [
        start("text", "t"),
        delta("text", "t", "one"),
        end("text", "t"),
        start("text", "t"),
        delta("text", "t", "two"),
    ];
    let parts = parts(&chunks);
    assert_eq!(parts[0]["text"], "one");
    assert_eq!(parts[1]["text"], "two");
}

#[test]
fn an_id_that_is_used_again_before_its_end_means_the_newer_text() {
    let chunks = [
        start("text", "t"),
        delta("text", "t", "one"),
        start("text", "t"),
        delta("text", "t", "two"),
        end("text", "t"),
    ];
    let parts = parts(&chunks);
    assert_eq!(
        parts[0],
        json!({ "type": "text", "text": "one", "state": "streaming" })
    );
    assert_eq!(
        parts[1],
        json!({ "type": "text", "text": "two", "state": "done" })
    );
}

#[test]
fn a_text_goes_on_over_the_end_of_its_step() {
    let chunks = [
        start("text", "t"),
        json!({ "type": "finish-step" }),
        json!({ "type": "start-step" }),
        delta("text", "t", "x"),
    ];
    let parts = parts(&chunks);
    assert_eq!(parts[0]["text"], "x");
    assert_eq!(parts[1]["type"], "step-start");
}

#[test]
fn ids_that_are_names_of_objects_are_ids() {
    for id in ["__proto__", "constructor", "toString"] {
        let chunks = [start("text", id), delta("text", id, "x")];
        assert_eq!(parts(&chunks)[0]["text"], "x");
    }
    fails(
        &[delta("text", "constructor", "x")],
        "Received text-delta for missing text part with ID \"constructor\". \
         Ensure a \"text-start\" chunk is sent before any \"text-delta\" chunks.",
    );
}

#[test]
fn a_delta_without_its_text_says_what_is_missing() {
    fails(
        &[start("reasoning", "x"), delta("text", "x", "a")],
        "Received text-delta for missing text part with ID \"x\". \
         Ensure a \"text-start\" chunk is sent before any \"text-delta\" chunks.",
    );
    fails(
        &[start("text", "x"), delta("reasoning", "x", "a")],
        "Received reasoning-delta for missing reasoning part with ID \"x\". \
         Ensure a \"reasoning-start\" chunk is sent before any \"reasoning-delta\" chunks.",
    );
}

#[test]
fn an_end_without_its_text_says_what_is_missing() {
    fails(
        &[start("text", "x"), end("text", "x"), end("text", "x")],
        "Received text-end for missing text part with ID \"x\". \
         Ensure a \"text-start\" chunk is sent before any \"text-end\" chunks.",
    );
    fails(
        &[end("reasoning", "x")],
        "Received reasoning-end for missing reasoning part with ID \"x\". \
         Ensure a \"reasoning-start\" chunk is sent before any \"reasoning-end\" chunks.",
    );
}

#[test]
fn an_error_names_the_chunk_and_its_id() {
    for kind in ["text-delta", "text-end", "reasoning-delta", "reasoning-end"] {
        let chunk = json!({ "type": kind, "id": "x", "delta": "" });
        assert_eq!(failure(&[chunk]), (Some(kind), "x".to_owned()));
    }
}
