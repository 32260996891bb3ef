//! What became of an answer that was sent: settled only by proof, not sent
//! only by proof, otherwise unknown, and then never sent again unasked.

use countersign::human::{Outcome, Stage};
use countersign::model::{ChatStatus, ErrorCode};
use serde_json::json;

use crate::conversation::{Automatic, Conversation, Reply, reply};

/// The answer to `q1` is on its way.
fn answered() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q1"));
    chat.answers("q1", json!("a"));
    chat.so_far();
    chat
}

/// The decision about `m1` is on its way.
fn decided(approved: bool) -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap", "m1"));
    chat.tries_to_decide("ap", approved).unwrap();
    chat.so_far();
    chat
}

fn sent() -> Reply {
    reply()
        .start("a1")
        .output("m1", json!("sent"))
        .step()
        .text("Done.")
        .finish()
}

#[test]
fn an_answer_on_its_way_is_sending() {
    let chat = answered();
    assert_eq!(chat.stage("q1"), Stage::Sending(chat.last_request().run.0));
}

#[test]
fn content_settles_an_answer() {
    let mut chat = answered();
    chat.server_replies(reply().start("a1").step().text("Good."));
    assert_eq!(chat.stage("q1"), Stage::Settled(Outcome::Answered));
}

#[test]
fn the_result_of_the_call_settles_an_approval_at_once() {
    let mut chat = decided(true);
    chat.server_streams(reply().start("a1").output("m1", json!("sent")));
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Approved));
}

#[test]
fn the_failure_of_the_call_settles_an_approval_too() {
    let mut chat = decided(true);
    chat.server_streams(reply().start("a1").output_error("m1", "down"));
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Approved));
}

#[test]
fn the_denied_result_settles_a_denial() {
    let mut chat = decided(false);
    chat.server_streams(reply().start("a1").denied("m1"));
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Denied));
}

#[test]
fn a_preliminary_result_settles_nothing_yet() {
    let mut chat = decided(true);
    let preliminary = json!({
        "type": "tool-output-available", "toolCallId": "m1", "output": 1, "preliminary": true,
    });
    chat.server_streams(reply().start("a1").chunk(preliminary));
    assert_eq!(chat.stage("m1"), Stage::Sending(chat.last_request().run.0));
}

#[test]
fn statuses_that_prove_refusal_give_the_answer_back() {
    for status in [400, 401, 403, 404, 413, 422, 429] {
        let mut chat = decided(true);
        chat.server_refuses_with(status);
        assert_eq!(chat.stage("m1"), Stage::Answered, "{status}");
        assert_eq!(chat.call("m1")["state"], "approval-responded");
        assert_eq!(chat.status(), ChatStatus::Error);
    }
}

#[test]
fn other_statuses_prove_nothing() {
    for status in [409, 408, 500, 502, 503, 504, 302] {
        let mut chat = decided(true);
        chat.server_refuses_with(status);
        assert_eq!(chat.stage("m1"), Stage::Unknown, "{status}");
    }
}

#[test]
fn a_request_that_never_left_gives_the_answer_back() {
    let mut chat = decided(true);
    chat.request_never_leaves();
    assert_eq!(chat.stage("m1"), Stage::Answered);
}

#[test]
fn after_a_401_the_same_answer_goes_out_again_when_asked() {
    let mut chat = decided(true);
    chat.server_refuses_with(401);
    chat.so_far();
    chat.sends_again();
    assert_eq!(
        chat.told(),
        ["status submitted", "request submit-message a1"]
    );
    let sent_again = chat.last_request().messages.clone();
    assert_eq!(sent_again, chat.requests()[1].messages);
    chat.server_replies(sent());
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Approved));
}

#[test]
fn after_a_401_the_answer_goes_out_with_the_next_one() {
    let mut chat = Conversation::new().sending(Automatic::Always);
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q1").question("q2"));
    chat.answers("q1", json!("a"));
    chat.server_refuses_with(401);
    chat.answers("q2", json!("b"));
    let run = chat.last_request().run.0;
    assert_eq!(chat.stage("q1"), Stage::Sending(run));
    assert_eq!(chat.stage("q2"), Stage::Sending(run));
}

#[test]
fn a_cut_before_any_content_is_unknown() {
    let mut chat = answered();
    chat.connection_breaks();
    assert_eq!(chat.stage("q1"), Stage::Unknown);
    let mut chat = decided(true);
    chat.server_streams(reply().start("a1"));
    chat.connection_breaks();
    assert_eq!(chat.stage("m1"), Stage::Unknown);
}

#[test]
fn an_empty_response_is_unknown() {
    let mut chat = decided(true);
    chat.server_ends();
    assert_eq!(chat.stage("m1"), Stage::Unknown);
    let mut chat = answered();
    chat.server_ends();
    assert_eq!(chat.stage("q1"), Stage::Unknown);
}

#[test]
fn an_error_of_the_server_is_unknown() {
    let mut chat = decided(true);
    chat.server_replies(reply().start("a1").error("An error occurred."));
    assert_eq!(chat.stage("m1"), Stage::Unknown);
}

#[test]
fn a_cut_after_content_settles_a_question_and_not_an_approval() {
    let mut chat = answered();
    chat.server_streams(reply().start("a1").step().text("Go"));
    chat.connection_breaks();
    assert_eq!(chat.stage("q1"), Stage::Settled(Outcome::Answered));
    let mut chat = decided(true);
    chat.server_streams(reply().start("a1").step().text("Go"));
    chat.connection_breaks();
    assert_eq!(chat.stage("m1"), Stage::Unknown);
}

#[test]
fn a_cut_after_the_result_is_settled() {
    let mut chat = decided(true);
    chat.server_streams(reply().start("a1").output("m1", json!("sent")));
    chat.connection_breaks();
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Approved));
}

#[test]
fn a_response_without_the_calls_result_leaves_an_approval_unknown() {
    let mut chat = decided(true);
    chat.server_replies(reply().start("a1").step().text("Hm."));
    assert_eq!(chat.stage("m1"), Stage::Unknown, "nobody said that it ran");
}

#[test]
fn a_response_without_the_calls_result_settles_a_denial() {
    let mut chat = decided(false);
    chat.server_replies(reply().start("a1").step().text("Fine."));
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Denied));
}

#[test]
fn what_is_unknown_is_not_sent_by_itself() {
    let mut chat = decided(true).sending(Automatic::Always);
    chat.connection_breaks();
    chat.clears_error();
    assert_eq!(chat.requests().len(), 2);
    chat.changes_messages(|_| {});
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn what_is_unknown_is_not_sent_through_a_later_answer() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .approval("ap", "m1")
            .question("q1"),
    );
    chat.approves("ap");
    chat.predicate_becomes(Automatic::Always);
    chat.sends_again();
    chat.connection_breaks();
    assert_eq!(chat.stage("m1"), Stage::Unknown);
    chat.answers("q1", json!("a"));
    let part = &chat.last_request().messages[1]["parts"][1];
    assert_ne!(
        (
            part["state"].as_str(),
            part["approval"]["approved"].as_bool()
        ),
        (Some("approval-responded"), Some(true)),
        "a server with client-held history would run it again"
    );
}

#[test]
fn the_next_message_carries_an_unknown_approval_as_an_error() {
    let mut chat = decided(true);
    chat.connection_breaks();
    chat.says("hello?");
    let part = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(part["state"], "output-error");
    assert_eq!(part.get("approval"), None);
    assert!(part["errorText"].as_str().unwrap().contains("unknown"));
}

#[test]
fn the_next_message_carries_an_unknown_denial_as_a_denial() {
    let mut chat = decided(false);
    chat.connection_breaks();
    chat.says("hello?");
    let part = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(part["state"], "output-denied");
    assert_eq!(part["approval"]["approved"], false);
}

#[test]
fn a_call_that_was_cut_while_it_ran_is_carried_as_an_unknown_outcome() {
    // Some servers repeat the call's input before they run it.
    let mut chat = decided(true);
    chat.server_streams(
        reply()
            .start("a1")
            .call("m1", "sendEmail", json!({ "to": "a@x.io" })),
    );
    chat.connection_breaks();
    assert_eq!(chat.stage("m1"), Stage::Unknown);
    chat.says("hello?");
    let part = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(part["state"], "output-error");
    assert!(part["errorText"].as_str().unwrap().contains("unknown"));
}

#[test]
fn what_is_unknown_goes_out_when_the_person_asks_for_it() {
    let mut chat = decided(true);
    chat.connection_breaks();
    chat.sends_again();
    assert_eq!(chat.stage("m1"), Stage::Sending(chat.last_request().run.0));
    let part = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(part["state"], "approval-responded");
    chat.server_replies(sent());
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Approved));
}

#[test]
fn a_loaded_decision_is_unknown() {
    let mut chat = Conversation::new().sending(Automatic::Off);
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap", "m1"));
    chat.approves("ap");
    let mut reloaded = chat.reloaded().sending(Automatic::Always);
    assert_eq!(reloaded.stage("m1"), Stage::Unknown);
    assert_eq!(
        reloaded.tries_to_decide("ap", true),
        Err(ErrorCode::OutcomeUnknown)
    );
    reloaded.says("hello?");
    let part = &reloaded.last_request().messages[1]["parts"][1];
    assert_eq!(part["state"], "output-error");
}

#[test]
fn an_answer_goes_out_at_most_once_with_overlapping_requests() {
    let mut chat = decided(true);
    chat.says("hello?");
    let part = &chat.last_request().messages[1]["parts"][1];
    assert_ne!(
        (
            part["state"].as_str(),
            part["approval"]["approved"].as_bool()
        ),
        (Some("approval-responded"), Some(true)),
        "the decision is on its way in another request"
    );
}
