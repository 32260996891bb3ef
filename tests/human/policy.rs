//! The application's policy may answer before the person is asked. What it
//! says is marked as automatic; what a person has said stands.

use countersign::human::Decision;
use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::{asked_in, asks, may_run, ran};
use crate::conversation::{Conversation, reply};

#[test]
fn a_policy_that_allows_answers_at_once() {
    let chat = asked_in(
        Conversation::new().with_policy(|_| Some(Decision::plain(true))),
        &["c1"],
    );
    assert_eq!(chat.listed(), [""; 0]);
    assert_eq!(chat.requests().len(), 2);
    assert_eq!(chat.call("c1")["approval"]["approved"], true);
}

#[test]
fn a_policy_that_refuses_says_why() {
    let chat = asked_in(
        Conversation::new().with_policy(|_| {
            Some(Decision {
                reason: Some("Not on weekends.".into()),
                ..Decision::plain(false)
            })
        }),
        &["c1"],
    );
    assert_eq!(
        chat.call("c1")["approval"],
        json!({ "id": "ap-c1", "approved": false, "reason": "Not on weekends." })
    );
}

#[test]
fn a_policy_that_says_nothing_leaves_it_to_the_person() {
    let mut chat = asked_in(Conversation::new().with_policy(|_| None), &["c1"]);
    assert_eq!(chat.listed(), ["c1"]);
    chat.allows("c1");
    assert_eq!(chat.named("c1")["by"]["kind"], "person");
}

#[test]
fn what_a_policy_says_is_marked_as_automatic() {
    let chat = asked_in(
        Conversation::new().with_policy(|_| Some(Decision::plain(true))),
        &["c1"],
    );
    assert_eq!(chat.named("c1")["by"], json!({ "kind": "policy" }));
    assert!(chat.item("c1").by.unwrap().is_automatic());
    assert_eq!(chat.moves("c1")[1], "pending → answered by policy");
}

#[test]
fn a_policy_is_asked_about_each_call() {
    let chat = asked_in(
        Conversation::new()
            .with_policy(|item| item.call_id.eq_str("c1").then(|| Decision::plain(true))),
        &["c1", "c2"],
    );
    assert_eq!(chat.listed(), ["c2"]);
}

#[test]
fn while_a_slow_policy_thinks_the_person_can_answer() {
    let mut chat = asked_in(Conversation::new().with_slow_policy(), &["c1"]);
    assert_eq!(chat.listed(), ["c1"]);
    chat.refuses("c1");
    chat.policy_says(Some(Decision::plain(true)));
    assert_eq!(chat.call("c1")["approval"]["approved"], false);
    assert_eq!(chat.named("c1")["by"]["kind"], "person");
    assert_eq!(chat.requests().len(), 2);
    assert_eq!(chat.errors().len(), 0);
}

#[test]
fn a_slow_policy_answers_what_still_waits() {
    let mut chat = asked_in(Conversation::new().with_slow_policy(), &["c1"]);
    chat.policy_says(Some(Decision::plain(true)));
    assert_eq!(chat.named("c1")["by"]["kind"], "policy");
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn a_slow_policy_does_not_answer_what_is_over() {
    let mut chat = Conversation::new().with_slow_policy();
    chat.says("go");
    chat.server_streams(asks(reply().start("a1"), &["c1"]));
    chat.stops();
    chat.policy_says(Some(Decision::plain(true)));
    assert_eq!(chat.named("c1")["stage"], "cancelled");
}

#[test]
fn a_rule_of_the_person_comes_before_the_policy() {
    let mut chat = asked_in(
        Conversation::new()
            .with_policy(|item| item.call_id.eq_str("c2").then(|| Decision::plain(false))),
        &["c1"],
    );
    chat.always_allows("c1");
    chat.server_replies(asks(
        reply().start("a1").output("c1", json!("sent")).step(),
        &["c2"],
    ));
    assert_eq!(chat.named("c2")["by"]["kind"], "grant");
    assert_eq!(chat.call("c2")["approval"]["approved"], true);
}

#[test]
fn a_decision_that_cannot_be_carried_is_reported_and_the_person_is_asked() {
    let mut chat = Conversation::new().with_policy(|_| {
        Some(Decision {
            reason: Some("no".into()),
            ..Decision::plain(false)
        })
    });
    let mut request = may_run("c1");
    request["answers"] = json!({});
    let waiter = chat.backend_asks("mcp/files", request);
    assert_eq!(chat.waiting(), [waiter]);
    assert_eq!(chat.last_error().0, ErrorCode::NotCarried);
}

#[test]
fn back_ends_that_wait_are_answered_by_the_policy_too() {
    let mut chat = Conversation::new().with_policy(|_| Some(Decision::plain(true)));
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    assert_eq!(chat.answer_to(waiter), json!({ "approved": true }));
}

#[test]
fn a_policy_is_not_asked_about_what_was_loaded() {
    let chat = asked_in(Conversation::new(), &["c1"]);
    let mut loaded = Conversation::new().with_policy(|_| Some(Decision::plain(true)));
    loaded.loads(&chat.messages());
    assert_eq!(loaded.listed(), ["c1"]);
    assert!(loaded.requests().is_empty());
}

#[test]
fn a_call_that_a_policy_allowed_settles_like_any_other() {
    let mut chat = asked_in(
        Conversation::new().with_policy(|_| Some(Decision::plain(true))),
        &["c1"],
    );
    chat.server_replies(ran(&["c1"]));
    assert_eq!(chat.named("c1")["stage"], "approved");
    assert_eq!(chat.named("c1")["by"]["kind"], "policy");
}
