//! What each event becomes.

use countersign::model::ErrorCode;
use serde_json::{Value, json};

use crate::stage::{Agent, calls, finished, result, says, started, success};

/// What the agent says shows so, and fails nowhere.
#[track_caller]
fn shows(events: &[Value], expected: &str) -> Agent {
    let mut agent = Agent::asked();
    agent.runs(events, success());
    assert_eq!(agent.chat.errors(), []);
    assert_eq!(agent.shown(), expected);
    agent
}

#[test]
fn a_text_in_chunks_is_closed_by_what_follows_it() {
    shows(
        &[
            json!({ "type": "TEXT_MESSAGE_CHUNK", "messageId": "m1", "role": "assistant", "delta": "He" }),
            json!({ "type": "TEXT_MESSAGE_CHUNK", "delta": "llo." }),
            json!({ "type": "TEXT_MESSAGE_CHUNK", "messageId": "m2", "delta": "Bye." }),
        ],
        "step, \"Hello.\", \"Bye.\"",
    );
}

#[test]
fn a_call_in_chunks_is_closed_by_what_follows_it() {
    let agent = shows(
        &[
            json!({ "type": "TOOL_CALL_CHUNK", "toolCallId": "c1", "toolCallName": "pay", "delta": "{\"x\"" }),
            json!({ "type": "TOOL_CALL_CHUNK", "delta": ":1}" }),
            json!({ "type": "TEXT_MESSAGE_CHUNK", "messageId": "m2", "delta": "So." }),
        ],
        "step, c1 input-available, \"So.\"",
    );
    assert_eq!(agent.chat.call("c1")["input"], json!({ "x": 1 }));
}

#[test]
fn a_chunk_without_a_name_needs_one_before_it() {
    for event in [
        json!({ "type": "TEXT_MESSAGE_CHUNK", "delta": "x" }),
        json!({ "type": "TOOL_CALL_CHUNK", "delta": "x" }),
        json!({ "type": "TOOL_CALL_CHUNK", "toolCallId": "c1", "delta": "x" }),
        json!({ "type": "REASONING_MESSAGE_CHUNK", "delta": "x" }),
    ] {
        let mut agent = Agent::asked();
        agent.sends(&[started(), event]);
        agent.fails_with(ErrorCode::InvalidChunk, "Type validation failed");
    }
}

#[test]
fn thoughts_are_a_part_of_their_own_and_go_back_as_a_message() {
    let mut events = vec![
        json!({ "type": "REASONING_START", "messageId": "r1" }),
        json!({ "type": "REASONING_MESSAGE_START", "messageId": "r1", "role": "reasoning" }),
        json!({ "type": "REASONING_MESSAGE_CONTENT", "messageId": "r1", "delta": "Hm." }),
        json!({ "type": "REASONING_MESSAGE_END", "messageId": "r1" }),
        json!({ "type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": "r1", "encryptedValue": "xyz" }),
        json!({ "type": "REASONING_END", "messageId": "r1" }),
    ];
    events.extend(says("m1", "Yes."));
    let mut agent = shows(&events, "step, reasoning, \"Yes.\"");
    agent.chat.says("more");
    assert_eq!(
        agent.input()["messages"][1],
        json!({ "id": "r1", "role": "reasoning", "content": "Hm.", "encryptedValue": "xyz" })
    );
}

#[test]
fn thoughts_in_chunks_are_thoughts() {
    let agent = shows(
        &[
            json!({ "type": "REASONING_MESSAGE_CHUNK", "messageId": "r1", "delta": "H" }),
            json!({ "type": "REASONING_MESSAGE_CHUNK", "delta": "m." }),
        ],
        "step, reasoning",
    );
    assert_eq!(agent.parts()[1]["text"], "Hm.");
}

#[test]
fn thoughts_of_before_1_0_are_thoughts() {
    let agent = shows(
        &[
            json!({ "type": "THINKING_START", "title": "t" }),
            json!({ "type": "THINKING_TEXT_MESSAGE_START" }),
            json!({ "type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "Hm." }),
            json!({ "type": "THINKING_TEXT_MESSAGE_END" }),
            json!({ "type": "THINKING_END" }),
        ],
        "step, reasoning",
    );
    assert_eq!(agent.parts()[1]["text"], "Hm.");
}

#[test]
fn encrypted_values_of_calls_go_back_as_they_came() {
    let mut events = calls("c1", "pay", "{}");
    events.push(json!({ "type": "REASONING_ENCRYPTED_VALUE", "subtype": "tool-call", "entityId": "c1", "encryptedValue": "of the call" }));
    events.push(result("c1", "paid"));
    events.push(json!({ "type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": "c1-r", "encryptedValue": "of the result" }));
    let mut agent = shows(&events, "step, c1 output-available");
    agent.chat.says("more");
    let messages = agent.input()["messages"].clone();
    assert_eq!(messages[1]["toolCalls"][0]["encryptedValue"], "of the call");
    assert_eq!(messages[2]["encryptedValue"], "of the result");
}

#[test]
fn steps_are_told_and_leave_nothing() {
    let mut agent = Agent::listening();
    agent.runs(
        &[
            json!({ "type": "STEP_STARTED", "stepName": "s" }),
            json!({ "type": "STEP_STARTED", "stepName": "s", "subagentRunId": "a" }),
            json!({ "type": "STEP_FINISHED", "stepName": "s", "subagentRunId": "a" }),
            json!({ "type": "STEP_FINISHED", "stepName": "s" }),
        ],
        success(),
    );
    assert_eq!(agent.shown(), "");
    assert_eq!(agent.events_told(), 4);
    assert_eq!(agent.chat.errors(), []);
}

#[test]
fn a_step_that_is_not_taken_does_not_end() {
    let mut agent = Agent::asked();
    agent.sends(&[
        started(),
        json!({ "type": "STEP_FINISHED", "stepName": "s" }),
    ]);
    agent.fails_with(ErrorCode::ChunkOrder, "STEP_FINISHED does not fit");
}

#[test]
fn raw_and_custom_events_are_told_and_leave_nothing() {
    let mut agent = Agent::listening();
    agent.runs(
        &[
            json!({ "type": "RAW", "event": { "deep": [1] }, "source": "s" }),
            json!({ "type": "CUSTOM", "name": "progress", "value": 3 }),
        ],
        success(),
    );
    assert_eq!(agent.shown(), "");
    assert_eq!(agent.events_told(), 2);
}

#[test]
fn an_event_that_is_not_known_is_told_and_kept() {
    let mut agent = Agent::listening();
    let event = json!({ "type": "HOLOGRAM", "size": 3 });
    agent.runs(std::slice::from_ref(&event), success());
    assert_eq!(agent.events_told(), 1);
    assert_eq!(
        agent.parts()[0],
        json!({ "type": "data-ag-ui-event", "data": event })
    );
    assert_eq!(agent.chat.errors(), []);
}

#[test]
fn an_activity_is_shown_and_patched_in_place_and_never_sent_back() {
    let mut agent = shows(
        &[
            json!({ "type": "ACTIVITY_SNAPSHOT", "messageId": "a1", "activityType": "PLAN", "content": { "done": [] } }),
            json!({ "type": "ACTIVITY_DELTA", "messageId": "a1", "activityType": "PLAN", "patch": [{ "op": "add", "path": "/done/-", "value": "x" }] }),
            json!({ "type": "ACTIVITY_SNAPSHOT", "messageId": "a1", "activityType": "PLAN", "content": {}, "replace": false }),
        ],
        "data-activity",
    );
    assert_eq!(
        agent.parts()[0]["data"],
        json!({ "activityType": "PLAN", "content": { "done": ["x"] } })
    );
    agent.chat.says("more");
    assert_eq!(agent.input()["messages"].as_array().unwrap().len(), 2);
}

#[test]
fn an_activity_of_an_earlier_run_is_patched_after_a_reload() {
    let mut agent = Agent::asked();
    let snapshot = json!({ "type": "ACTIVITY_SNAPSHOT", "messageId": "a1", "activityType": "PLAN", "content": { "n": 1 } });
    agent.runs(&[snapshot], success());
    let mut later = agent.reloaded();
    later.chat.names_the_next_answer("later");
    let more = json!({ "id": "u2", "role": "user", "parts": [{ "type": "text", "text": "more" }] });
    later.chat.sends_message(&more, None, 0).unwrap();
    later.input();
    let delta = json!({ "type": "ACTIVITY_DELTA", "messageId": "a1", "activityType": "PLAN", "patch": [{ "op": "replace", "path": "/n", "value": 2 }] });
    later.runs(&[delta], success());
    assert_eq!(later.chat.errors(), []);
    assert_eq!(later.parts()[0]["data"]["content"], json!({ "n": 2 }));
}

#[test]
fn an_activity_that_is_not_there_is_not_patched_and_reported() {
    let mut agent = Agent::listening();
    let delta =
        json!({ "type": "ACTIVITY_DELTA", "messageId": "a1", "activityType": "PLAN", "patch": [] });
    agent.runs(&[delta], success());
    assert_eq!(agent.events_told(), 1);
    assert_eq!(agent.shown(), "");
}

#[test]
fn a_sub_agent_is_one_part_that_says_how_far_it_is() {
    let agent = shows(
        &[
            json!({ "type": "SUBAGENT_STARTED", "subagentRunId": "s1", "name": "scout", "parentToolCallId": "c0" }),
            json!({ "type": "SUBAGENT_FINISHED", "subagentRunId": "s1", "result": { "found": 2 } }),
        ],
        "data-subagent",
    );
    let data = &agent.parts()[0]["data"];
    assert_eq!(data["status"], "finished");
    assert_eq!(data["result"], json!({ "found": 2 }));
}

#[test]
fn a_sub_agent_that_waits_for_an_answer_says_so() {
    let agent = shows(
        &[
            json!({ "type": "SUBAGENT_STARTED", "subagentRunId": "s1", "name": "scout" }),
            json!({ "type": "SUBAGENT_FINISHED", "subagentRunId": "s1", "outcome": { "type": "suspended" } }),
        ],
        "data-subagent",
    );
    assert_eq!(agent.parts()[0]["data"]["status"], "suspended");
}

#[test]
fn what_a_sub_agent_says_goes_back_as_its_own() {
    let mut said = says("m1", "Found it.");
    said[0]["subagentRunId"] = json!("s1");
    let mut agent = shows(&said, "step, \"Found it.\"");
    agent.chat.says("more");
    assert_eq!(agent.input()["messages"][1]["subagentRunId"], "s1");
}

#[test]
fn messages_that_a_snapshot_lists_are_said_once() {
    let mut events = says("m1", "Hello.");
    events.push(json!({ "type": "MESSAGES_SNAPSHOT", "messages": [
        { "id": "u1", "role": "user", "content": "go" },
        { "id": "m1", "role": "assistant", "content": "Hello." },
        { "id": "m2", "role": "assistant", "content": "More.", "toolCalls": [
            { "id": "c1", "type": "function", "function": { "name": "pay", "arguments": "{\"x\":1}" } },
        ] },
        { "id": "t1", "role": "tool", "toolCallId": "c1", "content": "paid" },
    ] }));
    let agent = shows(&events, "step, \"Hello.\", \"More.\", c1 output-available");
    assert_eq!(agent.chat.call("c1")["input"], json!({ "x": 1 }));
    assert_eq!(agent.chat.call("c1")["output"], "paid");
}

#[test]
fn a_snapshot_does_not_take_away_an_answer_of_the_person() {
    let mut agent = Agent::default().advertising(&["ask"]);
    agent.chat.says("go");
    agent.input();
    agent.runs(&calls("q1", "ask", "{}"), success());
    agent.chat.answers("q1", json!("red"));
    agent.input();
    let listed = json!({ "type": "MESSAGES_SNAPSHOT", "messages": [
        { "id": "u1", "role": "user", "content": "go" },
        { "id": "m1", "role": "assistant", "toolCalls": [
            { "id": "q1", "type": "function", "function": { "name": "ask", "arguments": "{}" } },
        ] },
    ] });
    agent.runs(&[listed], success());
    assert_eq!(agent.chat.call("q1")["output"], "red");
    assert_eq!(agent.chat.errors(), []);
}

#[test]
fn a_result_in_parts_is_kept_as_it_came_and_goes_back_so() {
    let content = json!([{ "type": "text", "text": "paid" }]);
    let mut events = calls("c1", "pay", "{}");
    events.push(json!({ "type": "TOOL_CALL_RESULT", "messageId": "t1", "toolCallId": "c1", "content": content }));
    let mut agent = shows(&events, "step, c1 output-available");
    assert_eq!(agent.chat.call("c1")["output"], content);
    agent.chat.says("more");
    assert_eq!(agent.input()["messages"][2]["content"], content);
}

#[test]
fn the_usage_of_a_run_is_kept() {
    let mut agent = Agent::asked();
    agent.sends(&[started()]);
    let mut end = finished(success());
    end["usage"] = json!([{ "model": "m", "inputTokens": 3 }]);
    agent.sends(&[end]);
    agent.chat.server_ends();
    assert_eq!(
        agent.chat.last_message()["metadata"]["ag-ui"]["usage"][0]["inputTokens"],
        3
    );
}

#[test]
fn a_second_run_in_one_response_goes_on_in_the_same_message() {
    let mut agent = Agent::asked();
    agent.sends(&[started()]);
    agent.sends(&says("m1", "One."));
    agent.sends(&[finished(success()), started()]);
    agent.sends(&says("m2", "Two."));
    agent.sends(&[finished(success())]);
    agent.chat.server_ends();
    assert_eq!(agent.chat.errors(), []);
    assert_eq!(agent.shown(), "step, \"One.\", step, \"Two.\"");
}

#[test]
fn fields_that_are_null_count_as_left_out() {
    shows(
        &[
            json!({ "type": "TEXT_MESSAGE_START", "messageId": "m1", "role": null, "name": null, "subagentRunId": null, "timestamp": null }),
            json!({ "type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "x" }),
            json!({ "type": "TEXT_MESSAGE_END", "messageId": "m1" }),
        ],
        "step, \"x\"",
    );
}

#[test]
fn names_of_roles_other_than_the_agents_are_kept() {
    let mut said = says("m1", "Note.");
    said[0]["role"] = json!("developer");
    let mut agent = shows(&said, "step, \"Note.\"");
    agent.chat.says("more");
    assert_eq!(agent.input()["messages"][1]["role"], "developer");
}
