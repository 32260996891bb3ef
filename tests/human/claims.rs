//! An answer is claimed before it goes out, so that several windows can agree
//! on who sends it. One window alone grants its own claims.

use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::{asked_in, may_run, ran};
use crate::conversation::Conversation;

fn asked(calls: &[&str]) -> Conversation {
    asked_in(Conversation::new().claiming(), calls)
}

#[test]
fn by_default_a_claim_is_granted_without_a_question() {
    let mut chat = asked_in(Conversation::new(), &["c1"]);
    chat.so_far();
    chat.allows("c1");
    let told = chat.told();
    assert!(
        !told.iter().any(|words| words.starts_with("claims")),
        "{told:?}"
    );
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn a_request_leaves_once_its_claim_is_granted() {
    let mut chat = asked(&["c1", "c2"]);
    chat.so_far();
    chat.allows("c1");
    chat.refuses("c2");
    assert!(chat.told().contains(&"claims 2".to_owned()));
    assert_eq!(chat.requests().len(), 1);
    chat.claim_is(true);
    assert_eq!(chat.requests().len(), 2);
    chat.server_replies(ran(&["c1"]).denied("c2"));
    assert_eq!(chat.named("c1")["stage"], "approved");
}

#[test]
fn a_request_whose_claim_is_not_granted_does_not_leave() {
    let mut chat = asked(&["c1"]);
    chat.allows("c1");
    chat.claim_is(false);
    assert_eq!(chat.requests().len(), 1);
    assert_eq!(chat.last_error().0, ErrorCode::Claimed);
    assert_eq!(
        chat.named("c1")["stage"],
        "answered",
        "not sent, and not lost"
    );
}

#[test]
fn a_request_without_answers_needs_no_claim() {
    let mut chat = Conversation::new().claiming();
    chat.says("go");
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn a_stop_before_the_claim_is_granted_leaves_the_answer_unsent() {
    let mut chat = asked(&["c1"]);
    chat.allows("c1");
    chat.stops();
    assert_eq!(chat.named("c1")["stage"], "answered", "it never left");
    chat.claim_is(true);
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn a_reply_is_given_once_its_claim_is_granted() {
    let mut chat = Conversation::new().claiming();
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    chat.allows("c1");
    assert_eq!(chat.waiting(), [waiter]);
    chat.claim_is(true);
    assert_eq!(chat.answer_to(waiter), json!({ "approved": true }));
}

#[test]
fn a_reply_whose_claim_is_not_granted_is_open_again() {
    let mut chat = Conversation::new().claiming();
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    chat.allows("c1");
    chat.claim_is(false);
    assert_eq!(chat.waiting(), [waiter]);
    assert_eq!(chat.listed(), ["c1"]);
    assert_eq!(
        chat.moves("c1").last().unwrap(),
        "answered → pending by conversation"
    );
}

#[test]
fn a_reply_is_claimed_once() {
    let mut chat = Conversation::new().claiming();
    chat.backend_asks("mcp/files", may_run("c1"));
    chat.allows("c1");
    chat.looks_at_the_clock();
    chat.connects("mcp/files");
    assert_eq!(chat.side.claims.len(), 1);
}

#[test]
fn a_stop_before_the_claim_is_granted_tells_whoever_waits() {
    let mut chat = Conversation::new().claiming();
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    chat.allows("c1");
    chat.stops();
    assert_ne!(chat.told_to(waiter), None);
    chat.claim_is(true);
    assert_eq!(chat.named("c1")["stage"], "cancelled");
}

#[test]
fn what_another_window_tells_about_a_deadline_is_not_told_here() {
    let mut chat = Conversation::new().claiming();
    chat.connects("mcp/files");
    let mut request = may_run("c1");
    request["deadline"] = json!(crate::conversation::NOON + 500);
    chat.asks_for_retry("mcp/files", request, json!({}))
        .unwrap();
    chat.waits(500);
    chat.claim_is(false);
    assert_eq!(chat.named("c1")["stage"], "expired");
    chat.connects("mcp/files");
    assert_eq!(chat.side.claims.len(), 0);
    assert_eq!(chat.side.retried.len(), 0);
}

#[test]
fn a_deadline_that_passed_during_a_claim_that_is_not_granted_counts() {
    let mut chat = Conversation::new().claiming();
    let mut request = may_run("c1");
    request["deadline"] = json!(crate::conversation::NOON + 500);
    let waiter = chat.backend_asks("mcp/files", request);
    chat.allows("c1");
    chat.sleeps(1_000);
    chat.claim_is(false);
    chat.waits(0);
    assert_eq!(chat.named("c1")["stage"], "expired");
    assert_ne!(chat.told_to(waiter), None);
}
