//! Random streams, as AI SDK's own chat shows them in the end: whatever order
//! the chunks come in, ours shows the same and fails in the same words.

// The platform's services come by crates here; a browser has its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use countersign::json::Value as JsValue;
use serde_json::{Value, json};

mod conversation;

use conversation::{Automatic, Conversation, Reply, in_short};

/// The conversation after the responses of a case, with the error that each of
/// them left.
fn streamed(case: &Value) -> (Conversation, Vec<Option<String>>) {
    let mut chat = Conversation::new().sending(Automatic::Off);
    let mut errors = Vec::new();
    let responses = case["responses"].as_array().unwrap();
    for (response, drawn) in responses.iter().zip(["g2", "g3"]) {
        chat.names_the_next_answer(drawn);
        if errors.is_empty() {
            let message =
                json!({ "id": "g1", "role": "user", "parts": [{ "type": "text", "text": "hi" }] });
            chat.sends_message(&message, None, 0).unwrap();
        } else {
            chat.sends_again();
        }
        let so_far = chat.errors().len();
        chat.server_replies(Reply(response.as_array().unwrap().clone()));
        let new = chat.errors().get(so_far);
        errors.push(new.map(|error| error.message.as_str().unwrap().to_owned()));
    }
    (chat, errors)
}

#[test]
fn what_is_shown_in_the_end_is_what_ai_sdk_shows() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("fixtures/random-streams/cases.json")).unwrap();
    assert!(cases.len() >= 300);
    for (number, case) in cases.iter().enumerate() {
        let (chat, errors) = streamed(case);
        assert_eq!(json!(errors), case["errors"], "case {number}");
        let ours = JsValue::parse(&chat.text()).unwrap();
        let theirs = JsValue::parse(&case["messages"].to_string()).unwrap();
        assert_eq!(
            ours,
            theirs,
            "case {number}\n{}\n{}",
            chat.shows(),
            in_short(&case["messages"])
        );
    }
}

#[test]
fn the_cases_have_nearly_every_kind_of_chunk_and_few_failures() {
    let text = include_str!("fixtures/random-streams/cases.json");
    let cases: Vec<Value> = serde_json::from_str(text).unwrap();
    let mut kinds: Vec<&str> = cases
        .iter()
        .flat_map(|case| case["responses"].as_array().unwrap())
        .flat_map(|response| response.as_array().unwrap())
        .map(|chunk| chunk["type"].as_str().unwrap())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), 28, "{kinds:?}");
    let failed = cases.iter().filter(|case| {
        case["errors"]
            .as_array()
            .unwrap()
            .iter()
            .any(Value::is_string)
    });
    let failed = failed.count();
    assert!((10..150).contains(&failed), "{failed} cases fail");
}
