//! `tool-approval-*`.

use serde_json::{Value, json};

use crate::stage::{fails, failure, parts};

fn call() -> Value {
    json!({ "type": "tool-input-available", "toolCallId": "c", "toolName": "x", "input": { "a": 1 } })
}

fn request() -> Value {
    json!({ "type": "tool-approval-request", "approvalId": "ap", "toolCallId": "c" })
}

fn response(approved: bool) -> Value {
    json!({ "type": "tool-approval-response", "approvalId": "ap", "approved": approved })
}

fn with(mut chunk: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        chunk[name.as_str()] = value.clone();
    }
    chunk
}

fn approval(chunks: &[Value]) -> Value {
    parts(chunks)[0]["approval"].clone()
}

#[test]
fn a_request_asks() {
    assert_eq!(
        parts(&[call(), request()])[0],
        json!({
            "type": "tool-x", "toolCallId": "c", "state": "approval-requested",
            "input": { "a": 1 }, "approval": { "id": "ap" },
        })
    );
}

#[test]
fn a_request_carries_what_it_says() {
    let all = json!({
        "approvalDescriptor": { "risk": "high" }, "inputSchemaInput": { "a": 2 },
        "reason": "policy", "isAutomatic": true, "signature": "s",
    });
    assert_eq!(
        approval(&[call(), with(request(), &all)]).to_string(),
        r#"{"id":"ap","descriptor":{"risk":"high"},"inputSchemaInput":{"a":2},"requestReason":"policy","isAutomatic":true,"signature":"s"}"#
    );
}

#[test]
fn what_is_not_automatic_does_not_say_so() {
    let chunk = with(request(), &json!({ "isAutomatic": false }));
    assert_eq!(approval(&[call(), chunk]), json!({ "id": "ap" }));
}

#[test]
fn a_second_request_replaces_the_first() {
    let first = with(request(), &json!({ "signature": "s", "reason": "r" }));
    let second = with(request(), &json!({ "approvalId": "ap2" }));
    assert_eq!(approval(&[call(), first, second]), json!({ "id": "ap2" }));
}

#[test]
fn a_request_reaches_a_call_of_an_earlier_step() {
    let parts = parts(&[call(), json!({ "type": "start-step" }), request()]);
    assert_eq!(parts[0]["state"], "approval-requested");
}

#[test]
fn a_request_without_its_call_says_what_is_missing() {
    fails(
        &[request()],
        "No tool invocation found for tool call ID \"c\".",
    );
}

#[test]
fn a_response_decides() {
    let part = parts(&[call(), request(), response(true)])[0].clone();
    assert_eq!(part["state"], "approval-responded");
    assert_eq!(part["approval"], json!({ "id": "ap", "approved": true }));
}

#[test]
fn a_response_adds_to_what_the_request_said() {
    let asked = with(
        request(),
        &json!({ "reason": "policy", "isAutomatic": true }),
    );
    let decided = with(response(false), &json!({ "reason": "not allowed" }));
    assert_eq!(
        approval(&[call(), asked, decided]),
        json!({
            "id": "ap", "requestReason": "policy", "isAutomatic": true, "approved": false,
            "reason": "not allowed",
        })
    );
}

#[test]
fn a_response_says_who_runs_the_call() {
    let fields = json!({ "providerExecuted": true, "providerMetadata": { "p": {} } });
    let part = parts(&[call(), request(), with(response(true), &fields)])[0].clone();
    assert_eq!(part["providerExecuted"], true);
    assert_eq!(part["callProviderMetadata"], json!({ "p": {} }));
}

#[test]
fn a_response_means_the_first_call_of_this_approval() {
    let other = json!({ "toolCallId": "d" });
    let chunks = [
        call(),
        request(),
        with(call(), &other),
        with(request(), &other),
        response(true),
    ];
    let parts = parts(&chunks);
    assert_eq!(parts[0]["state"], "approval-responded");
    assert_eq!(parts[1]["state"], "approval-requested");
}

#[test]
fn a_response_without_its_request_says_what_is_missing() {
    let text = "No tool invocation found for approval ID \"ap\".";
    fails(&[call(), response(true)], text);
    assert_eq!(
        failure(&[call(), response(true)]),
        (Some("tool-approval-response"), "ap".to_owned())
    );
}

#[test]
fn an_automatic_decision_streams_as_request_response_and_result() {
    let chunks = [
        call(),
        with(request(), &json!({ "isAutomatic": true })),
        with(response(false), &json!({ "reason": "blocked" })),
        json!({ "type": "tool-output-denied", "toolCallId": "c" }),
    ];
    assert_eq!(
        parts(&chunks)[0],
        json!({
            "type": "tool-x", "toolCallId": "c", "state": "output-denied", "input": { "a": 1 },
            "approval": { "id": "ap", "isAutomatic": true, "approved": false, "reason": "blocked" },
        })
    );
}

#[test]
fn the_result_of_an_approved_call_keeps_the_approval() {
    let result = json!({ "type": "tool-output-available", "toolCallId": "c", "output": 1 });
    let part = parts(&[call(), request(), response(true), result])[0].clone();
    assert_eq!(part["state"], "output-available");
    assert_eq!(part["approval"], json!({ "id": "ap", "approved": true }));
}

#[test]
fn input_that_is_repeated_keeps_the_approval() {
    let part = parts(&[call(), request(), response(true), call()])[0].clone();
    assert_eq!(part["state"], "input-available");
    assert_eq!(part["approval"]["approved"], true);
}
