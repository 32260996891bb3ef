//! An answer is for what the person has seen. If that has changed since, the
//! answer is refused, and an answer that has not been sent is void.

use countersign::chat::ApprovalAnswer;
use countersign::controller::ChatController;
use countersign::json::Wtf8;
use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::asked_to_approve;
use crate::conversation::{Conversation, reply};

fn said_again(chat: &mut Conversation, input: serde_json::Value) {
    chat.server_streams(reply().call("c1", "sendEmail", input));
}

/// The response that asked is still coming.
fn being_asked() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().approval("ap-c1", "c1"));
    chat
}

#[test]
fn an_answer_to_what_is_shown_is_taken() {
    let mut chat = asked_to_approve(&["c1"]);
    let seen = chat.approvals()[0]["revision"].as_u64().unwrap();
    chat.responds_to_seen("c1", json!(true), u32::try_from(seen).ok())
        .unwrap();
}

#[test]
fn another_input_is_another_thing_to_judge() {
    let mut chat = being_asked();
    said_again(&mut chat, json!({ "to": "boss@x.io" }));
    assert_eq!(chat.approvals()[0]["input"], json!({ "to": "boss@x.io" }));
    let stale = chat
        .responds_to_seen("c1", json!(true), Some(1))
        .unwrap_err();
    assert_eq!(stale.code, ErrorCode::Stale);
    assert_eq!(chat.listed(), ["c1"]);
    chat.responds_to_seen("c1", json!(true), Some(2)).unwrap();
}

#[test]
fn the_same_input_again_changes_nothing() {
    let mut chat = being_asked();
    said_again(&mut chat, json!({ "to": "a@x.io" }));
    chat.responds_to_seen("c1", json!(true), Some(1)).unwrap();
}

#[test]
fn a_call_that_is_said_again_still_takes_no_output() {
    let mut chat = being_asked();
    said_again(&mut chat, json!({ "to": "boss@x.io" }));
    let refused = chat.tries_to_answer("c1", json!("done")).unwrap_err();
    assert_eq!(refused, ErrorCode::AwaitsApproval);
    chat.responds_to_seen("c1", json!(true), Some(2)).unwrap();
}

#[test]
fn what_was_prepared_for_another_input_is_dropped() {
    let mut chat = being_asked();
    chat.prepares("c1", json!({ "approved": true })).unwrap();
    said_again(&mut chat, json!({ "to": "boss@x.io" }));
    assert_eq!(chat.named("c1")["staged"], json!(null));
}

#[test]
fn an_answer_that_has_not_been_sent_is_void_when_the_input_changes() {
    let mut chat = being_asked();
    chat.allows("c1");
    said_again(&mut chat, json!({ "to": "boss@x.io" }));
    chat.server_ends();
    assert_eq!(chat.named("c1")["stage"], "pending");
    assert_eq!(chat.call("c1")["approval"], json!({ "id": "ap-c1" }));
    assert_eq!(chat.requests().len(), 1, "nothing is allowed unseen");
}

#[test]
fn a_call_that_was_said_again_still_waits_for_its_approval() {
    let mut chat = being_asked();
    said_again(&mut chat, json!({ "to": "boss@x.io" }));
    chat.server_ends();
    let output = chat.tries_to_answer("c1", json!("sent")).unwrap_err();
    assert_eq!(output, ErrorCode::AwaitsApproval);
    let mut restored = chat.restored();
    assert_eq!(restored.listed(), ["c1"]);
    restored.allows("c1");
    assert_eq!(restored.call("c1")["approval"]["approved"], true);
}

#[test]
fn a_rule_answers_again_when_the_input_changes() {
    let mut chat = being_asked();
    chat.always_allows("c1");
    said_again(&mut chat, json!({ "to": "boss@x.io" }));
    assert_eq!(chat.named("c1")["stage"], "answered");
    assert_eq!(
        chat.named("c1")["by"],
        json!({ "kind": "grant", "grant": 1 })
    );
}

#[test]
fn a_call_that_becomes_another_tools_is_another_question() {
    let mut chat = being_asked();
    chat.always_allows("c1");
    chat.server_streams(reply().call("c1", "deleteEverything", json!({ "to": "a@x.io" })));
    assert_eq!(chat.named("c1")["stage"], "withdrawn");
    assert_eq!(chat.call("c1")["approval"], json!({ "id": "ap-c1" }));
    chat.server_ends();
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn input_that_is_written_anew_voids_the_answer() {
    let mut chat = being_asked();
    chat.allows("c1");
    chat.server_streams(reply().input_start("c1", "sendEmail"));
    assert_eq!(chat.named("c1")["stage"], "pending");
    assert_eq!(chat.named("c1")["revision"], 2);
}

#[test]
fn an_answer_on_its_way_stands_when_the_server_repeats_the_call() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    // Some servers repeat the input before they run the call.
    chat.server_streams(
        reply()
            .start("a1")
            .call("c1", "sendEmail", json!({ "to": "a@x.io" })),
    );
    assert_eq!(chat.named("c1")["stage"], "sending");
    chat.server_replies(reply().output("c1", json!("sent")));
    assert_eq!(chat.named("c1")["stage"], "approved");
}

#[test]
fn an_input_that_the_application_replaces_is_another_thing_to_judge() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.changes_messages(|messages| {
        messages[1]["parts"][1]["input"] = json!({ "to": "boss@x.io" });
    });
    let stale = chat
        .responds_to_seen("c1", json!(true), Some(1))
        .unwrap_err();
    assert_eq!(stale.code, ErrorCode::Stale);
    assert_eq!(chat.approvals()[0]["input"], json!({ "to": "boss@x.io" }));
}

#[test]
fn a_copy_of_the_messages_changes_nothing() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.prepares("c1", json!({ "approved": true })).unwrap();
    chat.changes_messages(|messages| messages[0]["metadata"] = json!({ "saved": true }));
    assert_eq!(chat.named("c1")["staged"], json!({ "approved": true }));
    chat.responds_to_seen("c1", json!(true), Some(1)).unwrap();
}

#[test]
fn a_response_to_a_form_that_was_replaced_is_stale() {
    let mut chat = Conversation::new().with_human(|settings| settings.asks_user = true);
    chat.says("go");
    chat.server_streams(reply().start("a1").call(
        "q1",
        "ask_user_question",
        crate::asked::questions(),
    ));
    let mut other = crate::asked::questions();
    other["questions"][0]["question"] = json!("Which size exactly?");
    chat.server_streams(reply().call("q1", "ask_user_question", other));
    assert_eq!(chat.input_requests().len(), 1);
    assert_eq!(chat.named("item-0")["stage"], "withdrawn");
    let late = chat
        .fills("item-0", json!({ "action": "decline" }))
        .unwrap_err();
    assert_eq!(late.code, ErrorCode::Cancelled);
}

#[test]
fn what_is_asked_anew_under_the_same_name_has_not_been_seen() {
    let mut chat = being_asked();
    said_again(&mut chat, json!({ "to": "boss@x.io" }));
    chat.server_streams(reply().call("c1", "sendEmail", json!({ "to": "all@x.io" })));
    chat.server_streams(reply().asks("ap-c1", "c1"));
    assert_eq!(chat.approvals()[0]["input"], json!({ "to": "all@x.io" }));
    for seen in [1, 2, 3] {
        for name in ["c1", "ap-c1"] {
            let stale = chat
                .responds_to_seen(name, json!(true), Some(seen))
                .unwrap_err();
            assert_eq!(stale.code, ErrorCode::Stale, "{name} as of {seen}");
        }
    }
    chat.responds_to_seen("c1", json!(true), Some(4)).unwrap();
}

fn allows_as_seen(chat: &mut Conversation, revision: u32) -> Result<(), ErrorCode> {
    let ChatController { chat, view, .. } = &mut chat.controller;
    let answer = ApprovalAnswer {
        approval_id: Wtf8::from_str("ap-c1"),
        approved: true,
        reason: None,
        seen: Some(revision),
        options: 0,
    };
    chat.add_tool_approval_response(view, answer)
        .map_err(|error| error.code)
}

#[test]
fn ai_sdks_own_answer_is_for_what_was_seen_too() {
    let mut chat = being_asked();
    said_again(&mut chat, json!({ "to": "boss@x.io" }));
    assert_eq!(allows_as_seen(&mut chat, 1), Err(ErrorCode::Stale));
    assert_eq!(chat.named("c1")["stage"], "pending");
    assert_eq!(allows_as_seen(&mut chat, 2), Ok(()));
}
