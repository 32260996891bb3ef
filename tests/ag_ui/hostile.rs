//! A server that means harm, or is broken.

use countersign::model::{ChatStatus, ErrorCode};
use serde_json::{Value, json};

use crate::recordings::{all, random};
use crate::stage::{Agent, approval, calls, finished, result, sse, started, success};

/// The events after the beginning of a run fail so.
#[track_caller]
fn fails(events: &[Value], code: ErrorCode, begins: &str) {
    let mut agent = Agent::asked();
    agent.sends(&[started()]);
    agent.sends(events);
    agent.fails_with(code, begins);
    assert_eq!(agent.chat.status(), ChatStatus::Error);
}

#[test]
fn fields_of_the_wrong_kind_are_errors() {
    for event in [
        json!({ "type": "TEXT_MESSAGE_START" }),
        json!({ "type": "TEXT_MESSAGE_START", "messageId": 7 }),
        json!({ "type": "TOOL_CALL_START", "toolCallId": "c1" }),
        json!({ "type": "TOOL_CALL_START", "toolCallId": {}, "toolCallName": "x" }),
        json!({ "type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c1" }),
        json!({ "type": "STATE_SNAPSHOT" }),
        json!({ "type": "MESSAGES_SNAPSHOT", "messages": {} }),
        json!({ "type": "ACTIVITY_SNAPSHOT", "messageId": "a", "activityType": "t", "content": [] }),
        json!({ "type": "ACTIVITY_DELTA", "messageId": "a", "activityType": "t", "patch": {} }),
        json!({ "type": "REASONING_ENCRYPTED_VALUE", "entityId": "m" }),
        json!({ "type": "CUSTOM", "value": 1 }),
        json!({ "type": "STEP_STARTED" }),
        json!({ "type": "SUBAGENT_STARTED" }),
        json!({ "type": "RUN_ERROR" }),
        json!({ "type": 7 }),
        json!({}),
        json!([]),
        json!("RUN_FINISHED"),
        json!(null),
    ] {
        fails(&[event], ErrorCode::InvalidChunk, "Type validation failed");
    }
}

#[test]
fn what_is_no_json_is_an_error() {
    let mut agent = Agent::asked();
    agent.chat.server_sends_bytes(b"data: {\"type\":\n\n");
    agent.fails_with(ErrorCode::InvalidJson, "JSON parsing failed");
}

#[test]
fn outcomes_that_cannot_be_read_are_errors() {
    for outcome in [
        json!("success"),
        json!({}),
        json!({ "type": "interrupt" }),
        json!({ "type": "interrupt", "interrupts": [] }),
        json!({ "type": "interrupt", "interrupts": {} }),
        json!({ "type": "interrupt", "interrupts": [{ "reason": "x" }] }),
        json!({ "type": "interrupt", "interrupts": [7] }),
    ] {
        fails(
            &[finished(outcome)],
            ErrorCode::InvalidChunk,
            "Type validation failed",
        );
    }
}

#[test]
fn events_after_the_end_of_a_run_are_errors() {
    fails(
        &[finished(success()), result("c1", "x")],
        ErrorCode::ChunkOrder,
        "TOOL_CALL_RESULT does not fit: the run is over",
    );
}

#[test]
fn a_run_within_a_run_is_an_error() {
    fails(
        &[started()],
        ErrorCode::ChunkOrder,
        "RUN_STARTED does not fit: a run is under way",
    );
}

#[test]
fn a_result_beside_the_interrupt_does_not_answer_it() {
    let mut agent = Agent::asked();
    let mut events = calls("c1", "pay", "{}");
    events.push(result("c1", "paid"));
    agent.interrupts(&events, json!([approval("int-c1", "c1")]));
    // The call has its result, and what is asked is asked all the same.
    assert_eq!(agent.chat.call("c1")["output"], "paid");
    assert_eq!(agent.chat.input_requests().len(), 1);
    assert_eq!(agent.requests(), 1);
}

#[test]
fn an_interrupt_that_is_listed_twice_is_one() {
    let mut agent = Agent::asked();
    let one = approval("int-c1", "c1");
    agent.interrupts(&calls("c1", "pay", "{}"), json!([one, one]));
    assert_eq!(agent.chat.approvals().len(), 1);
    agent.chat.approves("int-c1");
    assert_eq!(agent.input()["resume"].as_array().unwrap().len(), 1);
}

#[test]
fn an_interrupt_about_a_call_that_nobody_made_is_shown_by_itself() {
    let mut agent = Agent::asked();
    agent.interrupts(&[], json!([approval("int-x", "nobody")]));
    assert_eq!(agent.chat.input_requests().len(), 1);
    let shown = &agent.chat.call("int-x")["input"];
    assert_eq!(shown["toolCallId"], "nobody");
}

#[test]
fn names_that_objects_have_by_birth_are_names() {
    let mut agent = Agent::asked();
    agent.interrupts(
        &calls("__proto__", "constructor", "{}"),
        json!([approval("toString", "__proto__")]),
    );
    agent.chat.approves("toString");
    let input = agent.input();
    assert_eq!(input["resume"][0]["interruptId"], "toString");
    agent.runs(&[result("__proto__", "ok")], success());
    assert_eq!(agent.chat.errors(), []);
    assert_eq!(agent.chat.call("__proto__")["output"], "ok");
}

#[test]
fn a_deadline_that_cannot_be_read_is_none() {
    for wrong in [json!("soon"), json!(7), json!({}), json!("")] {
        let mut agent = Agent::asked();
        let mut interrupt = approval("int-c1", "c1");
        interrupt["expiresAt"] = wrong;
        agent.interrupts(&calls("c1", "pay", "{}"), json!([interrupt]));
        assert_eq!(agent.chat.item("c1").deadline, None);
        assert_eq!(agent.chat.approvals().len(), 1);
    }
}

#[test]
fn a_run_may_not_ask_without_end() {
    let many: Vec<Value> = (0..1_001)
        .map(|number| json!({ "id": format!("i{number}"), "reason": "x" }))
        .collect();
    fails(
        &[finished(json!({ "type": "interrupt", "interrupts": many }))],
        ErrorCode::LimitExceeded,
        "One run of the agent names too many things.",
    );
}

#[test]
fn a_run_may_not_take_steps_without_end() {
    let many: Vec<Value> = (0..10_001)
        .map(|number| json!({ "type": "STEP_STARTED", "stepName": format!("s{number}") }))
        .collect();
    fails(
        &many,
        ErrorCode::LimitExceeded,
        "One run of the agent names too many things.",
    );
}

#[test]
fn a_run_may_not_make_calls_without_end() {
    let many: Vec<Value> = (0..10_001)
        .flat_map(|number| calls(&format!("c{number}"), "look_up", "{}"))
        .collect();
    fails(
        &many,
        ErrorCode::LimitExceeded,
        "One run of the agent names too many things.",
    );
}

#[test]
fn arguments_that_are_no_json_are_shown_and_never_run() {
    let mut agent = Agent::default().advertising(&["pay"]);
    agent.chat.says("go");
    agent.input();
    agent.runs(&calls("c1", "pay", "{\"x\":"), success());
    assert_eq!(agent.chat.call("c1")["state"], "output-error");
    assert_eq!(agent.chat.listed(), Vec::<String>::new());
}

#[test]
fn a_response_that_is_cut_anywhere_is_no_success() {
    for (name, text) in all() {
        let end = text.find("\"type\":\"RUN_FINISHED\"");
        let end = end
            .or_else(|| text.find("RUN_FINISHED"))
            .unwrap_or(text.len());
        for cut in (0..end).step_by(37) {
            let mut agent = Agent::asked();
            agent.chat.server_sends_bytes(&text.as_bytes()[..cut]);
            agent.chat.server_ends();
            assert_eq!(agent.chat.status(), ChatStatus::Error, "{name} {cut}");
            assert_eq!(agent.requests(), 1);
            assert!(agent.chat.approvals().is_empty(), "{name} {cut}");
        }
    }
}

#[test]
fn nothing_that_a_broken_response_says_answers_or_sends() {
    let mut seed = 7;
    let mut failed = 0;
    for (name, text) in all() {
        for _ in 0..60 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=random(&mut seed) % 4 {
                let at = random(&mut seed) % bytes.len();
                bytes[at] = b"{}[]\":,0x\n"[random(&mut seed) % 10];
            }
            let mut agent = Agent::asked();
            agent.chat.server_sends_bytes(&bytes);
            agent.chat.server_ends();
            assert_eq!(agent.requests(), 1, "{name}");
            assert_ne!(agent.chat.status(), ChatStatus::Streaming, "{name}");
            failed += usize::from(!agent.chat.errors().is_empty());
        }
    }
    assert!(failed > 500, "{failed}");
}

#[test]
fn events_in_any_order_leave_a_conversation_that_goes_on() {
    let mut seed = 11;
    for _ in 0..300 {
        let mut events: Vec<Value> = Vec::new();
        for (_, text) in all() {
            for line in text.lines().filter_map(|line| line.strip_prefix("data: ")) {
                if random(&mut seed).is_multiple_of(12) {
                    events.push(serde_json::from_str(line).unwrap());
                }
            }
        }
        for at in (1..events.len()).rev() {
            events.swap(at, random(&mut seed) % (at + 1));
        }
        events.insert(0, started());
        let mut agent = Agent::asked();
        agent.chat.server_sends_bytes(sse(&events).as_bytes());
        agent.chat.server_ends();
        assert_eq!(agent.requests(), 1);
        agent.chat.says("more");
        assert_eq!(agent.requests(), 2);
        let input = agent.input();
        assert!(input["messages"].as_array().unwrap().len() >= 2);
    }
}
