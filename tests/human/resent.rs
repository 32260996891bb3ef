//! An answer of unknown outcome goes out again when a person says so, and never
//! by itself.

use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::{asked_to_approve, ran};
use crate::conversation::Conversation;

/// Allowed, sent, and nothing heard of it.
fn lost() -> Conversation {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    chat.connection_breaks();
    assert_eq!(chat.named("c1")["stage"], "unknown");
    chat
}

#[test]
fn it_is_sent_again_when_a_person_says_so() {
    let mut chat = lost();
    chat.resends("c1").unwrap();
    assert_eq!(chat.requests().len(), 3);
    assert_eq!(chat.named("c1")["stage"], "sending");
    chat.server_replies(ran(&["c1"]));
    assert_eq!(chat.named("c1")["stage"], "approved");
}

#[test]
fn nothing_else_sends_it_again() {
    let mut chat = lost();
    chat.waits(3_600_000);
    chat.clears_error();
    chat.looks_at_the_clock();
    assert_eq!(chat.requests().len(), 2);
    let refused = chat.responds("c1", json!(true)).unwrap_err();
    assert_eq!(refused.code, ErrorCode::OutcomeUnknown);
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn an_answer_that_was_not_accepted_is_sent_again() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    chat.server_refuses_with(401);
    assert_eq!(chat.named("c1")["stage"], "answered");
    chat.resends("c1").unwrap();
    assert_eq!(chat.requests().len(), 3);
}

#[test]
fn what_waits_or_is_over_cannot_be_sent_again() {
    let mut chat = asked_to_approve(&["c1"]);
    let error = chat.resends("c1").unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownItem);
    chat.allows("c1");
    let error = chat.resends("c1").unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownItem, "it is on its way");
    chat.server_replies(ran(&["c1"]));
    let error = chat.resends("c1").unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownItem, "it is done");
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn the_log_says_who_had_it_sent_again() {
    let mut chat = lost();
    chat.person_is("Ada");
    chat.resends("c1").unwrap();
    let log = chat.log();
    let again = log.iter().find(|entry| entry["from"] == "unknown").unwrap();
    assert_eq!(again["to"], "answered");
    assert_eq!(again["by"], json!({ "kind": "person", "name": "Ada" }));
}
