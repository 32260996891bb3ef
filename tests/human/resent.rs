//! An answer of unknown outcome goes out again when a person says so, and never
//! by itself.

use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::{asked_to_approve, ran};
use crate::conversation::{Automatic, Conversation};

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

/// The calls that a request says may run.
fn granted(chat: &Conversation) -> Vec<String> {
    let messages = chat.last_request().messages.clone();
    let parts = messages.as_array().unwrap().iter();
    parts
        .flat_map(|message| message["parts"].as_array().unwrap())
        .filter(|part| {
            part["state"] == "approval-responded" && part["approval"]["approved"] == true
        })
        .map(|part| part["toolCallId"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn asking_twice_sends_it_once() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    chat.server_refuses_with(401);
    chat.sends_again();
    assert_eq!(chat.requests().len(), 3);
    assert_eq!(chat.tries_to_send_again(), Err(ErrorCode::NothingToSend));
    assert_eq!(chat.requests().len(), 3);
    chat.server_replies(ran(&["c1"]));
    assert_eq!(chat.named("c1")["stage"], "approved");
    chat.sends_again();
    assert_eq!(chat.requests().len(), 4);
}

/// Allowed, sent, and nothing heard of it; a note of the application comes after it.
fn lost_before_a_note() -> Conversation {
    let mut chat = lost();
    chat.changes_messages(|messages| {
        messages.push(json!({
            "id": "note", "role": "assistant", "parts": [{ "type": "text", "text": "Nobody is there." }],
        }));
    });
    assert_eq!(chat.named("c1")["stage"], "unknown");
    chat
}

#[test]
fn asking_anew_does_not_send_it_again() {
    let mut chat = lost_before_a_note();
    chat.regenerates(None).unwrap();
    assert_eq!(chat.requests().len(), 3);
    assert_eq!(granted(&chat), [""; 0]);
    assert_eq!(chat.named("c1")["stage"], "superseded");
}

#[test]
fn an_answer_about_a_later_message_does_not_send_it_again() {
    let mut chat = lost_before_a_note().sending(Automatic::Off);
    chat.changes_messages(|messages| {
        messages.push(json!({
            "id": "a2", "role": "assistant", "parts": [{
                "type": "tool-sendEmail", "toolCallId": "c2", "input": {},
                "state": "approval-requested", "approval": { "id": "ap-c2" },
            }],
        }));
    });
    chat.allows("c2");
    chat.sends_again();
    assert_eq!(granted(&chat), ["c2"]);
    assert_eq!(chat.named("c1")["stage"], "superseded");
    assert_eq!(chat.named("c2")["stage"], "sending");
}

#[test]
fn nothing_is_sent_while_another_answer_is_on_its_way() {
    let mut chat = asked_to_approve(&["c1", "c2"]).sending(Automatic::Off);
    chat.allows("c1");
    chat.sends_again();
    chat.allows("c2");
    let refused = chat.resends("c2").unwrap_err();
    assert_eq!(refused.code, ErrorCode::NothingToSend);
    assert_eq!(chat.tries_to_send_again(), Err(ErrorCode::NothingToSend));
    chat.server_replies(ran(&["c1"]));
    chat.resends("c2").unwrap();
    assert_eq!(granted(&chat), ["c2"]);
}
