//! Stopping an active turn cancels what it had asked; a stop while nothing is
//! under way keeps what waits.

use countersign::human::{Outcome, Stage};
use countersign::model::ChatStatus;
use serde_json::json;

use crate::conversation::{Automatic, Conversation, reply};

#[test]
fn stopping_while_a_question_streams_cancels_it() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().question("q1").text_start("t"));
    chat.stops();
    assert_eq!(chat.stage("q1"), Stage::Settled(Outcome::Cancelled));
    let part = chat.call("q1");
    assert_eq!(part["state"], "output-error");
    assert!(part["errorText"].as_str().unwrap().starts_with("Cancelled"));
}

#[test]
fn stopping_while_an_approval_streams_is_no_denial_by_the_person() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().approval("ap", "m1"));
    chat.stops();
    let item = chat.item("m1");
    assert_eq!(item.stage, Stage::Settled(Outcome::Cancelled));
    assert_eq!(item.approved(), None, "nobody decided");
    let part = chat.call("m1");
    assert_eq!(part["state"], "output-denied");
    assert_eq!(
        part["approval"]["approved"], false,
        "the wire has no other word"
    );
}

#[test]
fn an_idle_stop_keeps_what_waits() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .question("q1")
            .approval("ap", "m1"),
    );
    let shown = chat.text();
    chat.so_far();
    chat.stops();
    assert_eq!(chat.told(), [""; 0]);
    assert_eq!(chat.text(), shown);
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn what_is_still_on_its_way_after_a_stop_is_dropped() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step());
    chat.stops();
    chat.server_streams(reply().question("q1").text("late"));
    chat.server_ends();
    assert_eq!(chat.shows(), "user: \"go\" | a1: step");
    assert_eq!(chat.status(), ChatStatus::Ready);
}

#[test]
fn what_was_answered_before_the_stop_stays_answered_and_unsent() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().question("q1"));
    chat.answers("q1", json!("a"));
    chat.stops();
    assert_eq!(chat.requests().len(), 1);
    assert_eq!(chat.stage("q1"), Stage::Answered);
    assert_eq!(chat.call("q1")["output"], "a");
}

#[test]
fn a_stop_before_the_response_leaves_the_answer_of_unknown_outcome() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap", "m1"));
    chat.approves("ap");
    chat.stops();
    assert_eq!(chat.stage("m1"), Stage::Unknown, "it may have run");
    assert_eq!(chat.call("m1")["state"], "approval-responded");
}

#[test]
fn a_stop_in_the_middle_of_a_continuation_keeps_the_answer_settled() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q1"));
    chat.answers("q1", json!("a"));
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .text_start("t")
            .text_delta("t", "Go"),
    );
    chat.stops();
    assert_eq!(chat.stage("q1"), Stage::Settled(Outcome::Answered));
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, q1 output-available, step, \"Go…\""
    );
}

#[test]
fn stopping_a_continuation_does_not_cancel_what_was_asked_before_it_and_waits() {
    let mut chat = Conversation::new().sending(Automatic::Off);
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q1").question("q2"));
    chat.answers("q1", json!("a"));
    chat.sends_again();
    chat.stops();
    assert_eq!(chat.call("q2")["state"], "input-available");
}

#[test]
fn sending_right_after_a_stop_is_safe() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .text_start("t")
            .text_delta("t", "Hel"),
    );
    let stopped = chat.last_request().run;
    chat.stops();
    chat.says("next");
    chat.server_streams_to(stopped, reply().text_delta("t", "lo").finish());
    chat.server_ends_run(stopped);
    assert_eq!(chat.status(), ChatStatus::Submitted);
    chat.server_replies(reply().start("a2").step().text("Yes?"));
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, \"Hel…\" | user: \"next\" | a2: step, \"Yes?\""
    );
}

#[test]
fn a_stop_while_a_callback_is_awaited_ends_the_turn() {
    let mut chat = Conversation::new().with_hooks(|hooks| hooks.tool_call = true);
    chat.says("go");
    chat.server_streams(reply().start("a1").question("q1").text("more"));
    chat.stops();
    assert_eq!(chat.status(), ChatStatus::Ready);
    chat.callback_returns();
    assert_eq!(chat.status(), ChatStatus::Ready);
    assert_eq!(chat.shows(), "user: \"go\" | a1: q1 output-error");
}

#[test]
fn a_stop_while_looking_for_a_response_ends_the_search() {
    let mut chat = Conversation::new();
    chat.resumes();
    chat.so_far();
    chat.stops();
    assert_eq!(chat.told(), ["abort"]);
    chat.finds_a_stream();
    chat.server_streams(reply().start("a1").text("late"));
    assert_eq!(chat.shows(), "");
    assert_eq!(chat.status(), ChatStatus::Ready);
}
