//! `tool-output-*`.

use serde_json::{Value, json};

use crate::stage::{fails, failure, parts};

fn call() -> Value {
    json!({
        "type": "tool-input-available", "toolCallId": "c", "toolName": "x", "input": { "a": 1 },
        "title": "T", "toolMetadata": { "m": 1 },
    })
}

fn dynamic_call() -> Value {
    let mut call = call();
    call["dynamic"] = json!(true);
    call
}

fn output(value: Value) -> Value {
    json!({ "type": "tool-output-available", "toolCallId": "c", "output": value })
}

fn preliminary(value: Value) -> Value {
    let mut output = output(value);
    output["preliminary"] = json!(true);
    output
}

fn error() -> Value {
    json!({ "type": "tool-output-error", "toolCallId": "c", "errorText": "down" })
}

fn denied() -> Value {
    json!({ "type": "tool-output-denied", "toolCallId": "c" })
}

fn step() -> Value {
    json!({ "type": "start-step" })
}

#[test]
fn a_result_keeps_input_title_and_metadata() {
    let expected = |kind: Value| {
        let mut part = json!({
            "toolCallId": "c", "state": "output-available", "input": { "a": 1 }, "output": [2],
            "title": "T", "toolMetadata": { "m": 1 },
        });
        for (name, value) in kind.as_object().unwrap() {
            part[name.as_str()] = value.clone();
        }
        part
    };
    assert_eq!(
        parts(&[call(), output(json!([2]))])[0],
        expected(json!({ "type": "tool-x" }))
    );
    assert_eq!(
        parts(&[dynamic_call(), output(json!([2]))])[0],
        expected(json!({ "type": "dynamic-tool", "toolName": "x" }))
    );
}

#[test]
fn null_is_a_result() {
    assert_eq!(
        parts(&[call(), output(json!(null))])[0]["output"],
        Value::Null
    );
    assert!(
        parts(&[call(), output(json!(null))])[0]
            .get("output")
            .is_some()
    );
}

#[test]
fn a_result_may_be_preliminary_and_the_last_one_is_not() {
    let part = parts(&[call(), preliminary(json!(1))])[0].clone();
    assert_eq!(part["preliminary"], true);
    let part = parts(&[
        call(),
        preliminary(json!(1)),
        preliminary(json!(2)),
        output(json!(3)),
    ])[0]
        .clone();
    assert_eq!(part.get("preliminary"), None);
    assert_eq!(part["output"], 3);
}

#[test]
fn a_result_carries_metadata_of_its_own() {
    let mut result = output(json!(1));
    result["toolMetadata"] = json!({ "m": 2 });
    result["providerMetadata"] = json!({ "p": {} });
    result["providerExecuted"] = json!(true);
    let part = parts(&[call(), result])[0].clone();
    assert_eq!(part["toolMetadata"], json!({ "m": 2 }));
    assert_eq!(part["resultProviderMetadata"], json!({ "p": {} }));
    assert_eq!(part["providerExecuted"], true);
}

#[test]
fn an_error_takes_the_place_of_a_result() {
    let part = parts(&[call(), preliminary(json!(1)), error()])[0].clone();
    assert_eq!(
        part,
        json!({
            "type": "tool-x", "toolCallId": "c", "state": "output-error", "input": { "a": 1 },
            "errorText": "down", "title": "T", "toolMetadata": { "m": 1 },
        })
    );
}

#[test]
fn an_error_keeps_what_was_written_of_a_static_calls_input() {
    let start = |dynamic: bool| json!({ "type": "tool-input-start", "toolCallId": "c", "toolName": "x", "dynamic": dynamic });
    let delta =
        json!({ "type": "tool-input-delta", "toolCallId": "c", "inputTextDelta": "{\"a\"" });
    let of_static = parts(&[start(false), delta.clone(), error()])[0].clone();
    assert_eq!(of_static["rawInput"], "{\"a\"");
    let of_dynamic = parts(&[start(true), delta, error()])[0].clone();
    assert_eq!(of_dynamic.get("rawInput"), None);
}

#[test]
fn a_denied_result_changes_the_state_only() {
    let before = parts(&[call()])[0].clone();
    let mut expected = before;
    expected["state"] = json!("output-denied");
    assert_eq!(parts(&[call(), denied()])[0], expected);
}

#[test]
fn a_result_reaches_a_call_of_an_earlier_step() {
    for (result, state) in [
        (output(json!(1)), "output-available"),
        (error(), "output-error"),
        (denied(), "output-denied"),
    ] {
        let parts = parts(&[step(), call(), step(), result]);
        assert_eq!(parts[1]["state"], state);
    }
}

#[test]
fn of_calls_of_one_id_a_result_means_the_first_of_the_current_step() {
    let parts = parts(&[call(), step(), dynamic_call(), call(), output(json!(1))]);
    assert_eq!(parts[0]["state"], "input-available");
    assert_eq!(parts[2]["state"], "output-available");
    assert_eq!(parts[3]["state"], "input-available");
}

#[test]
fn of_calls_of_one_id_in_earlier_steps_a_result_means_the_last() {
    let parts = parts(&[call(), step(), call(), step(), output(json!(1))]);
    assert_eq!(parts[0]["state"], "input-available");
    assert_eq!(parts[2]["state"], "output-available");
}

#[test]
fn a_second_result_takes_the_place_of_the_first() {
    let part = parts(&[call(), error(), output(json!(1))])[0].clone();
    assert_eq!(part["output"], 1);
    assert_eq!(part.get("errorText"), None);
}

#[test]
fn a_result_without_its_call_says_what_is_missing() {
    for result in [output(json!(1)), error(), denied()] {
        let text = "No tool invocation found for tool call ID \"c\".";
        fails(&[step(), result.clone()], text);
        assert_eq!(
            failure(&[result]),
            (Some("tool-invocation"), "c".to_owned())
        );
    }
}

#[test]
fn a_late_result_does_not_bring_a_call_of_another_message_back() {
    fails(
        &[output(json!(1))],
        "No tool invocation found for tool call ID \"c\".",
    );
}
