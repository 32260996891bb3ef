//! Questions about messages, asked of conversations as they are saved.
#![allow(clippy::unwrap_used)]

use countersign::json::RawJson;
use countersign::model::{FinishReason, Message, MessageKey};
use countersign::transcript::{
    Ending, FoundCall, ending, new_tool_results, pending_approvals, pending_tool_calls,
    resolved_tool_calls,
};

fn message(json: &str) -> Message {
    Message::read(MessageKey(0), RawJson::parse(json).unwrap()).unwrap()
}

fn answer(id: &str, parts: &[(&str, &str)]) -> Message {
    let parts: Vec<String> = parts
        .iter()
        .map(|(call, state)| match *state {
            "step" => String::from(r#"{"type":"step-start"}"#),
            state => format!(
                r#"{{"type":"tool-pick","toolCallId":"{call}","state":"{state}","approval":{{"id":"p-{call}"}}}}"#
            ),
        })
        .collect();
    message(&format!(
        r#"{{"id":"{id}","role":"assistant","parts":[{}]}}"#,
        parts.join(",")
    ))
}

fn user() -> Message {
    message(r#"{"id":"u","role":"user","parts":[]}"#)
}

fn ids(calls: &[FoundCall<'_>]) -> Vec<String> {
    calls
        .iter()
        .map(|call| {
            let (message, call) = (&call.in_message.id, &call.tool.call_id);
            format!("{}/{}", message.as_str().unwrap(), call.as_str().unwrap())
        })
        .collect()
}

#[test]
fn only_the_latest_answer_has_questions_that_wait() {
    let old = answer("a", &[("c1", "input-available")]);
    let new = answer(
        "b",
        &[
            ("c2", "output-available"),
            ("c3", "input-available"),
            ("c4", "approval-requested"),
        ],
    );
    let messages = [old, user(), new, user()];
    assert_eq!(ids(&pending_tool_calls(&messages)), ["b/c3"]);
    assert_eq!(ids(&pending_approvals(&messages)), ["b/c4"]);
}

#[test]
fn every_answer_counts_for_what_is_resolved() {
    let messages = [
        answer("a", &[("c1", "output-available"), ("c2", "output-denied")]),
        answer("b", &[("c3", "output-error"), ("c4", "approval-responded")]),
    ];
    assert_eq!(ids(&resolved_tool_calls(&messages)), ["a/c1", "b/c3"]);
}

#[test]
fn a_result_is_new_once() {
    let before = answer(
        "a",
        &[("c1", "output-available"), ("c2", "input-available")],
    );
    let after = answer(
        "a",
        &[
            ("c1", "output-available"),
            ("c2", "output-available"),
            ("c2", "output-error"),
            ("c3", "output-denied"),
        ],
    );
    assert_eq!(
        ids(&new_tool_results(&after, std::slice::from_ref(&before))),
        ["a/c2"]
    );
    assert!(new_tool_results(&after, std::slice::from_ref(&after)).is_empty());
}

#[test]
fn a_pause_for_a_person_is_told_from_a_step_limit_and_a_stop() {
    let calls = Some(FinishReason::ToolCalls);
    let asks = answer(
        "a",
        &[("c1", "output-available"), ("c2", "input-available")],
    );
    assert_eq!(ending(&asks, false, calls), Ending::WaitsForPerson);
    assert_eq!(ending(&asks, true, calls), Ending::Stopped);
    let limit = answer("a", &[("c1", "output-available")]);
    assert_eq!(ending(&limit, false, calls), Ending::StepLimit);
    assert_eq!(
        ending(&limit, false, Some(FinishReason::Stop)),
        Ending::Complete
    );
    let decided = answer("a", &[("c1", "approval-responded")]);
    assert_eq!(ending(&decided, false, calls), Ending::WaitsToBeSent);
    let earlier = answer("a", &[("c1", "input-available"), ("", "step")]);
    assert_eq!(ending(&earlier, false, None), Ending::Complete);
    assert_eq!(ending(&user(), false, None), Ending::Complete);
}
