//! Whether the last answer is complete: AI SDK's helpers against ours, and our
//! own where a step mixes questions and approvals.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use countersign::json::RawJson;
use countersign::model::{Message, MessageKey};
use countersign::transcript::{
    last_assistant_message_is_complete as is_complete,
    last_assistant_message_is_complete_with_approval_responses as with_approval_responses,
    last_assistant_message_is_complete_with_tool_calls as with_tool_calls,
};
use serde_json::{Value, json};

fn read(messages: &Value) -> Vec<Message> {
    let text = messages.to_string();
    let list = RawJson::parse(&text).unwrap();
    (0..)
        .zip(list.elements().unwrap())
        .map(|(key, message)| Message::read(MessageKey(key), message).unwrap())
        .collect()
}

fn answer(parts: &[Value]) -> Vec<Message> {
    read(&json!([{ "id": "m", "role": "assistant", "parts": parts }]))
}

/// A call that waits for nobody but this page.
fn call(state: &str) -> Value {
    json!({ "type": "tool-x", "toolCallId": "c", "state": state })
}

fn by_provider(mut call: Value) -> Value {
    call["providerExecuted"] = json!(true);
    call
}

fn by_rule(mut call: Value, approved: bool) -> Value {
    call["approval"] = json!({ "id": "a", "approved": approved, "isAutomatic": true });
    call
}

fn text(state: &str) -> Value {
    json!({ "type": "text", "text": "t", "state": state })
}

#[test]
fn both_helpers_say_what_ai_sdk_says_in_every_recorded_case() {
    let fixture: Value =
        serde_json::from_str(include_str!("fixtures/complete/cases.json")).unwrap();
    assert_eq!(fixture["ai"], "7.0.173");
    let mut checked = 0;
    for case in fixture["cases"].as_str().unwrap().split(';') {
        let (indices, verdicts) = case.split_once(' ').unwrap();
        let parts: Vec<Value> = indices
            .split(',')
            .filter(|index| !index.is_empty())
            .map(|index| fixture["parts"][index.parse::<usize>().unwrap()].clone())
            .collect();
        let messages = answer(&parts);
        let ours = [
            with_tool_calls(&messages),
            with_approval_responses(&messages),
        ];
        let theirs = [verdicts.starts_with('1'), verdicts.ends_with('1')];
        assert_eq!(ours, theirs, "{parts:?}");
        checked += 1;
    }
    assert!(checked > 2500, "only {checked} cases");
}

#[test]
fn none_is_complete_without_an_answer_at_the_end() {
    let user = json!({ "id": "u", "role": "user", "parts": [] });
    let done = json!({ "id": "m", "role": "assistant", "parts": [call("output-available")] });
    for messages in [json!([]), json!([user]), json!([done, user])] {
        let messages = read(&messages);
        assert!(!with_tool_calls(&messages));
        assert!(!with_approval_responses(&messages));
        assert!(!is_complete(&messages));
    }
}

#[test]
fn a_call_in_an_unknown_state_is_never_complete() {
    let messages = answer(&[call("output-available"), call("output-pondering")]);
    assert!(!with_tool_calls(&messages));
    assert!(!with_approval_responses(&messages));
    assert!(!is_complete(&messages));
}

#[track_caller]
fn complete(parts: &[Value]) {
    assert!(is_complete(&answer(parts)), "{parts:?}");
}

#[track_caller]
fn incomplete(parts: &[Value]) {
    assert!(!is_complete(&answer(parts)), "{parts:?}");
}

#[test]
fn an_answered_question_and_a_decided_approval_are_complete_together() {
    complete(&[call("output-available"), call("approval-responded")]);
    complete(&[call("approval-responded"), call("output-available")]);
}

#[test]
fn either_alone_is_complete() {
    complete(&[call("output-available")]);
    complete(&[call("output-error")]);
    complete(&[call("approval-responded")]);
}

#[test]
fn what_waits_holds_the_others_up() {
    for waiting in ["input-streaming", "input-available", "approval-requested"] {
        incomplete(&[call("output-available"), call(waiting)]);
        incomplete(&[call("approval-responded"), call(waiting)]);
    }
}

#[test]
fn a_preliminary_output_is_no_answer() {
    let mut preliminary = call("output-available");
    preliminary["preliminary"] = json!(true);
    incomplete(&[preliminary.clone()]);
    incomplete(&[preliminary, call("output-available")]);
}

#[test]
fn a_refused_call_is_finished() {
    complete(&[call("output-denied"), call("output-available")]);
    complete(&[call("output-denied")]);
}

#[test]
fn a_refusal_by_a_rule_stalls_nothing_and_is_no_answer_by_itself() {
    let refused = by_rule(call("output-denied"), false);
    complete(&[refused.clone(), call("output-available")]);
    incomplete(&[refused]);
    incomplete(&[by_rule(call("approval-responded"), true)]);
}

#[test]
fn results_of_the_provider_alone_are_no_answer() {
    incomplete(&[by_provider(call("output-available"))]);
    incomplete(&[by_provider(call("output-denied"))]);
}

#[test]
fn a_call_that_the_provider_still_runs_holds_nothing_up() {
    complete(&[
        by_provider(call("input-available")),
        call("output-available"),
    ]);
}

#[test]
fn a_decision_about_a_call_of_the_provider_counts() {
    complete(&[by_provider(call("approval-responded"))]);
    incomplete(&[
        by_provider(call("approval-requested")),
        call("output-available"),
    ]);
}

#[test]
fn text_after_the_last_call_must_be_done() {
    complete(&[call("output-available"), text("done")]);
    complete(&[text("streaming"), call("output-available")]);
    incomplete(&[call("output-available"), text("streaming")]);
    incomplete(&[call("approval-responded"), text("streaming")]);
    let stateless = json!({ "type": "text", "text": "t" });
    incomplete(&[call("output-available"), stateless]);
}

#[test]
fn only_the_current_step_counts() {
    let step = json!({ "type": "step-start" });
    complete(&[
        call("input-available"),
        step.clone(),
        call("output-available"),
    ]);
    incomplete(&[call("output-available"), step, text("done")]);
}
