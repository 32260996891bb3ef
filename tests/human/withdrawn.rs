//! What the agent takes back waits no more, and a late answer is told so.

use countersign::human::Outcome;
use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::{asked_to_approve, how_many, may_run};
use crate::conversation::{Conversation, Told, reply};

/// A call in a message about which a back end of the page asks.
pub fn asked_about_a_call_in_a_message() -> (Conversation, u32) {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().call(
        "c1",
        "delete_file",
        json!({ "path": "/tmp/a" }),
    ));
    let waiter = chat.backend_asks("local", may_run("c1"));
    (chat, waiter)
}

#[test]
fn a_back_end_that_is_aborted_waits_no_more() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    chat.backend_gives_up(waiter);
    assert_eq!(chat.listed(), [""; 0]);
    let late = chat.responds("c1", json!(true)).unwrap_err();
    assert_eq!(late.code, ErrorCode::Cancelled);
    assert_eq!(
        chat.told_to(waiter),
        Some(&Told::Nobody(Outcome::Withdrawn))
    );
}

#[test]
fn a_form_that_is_taken_back_is_shown_no_more() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/hotel", how_many());
    chat.backend_gives_up(waiter);
    assert_eq!(chat.input_requests(), [json!(null); 0]);
}

#[test]
fn taking_back_what_is_answered_changes_nothing() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    chat.allows("c1");
    chat.backend_gives_up(waiter);
    assert_eq!(chat.named("c1")["stage"], "approved");
    assert_eq!(chat.answer_to(waiter), json!({ "approved": true }));
}

#[test]
fn the_call_in_the_message_waits_no_more_either() {
    let (mut chat, waiter) = asked_about_a_call_in_a_message();
    assert_eq!(chat.call("c1")["state"], "approval-requested");
    chat.backend_gives_up(waiter);
    assert_eq!(chat.call("c1")["state"], "output-denied");
    assert_eq!(chat.call("c1")["approval"]["approved"], false);
}

#[test]
fn a_call_that_runs_without_an_answer_is_withdrawn() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").approval("ap-c1", "c1"));
    chat.server_streams(reply().output("c1", json!("sent")));
    assert_eq!(chat.named("c1")["stage"], "withdrawn");
    assert_eq!(chat.listed(), [""; 0]);
}

#[test]
fn input_that_turns_out_to_be_invalid_waits_for_nobody() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").approval("ap-c1", "c1"));
    chat.server_streams(reply().chunk(json!({
        "type": "tool-input-error", "toolCallId": "c1", "toolName": "sendEmail",
        "input": {}, "errorText": "to is missing",
    })));
    assert_eq!(chat.listed(), [""; 0]);
    assert_eq!(chat.named("c1")["stage"], "withdrawn");
}

#[test]
fn a_step_that_is_reset_waits_for_nobody() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().approval("ap-c1", "c1"));
    chat.server_streams(reply().chunk(json!({ "type": "reset-step" })));
    assert_eq!(chat.listed(), [""; 0]);
}

#[test]
fn a_response_that_is_told_again_asks_once() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.resumes();
    chat.finds_a_stream();
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .approval("ap-c1", "c1")
            .step_end()
            .finish(),
    );
    assert_eq!(chat.listed(), ["c1"]);
    chat.allows("ap-c1");
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn the_log_says_that_the_agent_took_it_back() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    chat.backend_gives_up(waiter);
    assert_eq!(
        chat.moves("c1"),
        ["– → pending by agent", "pending → withdrawn by agent"]
    );
}
