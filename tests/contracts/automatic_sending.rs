//! Sending by itself: only with an answer that was not sent, once, and never
//! in a loop.

use countersign::human::Stage;
use countersign::model::{ChatStatus, ErrorCode};
use serde_json::json;

use crate::conversation::{Automatic, Conversation, Reply, reply};

/// A conversation that waits for an answer to each of these calls.
fn asked(calls: &[&str]) -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    let questions = calls
        .iter()
        .fold(reply().start("a1").step(), |reply, call| {
            reply.question(call)
        });
    chat.server_replies(questions.step_end().finish_with("tool-calls"));
    chat.so_far();
    chat
}

/// One that waits for a decision about each of these calls; the approval of
/// `m1` is `ap-m1`.
fn asked_to_approve(calls: &[&str]) -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    let requests = calls
        .iter()
        .fold(reply().start("a1").step(), |reply, call| {
            reply.approval(&format!("ap-{call}"), call)
        });
    chat.server_replies(requests.step_end().finish_with("tool-calls"));
    chat.so_far();
    chat
}

fn continuation() -> Reply {
    reply().start("a1").step().text("Good.").step_end().finish()
}

#[test]
fn an_answer_is_sent_by_itself_for_its_own_message() {
    let mut chat = asked(&["q1"]);
    chat.answers("q1", json!("yes"));
    assert_eq!(
        chat.told(),
        [
            "asks whether to send",
            "status submitted",
            "request submit-message a1"
        ]
    );
    assert_eq!(chat.last_request().messages[1]["parts"][1]["output"], "yes");
}

#[test]
fn the_continuation_goes_into_the_same_message() {
    let mut chat = asked(&["q1"]);
    chat.answers("q1", json!("yes"));
    chat.server_replies(continuation());
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, q1 output-available, step, \"Good.\""
    );
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn a_decision_is_sent_by_itself() {
    let mut chat = asked_to_approve(&["m1"]);
    chat.approves("ap-m1");
    let sent = chat.last_request();
    assert_eq!(sent.message_id.as_deref(), Some("a1"));
    let approval = &sent.messages[1]["parts"][1]["approval"];
    assert_eq!(*approval, json!({ "id": "ap-m1", "approved": true }));
}

#[test]
fn the_reason_of_a_denial_is_sent() {
    let mut chat = asked_to_approve(&["m1"]);
    chat.denies("ap-m1", "wrong person");
    let approval = &chat.last_request().messages[1]["parts"][1]["approval"];
    assert_eq!(
        *approval,
        json!({ "id": "ap-m1", "approved": false, "reason": "wrong person" })
    );
}

#[test]
fn with_one_of_two_answers_nothing_is_sent() {
    let mut chat = asked(&["q1", "q2"]);
    chat.answers("q2", json!("b"));
    assert_eq!(chat.told(), ["asks whether to send"]);
    chat.answers("q1", json!("a"));
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn a_question_and_an_approval_in_one_step_are_sent_together() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .question("q1")
            .approval("ap", "m1"),
    );
    chat.approves("ap");
    assert_eq!(chat.requests().len(), 1);
    chat.answers("q1", json!("a"));
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn an_automatic_denial_beside_a_question_does_not_stall() {
    let mut chat = Conversation::new();
    chat.says("go");
    let refused = json!({
        "type": "tool-approval-request", "approvalId": "ap", "toolCallId": "m1", "isAutomatic": true,
    });
    let response =
        json!({ "type": "tool-approval-response", "approvalId": "ap", "approved": false });
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("m1", "sendEmail", json!({}))
            .chunk(refused)
            .chunk(response)
            .denied("m1")
            .question("q1"),
    );
    chat.answers("q1", json!("a"));
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn two_answers_in_one_tick_make_one_request() {
    let mut chat = asked(&["q1", "q2"]).sending(Automatic::Later);
    chat.answers("q1", json!("a"));
    chat.answers("q2", json!("b"));
    chat.predicate_says(true);
    chat.predicate_says(true);
    assert_eq!(chat.requests().len(), 2);
    let parts = &chat.last_request().messages[1]["parts"];
    assert_eq!(parts[1]["output"], "a");
    assert_eq!(parts[2]["output"], "b");
}

#[test]
fn what_is_sent_is_what_is_shown() {
    let mut chat = asked(&["q1"]).sending(Automatic::Later);
    chat.answers("q1", json!("first"));
    let second = chat.tries_to_answer("q1", json!("second"));
    assert_eq!(second, Err(ErrorCode::AlreadyAnswered));
    chat.predicate_says(true);
    assert_eq!(chat.last_request().messages, chat.messages());
    assert_eq!(chat.call("q1")["output"], "first");
}

#[test]
fn an_answer_given_inside_on_finish_makes_one_request() {
    let mut chat = Conversation::new().sending(Automatic::Always);
    chat.says("go");
    chat.on("finish", |chat| chat.answers("q1", json!("yes")));
    chat.server_replies(reply().start("a1").step().question("q1").finish());
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn an_answer_given_while_the_predicate_thinks_makes_one_request() {
    let mut chat = asked(&["q1", "q2"]).sending(Automatic::Later);
    chat.answers("q1", json!("a"));
    chat.answers("q2", json!("b"));
    chat.predicate_says(false);
    chat.predicate_says(true);
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn a_predicate_that_takes_its_time_does_not_send_into_a_newer_turn() {
    let mut chat = asked(&["q1"]).sending(Automatic::Later);
    chat.answers("q1", json!("a"));
    chat.says("something else");
    assert_eq!(chat.requests().len(), 2);
    chat.predicate_says(true);
    assert_eq!(
        chat.requests().len(),
        2,
        "the answer went with the new message"
    );
}

#[test]
fn a_stop_cancels_a_send_that_is_being_decided() {
    let mut chat = asked(&["q1"]).sending(Automatic::Later);
    chat.answers("q1", json!("a"));
    chat.stops();
    chat.predicate_says(true);
    assert_eq!(chat.requests().len(), 1);
    assert_eq!(chat.stage("q1"), Stage::Answered);
}

#[test]
fn an_answer_while_streaming_is_sent_once_at_the_end() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().question("q1").text_start("t"));
    chat.answers("q1", json!("a"));
    assert_eq!(chat.requests().len(), 1, "the response is still under way");
    chat.server_streams(reply().text_delta("t", "Well").text_end("t").finish());
    chat.server_ends();
    assert_eq!(chat.requests().len(), 2);
    chat.server_replies(continuation());
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn options_given_with_an_answer_while_streaming_are_used() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().question("q1"));
    chat.answers_with_options("q1", json!("a"), 7).unwrap();
    chat.server_ends();
    assert_eq!(chat.last_request().options, 7);
}

#[test]
fn options_given_with_an_answer_are_used() {
    let mut chat = asked_to_approve(&["m1"]);
    chat.decides("ap-m1", true, None, 9).unwrap();
    assert_eq!(chat.last_request().options, 9);
}

#[test]
fn without_own_options_the_options_of_the_turn_go_on() {
    let mut chat = Conversation::new();
    let message = json!({ "id": "u", "role": "user", "parts": [] });
    chat.sends_message(&message, None, 3).unwrap();
    chat.server_streams(reply().start("a1").step().question("q1"));
    chat.answers("q1", json!("a"));
    chat.server_ends();
    assert_eq!(chat.last_request().options, 3);
}

#[test]
fn a_predicate_that_throws_is_an_error_and_the_answer_stays() {
    let mut chat = asked(&["q1"]).sending(Automatic::Throws);
    chat.answers("q1", json!("a"));
    assert_eq!(
        chat.told(),
        [
            "asks whether to send",
            "error the predicate threw",
            "status error"
        ]
    );
    assert_eq!(chat.last_error().0, ErrorCode::Callback);
    assert_eq!(chat.stage("q1"), Stage::Answered);
    assert_eq!(chat.call("q1")["output"], "a");
}

#[test]
fn after_a_predicate_that_threw_the_answer_can_be_sent() {
    let mut chat = asked(&["q1"]).sending(Automatic::Throws);
    chat.answers("q1", json!("a"));
    chat.sends_again();
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a1"));
    assert_eq!(chat.status(), ChatStatus::Submitted);
}

#[test]
fn a_predicate_that_throws_at_the_end_of_a_response_fails_its_promise() {
    let mut chat = Conversation::new().sending(Automatic::Throws);
    chat.says("go");
    chat.server_streams(reply().start("a1").question("q1"));
    chat.answers("q1", json!("a"));
    chat.so_far();
    chat.server_ends();
    assert_eq!(chat.status(), ChatStatus::Error);
    assert_eq!(chat.promises(), (0, 1));
}

#[test]
fn no_loop_when_a_continuation_begins_no_step() {
    let mut chat = asked(&["q1"]).sending(Automatic::Always);
    chat.answers("q1", json!("a"));
    chat.server_replies(reply().start("a1").text("Good.").finish());
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn no_loop_when_an_approval_is_answered_by_nothing() {
    let mut chat = asked_to_approve(&["m1"]).sending(Automatic::Always);
    chat.approves("ap-m1");
    chat.server_ends();
    assert_eq!(chat.requests().len(), 2);
    assert_eq!(chat.stage("m1"), Stage::Unknown);
}

#[test]
fn no_loop_when_server_tools_stop_at_a_step_limit() {
    let mut chat = Conversation::new().sending(Automatic::Always);
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("t0", "getTime", json!({}))
            .output("t0", json!("noon"))
            .finish_with("tool-calls"),
    );
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn no_loop_when_a_continuation_fails() {
    let mut chat = asked(&["q1"]).sending(Automatic::Always);
    chat.answers("q1", json!("a"));
    for _ in 0..3 {
        chat.server_refuses_with(503);
        assert_eq!(chat.requests().len(), 2);
    }
}

#[test]
fn a_loaded_conversation_sends_nothing_by_itself() {
    let mut chat = asked(&["q1"]);
    chat = chat.sending(Automatic::Off);
    chat.answers("q1", json!("a"));
    let reloaded = chat.reloaded().sending(Automatic::Always);
    assert!(reloaded.requests().is_empty());
    assert_eq!(reloaded.status(), ChatStatus::Ready);
}

#[test]
fn a_loaded_answer_is_sent_when_the_person_asks_for_it() {
    let mut chat = asked(&["q1"]).sending(Automatic::Off);
    chat.answers("q1", json!("a"));
    let mut reloaded = chat.reloaded();
    reloaded.sends_again();
    assert_eq!(reloaded.last_request().message_id.as_deref(), Some("a1"));
    reloaded.server_replies(continuation());
    assert_eq!(
        reloaded.shows(),
        "user: \"go\" | a1: step, q1 output-available, step, \"Good.\""
    );
}

#[test]
fn an_answer_goes_out_after_an_error_too() {
    let mut chat = asked(&["q1"]);
    chat.regenerates(None).unwrap();
    chat.server_streams(reply().start("a2").step().question("q2"));
    chat.connection_breaks();
    assert_eq!(chat.status(), ChatStatus::Error);
    chat.answers("q2", json!("a"));
    assert_eq!(chat.requests().len(), 3, "an error counts as idle");
}
