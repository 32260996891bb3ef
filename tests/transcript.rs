//! Questions about messages, asked of conversations as they are saved.
#![allow(clippy::unwrap_used)]

use countersign::json::{RawJson, Wtf8Buf};
use countersign::model::{FinishReason, Message, MessageKey};
use countersign::transcript::{
    Ending, FoundCall, WayOn, ending, new_tool_results, pending_approvals, pending_tool_calls,
    resolved_tool_calls, unfinished_parts, way_on,
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

fn written(parts: &str) -> Message {
    message(&format!(
        r#"{{"id":"a","role":"assistant","parts":[{parts}]}}"#
    ))
}

fn way(last: Message, server_tools: &[&str]) -> WayOn {
    let tools: Vec<Wtf8Buf> = server_tools.iter().copied().map(Wtf8Buf::from).collect();
    way_on(&[last], &tools)
}

#[test]
fn there_is_nothing_to_go_on_with_while_a_person_is_asked_or_when_all_is_said() {
    assert_eq!(way_on(&[], &[]), WayOn::None);
    for state in ["input-available", "approval-requested"] {
        assert_eq!(way(answer("a", &[("c", state)]), &[]), WayOn::None);
    }
    let said = r#"{"type":"text","text":"Done.","state":"done"}"#;
    assert_eq!(way(written(said), &[]), WayOn::None);
    let answered = r#"{"type":"tool-pick","toolCallId":"c","state":"output-available"}"#;
    assert_eq!(
        way(written(&format!("{answered},{said}")), &[]),
        WayOn::None
    );
}

#[test]
fn what_was_said_or_answered_and_not_taken_up_can_be_sent() {
    assert_eq!(way(user(), &[]), WayOn::NotTakenUp);
    for state in ["output-available", "approval-responded", "output-denied"] {
        assert_eq!(way(answer("a", &[("c", state)]), &[]), WayOn::NotTakenUp);
    }
}

#[test]
fn a_step_of_the_agents_own_calls_that_ends_a_reply_is_a_step_limit() {
    let step = answer("a", &[("c", "output-available")]);
    assert_eq!(way(step, &["pick"]), WayOn::StepLimit);
}

#[test]
fn a_reply_that_broke_off_is_unfinished_where_it_was_under_way() {
    let half = written(
        r#"{"type":"text","text":"Done.","state":"done"},
           {"type":"reasoning","text":"Hm","state":"streaming"},
           {"type":"text","text":"Hap","state":"streaming"},
           {"type":"tool-pick","toolCallId":"c1","state":"input-streaming"},
           {"type":"tool-search","toolCallId":"c2","state":"input-available"}"#,
    );
    assert_eq!(unfinished_parts(&half, &[]), [1, 2, 3]);
    assert_eq!(unfinished_parts(&half, &["search".into()]), [1, 2, 3, 4]);
    assert_eq!(way(half, &[]), WayOn::Unfinished);
    let asked = answer("a", &[("c", "input-available")]);
    assert_eq!(way(asked, &["pick"]), WayOn::Unfinished);
}
