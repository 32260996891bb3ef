//! An answer that the protocol cannot carry back is refused with an error that
//! names the field; nothing is dropped silently.

use countersign::chat::LONGEST_REMEMBERED_INPUT;
use countersign::model::ErrorCode;
use serde_json::{Value, json};

use crate::asked::asked_to_approve;
use crate::conversation::{Conversation, reply};

fn not_carried(chat: &mut Conversation, handle: &str, decision: Value) -> &'static str {
    let before = chat.text();
    let error = chat.responds(handle, decision).unwrap_err();
    assert_eq!(error.code, ErrorCode::NotCarried);
    assert_eq!(chat.text(), before, "nothing has changed");
    assert_eq!(chat.named(handle)["stage"], "pending");
    error.path.unwrap()
}

/// A back end that takes a plain yes or no.
fn asked_by_mcp(answers: &Value) -> Conversation {
    let mut chat = Conversation::new();
    chat.backend_asks(
        "mcp/files",
        json!({ "toolCallId": "c1", "toolName": "read", "input": {}, "answers": answers }),
    );
    chat
}

#[test]
fn plain_ai_sdk_carries_a_reason() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", json!({ "approved": false, "reason": "too late" }))
        .unwrap();
    assert_eq!(chat.call("c1")["approval"]["reason"], "too late");
}

#[test]
fn plain_ai_sdk_carries_no_edited_input() {
    let mut chat = asked_to_approve(&["c1"]);
    let decision = json!({ "approved": true, "editedInput": { "to": "b@x.io" } });
    assert_eq!(not_carried(&mut chat, "c1", decision), "editedInput");
}

#[test]
fn a_back_end_that_takes_no_reason_gets_none() {
    let mut chat = asked_by_mcp(&json!({}));
    let decision = json!({ "approved": false, "reason": "no" });
    assert_eq!(not_carried(&mut chat, "c1", decision), "reason");
}

#[test]
fn a_rule_is_made_only_where_it_is_offered() {
    let mut chat = asked_by_mcp(&json!({ "reason": true }));
    let decision = json!({ "approved": true, "remember": true });
    assert_eq!(not_carried(&mut chat, "c1", decision), "remember");
}

#[test]
fn an_option_that_was_not_offered_is_refused() {
    let mut chat = asked_by_mcp(&json!({}));
    let decision = json!({ "approved": true, "optionId": "always" });
    assert_eq!(not_carried(&mut chat, "c1", decision), "optionId");
}

#[test]
fn a_rule_for_an_input_that_cannot_be_shown_whole_is_refused() {
    let mut chat = Conversation::new();
    chat.says("go");
    let long = "x".repeat(LONGEST_REMEMBERED_INPUT);
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("c1", "sendEmail", json!({ "text": long }))
            .asks("ap-c1", "c1"),
    );
    let decision = json!({ "approved": true, "remember": true });
    assert_eq!(not_carried(&mut chat, "c1", decision), "remember");
    chat.allows("c1");
}

fn with_options() -> Conversation {
    asked_by_mcp(&json!({ "options": [
        { "id": "always", "name": "Always", "allows": true, "remembers": true },
        { "id": "once", "name": "Once", "allows": true, "remembers": false },
        { "id": "never", "name": "Never again", "allows": false, "remembers": true },
    ] }))
}

#[test]
fn an_offered_option_goes_back_as_it_was_offered() {
    let mut chat = with_options();
    chat.responds("c1", json!({ "approved": true, "optionId": "always" }))
        .unwrap();
    assert_eq!(
        chat.answer_to(1),
        json!({ "approved": true, "optionId": "always" })
    );
}

#[test]
fn an_option_that_says_the_opposite_is_refused() {
    let mut chat = with_options();
    let decision = json!({ "approved": true, "optionId": "never" });
    assert_eq!(not_carried(&mut chat, "c1", decision), "optionId");
}

#[test]
fn a_plain_yes_is_the_option_for_this_once() {
    let mut chat = with_options();
    chat.allows("c1");
    assert_eq!(
        chat.answer_to(1),
        json!({ "approved": true, "optionId": "once" })
    );
}

#[test]
fn a_plain_no_is_never_a_no_for_ever() {
    let mut chat = with_options();
    chat.refuses("c1");
    assert_eq!(chat.answer_to(1), json!({ "approved": false }));
}

#[test]
fn a_plain_yes_is_never_a_yes_for_ever() {
    let mut chat = asked_by_mcp(&json!({ "options": [
        { "id": "always", "name": "Always", "allows": true, "remembers": true },
    ] }));
    assert_eq!(not_carried(&mut chat, "c1", json!(true)), "optionId");
}

#[test]
fn wrong_types_are_named() {
    let mut chat = asked_to_approve(&["c1"]);
    for (field, value) in [
        ("reason", json!(1)),
        ("remember", json!("yes")),
        ("remember", json!({ "scope": "for ever" })),
        ("optionId", json!({})),
    ] {
        let error = chat
            .responds("c1", json!({ "approved": true, field: value }))
            .unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArgument, "{field}");
        assert_eq!(error.path, Some(field));
    }
    assert_eq!(chat.listed(), ["c1"]);
}
