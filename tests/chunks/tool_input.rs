//! `tool-input-*`.

use serde_json::{Value, json};

use crate::conversation::{Conversation, reply};
use crate::stage::{fails, failure, part_text, parts};

fn start() -> Value {
    json!({ "type": "tool-input-start", "toolCallId": "c", "toolName": "x" })
}

fn delta(text: &str) -> Value {
    json!({ "type": "tool-input-delta", "toolCallId": "c", "inputTextDelta": text })
}

fn available(input: Value) -> Value {
    json!({ "type": "tool-input-available", "toolCallId": "c", "toolName": "x", "input": input })
}

fn invalid() -> Value {
    json!({
        "type": "tool-input-error", "toolCallId": "c", "toolName": "x", "input": "{bad",
        "errorText": "no JSON",
    })
}

fn step() -> Value {
    json!({ "type": "start-step" })
}

fn with(mut chunk: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        chunk[name.as_str()] = value.clone();
    }
    chunk
}

fn dynamic(chunk: Value) -> Value {
    with(chunk, &json!({ "dynamic": true }))
}

fn all_fields() -> Value {
    json!({
        "title": "T", "toolMetadata": { "m": 1 }, "providerExecuted": true,
        "providerMetadata": { "p": { "a": 1 } },
    })
}

#[test]
fn a_start_adds_a_call_whose_input_streams() {
    assert_eq!(
        part_text(&[start()]),
        r#"{"type":"tool-x","toolCallId":"c","state":"input-streaming"}"#
    );
    assert_eq!(
        part_text(&[dynamic(start())]),
        r#"{"type":"dynamic-tool","toolName":"x","toolCallId":"c","state":"input-streaming"}"#
    );
}

#[test]
fn a_start_carries_title_metadata_and_who_runs_it() {
    assert_eq!(
        part_text(&[with(start(), &all_fields())]),
        r#"{"type":"tool-x","toolCallId":"c","state":"input-streaming","title":"T","toolMetadata":{"m":1},"providerExecuted":true,"callProviderMetadata":{"p":{"a":1}}}"#
    );
    assert_eq!(
        part_text(&[with(dynamic(start()), &all_fields())]),
        r#"{"type":"dynamic-tool","toolName":"x","toolCallId":"c","state":"input-streaming","providerExecuted":true,"title":"T","toolMetadata":{"m":1},"callProviderMetadata":{"p":{"a":1}}}"#
    );
}

#[test]
fn deltas_show_the_input_as_far_as_it_is_known() {
    let seen = [r#"{"a":"#, r#""hel"#, r#"lo","b":[1,"#, "2]}"]
        .iter()
        .scan(vec![start()], |chunks, text| {
            chunks.push(delta(text));
            Some(parts(chunks)[0].clone())
        });
    let inputs: Vec<Value> = seen.map(|part| part["input"].clone()).collect();
    assert_eq!(
        inputs,
        [
            json!({}),
            json!({ "a": "hel" }),
            json!({ "a": "hello", "b": [1] }),
            json!({ "a": "hello", "b": [1, 2] }),
        ]
    );
}

#[test]
fn deltas_keep_the_text_as_it_was_written() {
    let chunks = [start(), delta(r#"{"a": "#), delta("1")];
    let part = parts(&chunks)[0].clone();
    assert_eq!(part["rawInput"], r#"{"a": 1"#);
    assert_eq!(part["input"], json!({ "a": 1 }));
    assert_eq!(part["state"], "input-streaming");
}

#[test]
fn deltas_of_two_calls_may_be_mixed() {
    let other = |chunk: Value| with(chunk, &json!({ "toolCallId": "d" }));
    let chunks = [
        start(),
        other(dynamic(start())),
        delta(r#"{"a":"#),
        other(delta("[1")),
        delta("1}"),
        other(delta(",2]")),
    ];
    let parts = parts(&chunks);
    assert_eq!(parts[0]["input"], json!({ "a": 1 }));
    assert_eq!(parts[1]["input"], json!([1, 2]));
}

#[test]
fn text_input_is_shown_as_text() {
    let chunks = [
        with(start(), &json!({ "inputEncoding": "text" })),
        delta("SELECT "),
        delta("1"),
    ];
    assert_eq!(
        parts(&chunks)[0],
        json!({
            "type": "tool-x", "toolCallId": "c", "state": "input-streaming",
            "inputEncoding": "text", "input": "SELECT 1", "rawInput": "SELECT 1",
        })
    );
}

#[test]
fn the_encoding_goes_when_the_input_is_complete() {
    let chunks = [
        with(start(), &json!({ "inputEncoding": "text" })),
        delta("SELECT 1"),
        available(json!("SELECT 1")),
    ];
    assert_eq!(
        parts(&chunks)[0],
        json!({ "type": "tool-x", "toolCallId": "c", "state": "input-available", "input": "SELECT 1" })
    );
}

#[test]
fn a_second_start_begins_the_input_anew() {
    let chunks = [start(), delta(r#"{"a":1"#), start(), delta(r#"{"b":"#)];
    let part = parts(&chunks)[0].clone();
    assert_eq!(part["input"], json!({}));
    assert_eq!(part["rawInput"], r#"{"b":"#);
}

#[test]
fn a_delta_without_its_start_says_what_is_missing() {
    fails(
        &[delta("{}")],
        "Received tool-input-delta for missing tool call with ID \"c\". \
         Ensure a \"tool-input-start\" chunk is sent before any \"tool-input-delta\" chunks.",
    );
    fails(
        &[available(json!({})), delta("{}")],
        "Received tool-input-delta for missing tool call with ID \"c\". \
         Ensure a \"tool-input-start\" chunk is sent before any \"tool-input-delta\" chunks.",
    );
    assert_eq!(
        failure(&[delta("{}")]),
        (Some("tool-input-delta"), "c".to_owned())
    );
}

#[test]
fn complete_input_takes_the_place_of_what_streamed() {
    let chunks = [
        start(),
        delta(r#"{"a":1"#),
        available(json!({ "a": 1, "b": 2 })),
    ];
    assert_eq!(
        parts(&chunks)[0],
        json!({
            "type": "tool-x", "toolCallId": "c", "state": "input-available",
            "input": { "a": 1, "b": 2 },
        })
    );
}

#[test]
fn complete_input_without_a_start_adds_the_call() {
    assert_eq!(
        part_text(&[available(json!({ "a": 1 }))]),
        r#"{"type":"tool-x","toolCallId":"c","state":"input-available","input":{"a":1}}"#
    );
    assert_eq!(
        part_text(&[dynamic(available(json!(null)))]),
        r#"{"type":"dynamic-tool","toolName":"x","toolCallId":"c","state":"input-available","input":null}"#
    );
}

#[test]
fn title_metadata_and_who_runs_it_stay_unless_given_anew() {
    let first = with(start(), &all_fields());
    let kept = parts(&[first.clone(), available(json!(1))])[0].clone();
    assert_eq!(kept["title"], "T");
    assert_eq!(kept["toolMetadata"], json!({ "m": 1 }));
    assert_eq!(kept["providerExecuted"], true);
    assert_eq!(kept["callProviderMetadata"], json!({ "p": { "a": 1 } }));
    let anew = json!({
        "title": "U", "toolMetadata": {}, "providerExecuted": false,
        "providerMetadata": { "q": {} },
    });
    let changed = parts(&[first, with(available(json!(1)), &anew)])[0].clone();
    assert_eq!(changed["title"], "U");
    assert_eq!(changed["toolMetadata"], json!({}));
    assert_eq!(changed["providerExecuted"], false);
    assert_eq!(changed["callProviderMetadata"], json!({ "q": {} }));
}

#[test]
fn another_name_renames_the_call() {
    let chunks = [
        start(),
        with(available(json!(1)), &json!({ "toolName": "y" })),
    ];
    assert_eq!(parts(&chunks)[0]["type"], "tool-y");
    let chunks = [
        dynamic(start()),
        with(dynamic(available(json!(1))), &json!({ "toolName": "y" })),
    ];
    assert_eq!(parts(&chunks)[0]["toolName"], "y");
}

#[test]
fn static_and_dynamic_calls_of_one_id_are_two() {
    let parts = parts(&[start(), dynamic(available(json!(1)))]);
    assert_eq!(parts[0]["state"], "input-streaming");
    assert_eq!(parts[1]["type"], "dynamic-tool");
}

#[test]
fn the_same_id_in_another_step_is_another_call() {
    let parts = parts(&[step(), available(json!(1)), step(), available(json!(2))]);
    assert_eq!(parts[1]["input"], 1);
    assert_eq!(parts[3]["input"], 2);
}

#[test]
fn an_invalid_input_is_an_error_with_the_input() {
    assert_eq!(
        part_text(&[invalid()]),
        r#"{"type":"tool-x","toolCallId":"c","state":"output-error","input":"{bad","errorText":"no JSON"}"#
    );
    assert_eq!(
        part_text(&[dynamic(invalid())]),
        r#"{"type":"dynamic-tool","toolName":"x","toolCallId":"c","state":"output-error","input":"{bad","errorText":"no JSON"}"#
    );
}

#[test]
fn an_invalid_input_updates_the_call_that_is_there_whatever_its_kind() {
    let updated = parts(&[dynamic(start()), invalid()]);
    assert_eq!(updated.as_array().unwrap().len(), 1);
    assert_eq!(updated[0]["type"], "dynamic-tool");
    assert_eq!(updated[0]["errorText"], "no JSON");
    let updated = parts(&[start(), dynamic(invalid())]);
    assert_eq!(updated.as_array().unwrap().len(), 1);
    assert_eq!(updated[0]["type"], "tool-x");
}

#[test]
fn an_invalid_input_carries_the_providers_metadata_as_that_of_the_result() {
    let chunk = with(invalid(), &json!({ "providerMetadata": { "p": {} } }));
    let part = parts(&[chunk])[0].clone();
    assert_eq!(part["resultProviderMetadata"], json!({ "p": {} }));
    assert_eq!(part.get("callProviderMetadata"), None);
}

#[test]
fn more_input_after_it_was_complete_streams_again() {
    let chunks = [
        start(),
        delta(r#"{"a":"#),
        available(json!({ "a": 9 })),
        delta("1}"),
    ];
    let part = parts(&chunks)[0].clone();
    assert_eq!(part["state"], "input-streaming");
    assert_eq!(part["input"], json!({ "a": 1 }));
    assert_eq!(part["rawInput"], r#"{"a":1}"#);
}

#[test]
fn more_input_in_another_step_is_a_new_call() {
    let parts = parts(&[start(), delta(r#"{"a":"#), step(), delta("1}")]);
    assert_eq!(parts[0]["input"], json!({}));
    assert_eq!(parts[2]["input"], json!({ "a": 1 }));
    assert_eq!(parts[2]["rawInput"], r#"{"a":1}"#);
}

#[test]
fn a_dynamic_call_that_a_delta_makes_has_raw_input_with_the_next_one() {
    let chunks = [
        dynamic(start()),
        delta("[1"),
        step(),
        delta(",2"),
        delta("]"),
    ];
    assert_eq!(parts(&chunks[..4])[2].get("rawInput"), None);
    assert_eq!(parts(&chunks[..4])[2]["input"], json!([1, 2]));
    assert_eq!(parts(&chunks)[2]["rawInput"], "[1,2]");
}

#[test]
fn more_input_after_an_approval_was_asked_for_streams_again() {
    let ask = json!({ "type": "tool-approval-request", "approvalId": "ap", "toolCallId": "c" });
    let part = parts(&[start(), delta("{"), ask, delta("}")])[0].clone();
    assert_eq!(part["state"], "input-streaming");
    assert_eq!(part["approval"], json!({ "id": "ap" }));
}

#[test]
fn keys_that_poison_prototypes_are_refused_while_input_streams() {
    let chunks = [start(), delta(r#"{"a":1,"__proto__":{"x":1}}"#)];
    assert_eq!(parts(&chunks)[0].get("input"), None);
}

#[test]
fn a_continuation_goes_on_with_input_that_was_left_half_received() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .input_start("c", "x")
            .input_delta("c", r#"{"a":"#),
    );
    chat.connection_breaks();
    chat.sends_again();
    chat.server_streams(reply().start("a1").input_delta("c", r#""hello"}"#));
    assert_eq!(chat.errors().len(), 1, "only the broken connection");
    assert_eq!(chat.call("c")["input"], json!({ "a": "hello" }));
    assert_eq!(chat.call("c")["rawInput"], r#"{"a":"hello"}"#);
}

#[test]
fn a_reloaded_page_goes_on_with_input_that_was_left_half_received() {
    let saved = json!([
        { "id": "u1", "role": "user", "parts": [] },
        { "id": "a1", "role": "assistant", "parts": [
            { "type": "step-start" },
            { "type": "tool-x", "toolCallId": "c", "state": "input-streaming", "input": {},
              "rawInput": "{\"a\":", "title": "T" },
        ] },
    ]);
    let mut chat = Conversation::opened_with(&saved);
    chat.sends_again();
    chat.server_streams(reply().start("a1").input_delta("c", "1}"));
    assert_eq!(chat.call("c")["input"], json!({ "a": 1 }));
    assert_eq!(chat.call("c")["title"], "T");
    assert_eq!(chat.errors(), []);
}
