//! Interrupts become approvals and forms; their answers go back in one resume.

use countersign::human::Stage;
use countersign::model::ErrorCode;
use serde_json::json;

use crate::stage::{Agent, approval, calls, result, says, success};

fn interrupted() -> Agent {
    let mut agent = Agent::asked();
    agent.interrupts(
        &calls("c1", "delete_file", "{\"path\": \"/tmp/a\"}"),
        json!([approval("int-c1", "c1")]),
    );
    agent
}

#[test]
fn an_approval_goes_back_and_its_result_settles_it() {
    let mut agent = interrupted();
    assert_eq!(agent.chat.call("c1")["state"], "approval-requested");
    assert_eq!(agent.chat.stage("c1"), Stage::Pending);
    agent.chat.approves("int-c1");
    let input = agent.input();
    assert_eq!(
        input["resume"],
        json!([{ "interruptId": "int-c1", "status": "resolved", "payload": { "approved": true } }])
    );
    assert_eq!(
        input["messages"],
        json!([
            { "id": "u1", "role": "user", "content": "go" },
            { "id": "m1", "role": "assistant", "toolCalls": [{
                "id": "c1", "type": "function",
                "function": { "name": "delete_file", "arguments": "{\"path\": \"/tmp/a\"}" },
            }] },
        ])
    );
    let mut events = vec![result("c1", "deleted")];
    events.extend(says("m2", "Done."));
    agent.runs(&events, success());
    assert_eq!(agent.chat.stage("c1").name(), "approved");
    assert_eq!(agent.chat.call("c1")["output"], "deleted");
    assert_eq!(agent.chat.errors(), []);
}

#[test]
fn a_denial_goes_back_with_its_reason_and_shows_as_denied() {
    let mut agent = interrupted();
    agent.chat.denies("int-c1", "use the trash");
    let input = agent.input();
    assert_eq!(
        input["resume"][0]["payload"],
        json!({ "approved": false, "reason": "use the trash" })
    );
    agent.runs(&[result("c1", "use the trash")], success());
    assert_eq!(agent.chat.call("c1")["state"], "output-denied");
    assert_eq!(agent.chat.call("c1")["approval"]["reason"], "use the trash");
    assert_eq!(agent.chat.stage("c1").name(), "denied");
}

#[test]
fn edited_arguments_go_back_and_stay_visible() {
    let mut agent = interrupted();
    agent
        .chat
        .responds(
            "int-c1",
            json!({ "approved": true, "editedInput": { "path": "/tmp/b" } }),
        )
        .unwrap();
    let input = agent.input();
    assert_eq!(
        input["resume"][0]["payload"],
        json!({ "approved": true, "editedArgs": { "path": "/tmp/b" } })
    );
    let call = &input["messages"][1]["toolCalls"][0]["function"];
    assert_eq!(call["arguments"], "{\"path\": \"/tmp/a\"}");
    agent.runs(&[result("c1", "deleted")], success());
    assert_eq!(agent.chat.call("c1")["input"], json!({ "path": "/tmp/b" }));
}

#[test]
fn a_form_is_filled_in() {
    let mut agent = Agent::asked();
    let schema = json!({ "type": "object", "properties": { "year": { "type": "integer" } } });
    agent.interrupts(
        &[],
        json!([{ "id": "int-f", "reason": "input_required", "message": "Year?", "responseSchema": schema }]),
    );
    let request = agent.chat.input_requests()[0].clone();
    assert_eq!(request["request"]["message"], "Year?");
    assert_eq!(request["request"]["schema"], schema);
    agent
        .chat
        .fills(
            "int-f",
            json!({ "action": "accept", "content": { "year": 2001 } }),
        )
        .unwrap();
    let input = agent.input();
    assert_eq!(
        input["resume"],
        json!([{ "interruptId": "int-f", "status": "resolved", "payload": { "year": 2001 } }])
    );
    assert_eq!(input["messages"].as_array().unwrap().len(), 1);
    agent.runs(&says("m2", "Thanks."), success());
    assert_eq!(agent.chat.stage("int-f").name(), "settled");
}

#[test]
fn a_form_that_is_declined_is_cancelled_on_the_wire() {
    let mut agent = Agent::asked();
    agent.interrupts(
        &[],
        json!([{ "id": "int-f", "reason": "crew", "responseSchema": { "type": "string", "enum": ["a"] } }]),
    );
    agent
        .chat
        .fills("int-f", json!({ "action": "decline" }))
        .unwrap();
    assert_eq!(
        agent.input()["resume"],
        json!([{ "interruptId": "int-f", "status": "cancelled" }])
    );
}

#[test]
fn an_interrupt_without_call_and_schema_is_confirmed() {
    let mut agent = Agent::asked();
    agent.interrupts(
        &[],
        json!([{ "id": "int-c", "reason": "confirmation", "message": "Proceed?" }]),
    );
    let approval = agent.chat.approvals()[0].clone();
    assert_eq!(approval["toolName"], "confirmation");
    assert_eq!(
        agent.chat.call("int-c")["approval"]["requestReason"],
        "Proceed?"
    );
    agent.chat.approves("int-c");
    let input = agent.input();
    assert_eq!(input["resume"][0]["payload"], json!({ "approved": true }));
    // It shows as a call, and is none.
    assert_eq!(input["messages"].as_array().unwrap().len(), 1);
}

#[test]
fn an_interrupt_of_an_unknown_reason_is_still_shown() {
    let mut agent = Agent::asked();
    agent.interrupts(
        &[],
        json!([{ "id": "x", "reason": "acme:weird", "metadata": { "why": 1 } }]),
    );
    assert_eq!(agent.chat.call("x")["toolName"], "acme:weird");
    assert_eq!(
        agent.chat.call("x")["input"],
        json!({ "metadata": { "why": 1 } })
    );
}

#[test]
fn answers_that_the_schema_does_not_name_are_not_offered() {
    let mut agent = Agent::asked();
    let schema = json!({ "type": "object", "properties": { "approved": { "type": "boolean" } } });
    agent.interrupts(
        &calls("c1", "pay", "{}"),
        json!([{ "id": "i", "reason": "tool_call", "toolCallId": "c1", "responseSchema": schema }]),
    );
    let answers = agent.chat.approvals()[0]["answers"].clone();
    assert_eq!(answers["reason"], false);
    assert_eq!(answers["editInput"], false);
    let refused = agent
        .chat
        .responds("i", json!({ "approved": false, "reason": "no" }));
    assert_eq!(refused.unwrap_err().code, ErrorCode::NotCarried);
}

#[test]
fn a_call_that_waits_for_other_content_than_a_decision_is_a_form() {
    let mut agent = Agent::asked();
    let schema = json!({ "type": "object", "properties": { "selection": { "type": "string" } } });
    agent.interrupts(
        &calls("c1", "book", "{\"slot\":1}"),
        json!([{ "id": "run-1::c1", "reason": "mastra:tool_suspend", "toolCallId": "c1", "responseSchema": schema }]),
    );
    agent
        .chat
        .fills(
            "run-1::c1",
            json!({ "action": "accept", "content": { "selection": "a" } }),
        )
        .unwrap();
    let input = agent.input();
    assert_eq!(
        input["resume"],
        json!([{ "interruptId": "run-1::c1", "status": "resolved", "payload": { "selection": "a" } }])
    );
    // The call is interrupted: no tool message answers it.
    assert_eq!(input["messages"].as_array().unwrap().len(), 2);
    agent.runs(&[result("c1", "booked")], success());
    assert_eq!(agent.chat.call("c1")["output"], "booked");
}

#[test]
fn a_deadline_that_passes_is_cancelled_on_the_wire() {
    let mut agent = Agent::asked();
    let mut interrupt = approval("int-c1", "c1");
    interrupt["expiresAt"] = json!("2026-06-01T12:00:10Z");
    agent.interrupts(&calls("c1", "pay", "{}"), json!([interrupt]));
    let deadline = agent.chat.item("c1").deadline.unwrap();
    agent.chat.waits(deadline - agent.chat.now() + 1);
    assert_eq!(agent.chat.stage("c1").name(), "expired");
    assert_eq!(
        agent.input()["resume"],
        json!([{ "interruptId": "int-c1", "status": "cancelled" }])
    );
}

#[test]
fn one_request_answers_approvals_and_questions_together() {
    let mut agent = Agent::default().advertising(&["ask"]);
    agent.chat.says("go");
    agent.input();
    let mut events = calls("c1", "pay", "{}");
    events.extend(calls("q1", "ask", "{\"question\":\"?\"}"));
    agent.interrupts(&events, json!([approval("int-c1", "c1")]));
    agent.chat.approves("int-c1");
    assert_eq!(agent.requests(), 1);
    agent.chat.answers("q1", json!({ "color": "red" }));
    assert_eq!(agent.requests(), 2);
    let input = agent.input();
    assert_eq!(input["resume"].as_array().unwrap().len(), 1);
    let tool = &input["messages"][2];
    assert_eq!(tool["toolCallId"], "q1");
    assert_eq!(tool["content"], "{\"color\":\"red\"}");
    assert_eq!(input["messages"].as_array().unwrap().len(), 3);
}

#[test]
fn a_partial_answer_is_never_sent() {
    let mut agent = Agent::asked();
    let mut events = calls("c1", "pay", "{}");
    events.extend(calls("c2", "pay", "{}"));
    agent.interrupts(
        &events,
        json!([approval("int-c1", "c1"), approval("int-c2", "c2")]),
    );
    agent.chat.approves("int-c1");
    agent.chat.sends_again();
    let refused = agent.tries_input().unwrap_err();
    assert_eq!(refused.code, ErrorCode::ItemsPending);
}

#[test]
fn a_call_of_the_agents_own_does_not_hold_up_what_was_interrupted() {
    let mut agent = Agent::asked();
    let mut events = calls("c1", "pay", "{}");
    events.extend(calls("own", "look_up", "{}"));
    agent.interrupts(&events, json!([approval("int-c1", "c1")]));
    agent.chat.approves("int-c1");
    assert_eq!(agent.requests(), 2);
    assert_eq!(agent.input()["resume"].as_array().unwrap().len(), 1);
}

#[test]
fn only_what_a_resume_covered_is_over() {
    let mut agent = interrupted();
    agent.chat.approves("int-c1");
    agent.input();
    agent.runs(&[result("c1", "ok")], success());
    agent.chat.says("more");
    let input = agent.input();
    assert_eq!(input.get("resume"), None);
    assert_eq!(input["messages"][2]["content"], "ok");
    assert_eq!(input["messages"][2]["id"], "c1-r");
}

#[test]
fn after_an_error_the_outcome_is_unknown_and_a_person_may_send_again() {
    let mut agent = interrupted();
    agent.chat.approves("int-c1");
    agent.input();
    agent.sends(&[
        json!({ "type": "RUN_STARTED", "threadId": "t1", "runId": "r" }),
        json!({ "type": "RUN_ERROR", "message": "boom" }),
    ]);
    assert_eq!(agent.chat.stage("c1"), Stage::Unknown);
    assert_eq!(agent.requests(), 2);
    agent.chat.resends("int-c1").unwrap();
    let input = agent.input();
    assert_eq!(input["resume"][0]["payload"], json!({ "approved": true }));
}

#[test]
fn a_cut_response_leaves_the_outcome_unknown() {
    let mut agent = interrupted();
    agent.chat.approves("int-c1");
    agent.input();
    agent.sends(&[json!({ "type": "RUN_STARTED", "threadId": "t1", "runId": "r" })]);
    agent.chat.server_ends();
    assert_eq!(agent.chat.stage("c1"), Stage::Unknown);
}

#[test]
fn a_refused_request_keeps_the_answer() {
    let mut agent = interrupted();
    agent.chat.approves("int-c1");
    agent.input();
    agent.chat.server_refuses_with(422);
    assert_eq!(agent.chat.stage("c1"), Stage::Answered);
}

#[test]
fn a_new_message_cancels_what_was_interrupted() {
    let mut agent = interrupted();
    agent.chat.says("never mind");
    let input = agent.input();
    assert_eq!(
        input["resume"],
        json!([{ "interruptId": "int-c1", "status": "cancelled" }])
    );
    // The agent's word on the old call belongs to no part of the new message.
    let mut events = vec![result("c1", "Cancelled by user.")];
    events.extend(says("m2", "Fine."));
    agent.runs(&events, success());
    assert_eq!(agent.chat.errors(), []);
    agent.chat.says("more");
    let input = agent.input();
    assert_eq!(input.get("resume"), None);
    assert_eq!(input["messages"][2]["content"], "Cancelled by user.");
}

#[test]
fn a_pending_interrupt_survives_a_reload() {
    let agent = interrupted();
    let mut later = agent.restored();
    assert_eq!(later.chat.approvals().len(), 1);
    later
        .chat
        .responds(
            "int-c1",
            json!({ "approved": true, "editedInput": { "path": "b" } }),
        )
        .unwrap();
    let input = later.input();
    assert_eq!(
        input["resume"][0]["payload"],
        json!({ "approved": true, "editedArgs": { "path": "b" } })
    );
    let mut events = vec![result("c1", "deleted")];
    events.extend(says("m2", "Done."));
    later.runs(&events, success());
    assert_eq!(later.chat.stage("c1").name(), "approved");
}

#[test]
fn a_pending_interrupt_is_there_when_only_the_messages_were_kept() {
    let mut later = interrupted().reloaded();
    let answers = later.chat.approvals()[0]["answers"].clone();
    assert_eq!(answers["editInput"], true);
    later.chat.approves("int-c1");
    assert_eq!(later.input()["resume"].as_array().unwrap().len(), 1);
}

#[test]
fn a_pending_form_survives_a_reload() {
    let mut agent = Agent::asked();
    let schema = json!({ "type": "string" });
    agent.interrupts(&[], json!([{ "id": "f", "reason": "input_required", "message": "Who?", "responseSchema": schema }]));
    for mut later in [agent.restored(), agent.reloaded()] {
        assert_eq!(later.chat.input_requests()[0]["request"]["message"], "Who?");
        later
            .chat
            .fills("f", json!({ "action": "accept", "content": "me" }))
            .unwrap();
        assert_eq!(later.input()["resume"][0]["payload"], "me");
    }
}

#[test]
fn langgraphs_older_way_of_asking_is_answered_in_its_own_way() {
    let mut agent = Agent::asked();
    agent.runs(
        &[json!({ "type": "CUSTOM", "name": "on_interrupt", "value": "\"Which city?\"" })],
        success(),
    );
    let request = agent.chat.input_requests()[0].clone();
    assert_eq!(request["request"]["message"], "Which city?");
    let id = request["requestId"].as_str().unwrap().to_owned();
    agent
        .chat
        .fills(&id, json!({ "action": "accept", "content": "Oslo" }))
        .unwrap();
    let input = agent.input();
    assert_eq!(
        input["forwardedProps"],
        json!({ "command": { "resume": "Oslo" } })
    );
    assert_eq!(input.get("resume"), None);
}

#[test]
fn names_that_come_again_in_a_later_turn_ask_again() {
    let mut agent = interrupted();
    agent.chat.denies("int-c1", "no");
    agent.input();
    agent.runs(&[result("c1", "no")], success());
    agent.chat.says("again");
    agent.chat.names_the_next_answer("later");
    agent.input();
    agent.interrupts(
        &calls("c1", "delete_file", "{}"),
        json!([approval("int-c1", "c1")]),
    );
    assert_eq!(agent.chat.approvals().len(), 1);
    agent
        .chat
        .responds("int-c1", json!({ "approved": true }))
        .unwrap();
    let input = agent.input();
    assert_eq!(
        input["resume"],
        json!([{ "interruptId": "int-c1", "status": "resolved", "payload": { "approved": true } }])
    );
    let results = input["messages"].as_array().unwrap().iter();
    assert_eq!(
        results.filter(|message| message["role"] == "tool").count(),
        1
    );
}
