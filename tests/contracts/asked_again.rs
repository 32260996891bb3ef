//! A store that lags behind: the agent asks about something that was decided,
//! or somebody else has decided meanwhile.

use countersign::human::{Outcome, Stage};
use countersign::model::ErrorCode;
use serde_json::json;

use crate::conversation::{Conversation, reply};

fn decided() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap-1", "m1"));
    chat.approves("ap-1");
    chat
}

#[test]
fn asking_again_under_a_new_id_asks_the_person_again() {
    let mut chat = decided();
    chat.server_replies(reply().start("a1").asks("ap-2", "m1"));
    assert_eq!(chat.stage("m1"), Stage::Pending);
    assert_eq!(chat.call("m1")["state"], "approval-requested");
    assert_eq!(chat.call("m1")["approval"], json!({ "id": "ap-2" }));
    assert_eq!(chat.requests().len(), 2, "nothing runs twice unasked");
}

#[test]
fn the_earlier_decision_stays_on_record() {
    let mut chat = decided();
    chat.server_replies(reply().start("a1").asks("ap-2", "m1"));
    let items = chat.controller.chat.items();
    let first = items.iter().next().unwrap();
    assert_eq!(first.approved(), Some(true));
    assert_eq!(first.stage, Stage::Settled(Outcome::Withdrawn));
}

#[test]
fn the_new_request_takes_a_decision_and_sends_it_once() {
    let mut chat = decided();
    chat.server_replies(reply().start("a1").asks("ap-2", "m1"));
    chat.denies("ap-2", "not again");
    assert_eq!(chat.requests().len(), 3);
    assert_eq!(
        chat.tries_to_decide("ap-1", true),
        Err(ErrorCode::Cancelled)
    );
    chat.server_replies(reply().start("a1").denied("m1"));
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Denied));
}

#[test]
fn asking_again_takes_an_unsent_answer_back() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().approval("ap-1", "m1"));
    chat.approves("ap-1");
    chat.server_streams(reply().asks("ap-2", "m1"));
    chat.server_ends();
    assert_eq!(
        chat.requests().len(),
        1,
        "the decision was about another request"
    );
    assert_eq!(chat.stage("m1"), Stage::Pending);
}

#[test]
fn a_conflict_is_unknown_and_shown() {
    let mut chat = decided();
    chat.server_refuses_with(409);
    assert_eq!(chat.stage("m1"), Stage::Unknown);
    assert_eq!(chat.last_error().0, ErrorCode::HttpStatus);
    assert_eq!(chat.call("m1")["approval"]["approved"], true);
}

#[test]
fn what_the_agent_says_was_decided_ends_an_open_request() {
    let mut chat = Conversation::new();
    chat.says("go");
    let response = json!({
        "type": "tool-approval-response", "approvalId": "ap-1", "approved": false, "reason": "policy",
    });
    chat.server_replies(reply().start("a1").approval("ap-1", "m1").chunk(response));
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Denied));
    assert_eq!(
        chat.call("m1")["approval"],
        json!({ "id": "ap-1", "approved": false, "reason": "policy" })
    );
    assert_eq!(
        chat.tries_to_decide("ap-1", true),
        Err(ErrorCode::AlreadyAnswered)
    );
}

#[test]
fn what_the_agent_says_was_decided_holds_against_the_answer_given_here() {
    let mut chat = decided();
    let response = json!({
        "type": "tool-approval-response", "approvalId": "ap-1", "approved": false,
    });
    chat.server_replies(reply().start("a1").chunk(response).denied("m1"));
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Denied));
    assert_eq!(chat.call("m1")["approval"]["approved"], false);
}

#[test]
fn a_call_that_ran_without_an_answer_waits_no_more() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .approval("ap-1", "m1")
            .output("m1", json!("sent")),
    );
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Withdrawn));
    assert_eq!(
        chat.tries_to_decide("ap-1", true),
        Err(ErrorCode::Cancelled)
    );
}

#[test]
fn a_saved_request_that_was_decided_elsewhere_shows_what_was_decided() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap-1", "m1"));
    let mut reloaded = chat.reloaded();
    reloaded.approves("ap-1");
    reloaded.server_refuses_with(409);
    assert_eq!(reloaded.stage("m1"), Stage::Unknown);
    assert_eq!(reloaded.requests().len(), 1);
}

#[test]
fn a_saved_request_that_was_allowed_elsewhere_shows_its_result_although_it_was_denied_here() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap-1", "m1"));
    let mut reloaded = chat.reloaded();
    reloaded.denies("ap-1", "no");
    reloaded.server_replies(reply().start("a1").output("m1", json!("sent")));
    assert_eq!(reloaded.call("m1")["state"], "output-available");
    assert_eq!(reloaded.call("m1")["output"], "sent");
    assert_eq!(reloaded.requests().len(), 1);
    assert!(reloaded.stage("m1").is_terminal());
}
