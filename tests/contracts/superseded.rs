//! An answer that belongs to an older message never touches a newer one. Only
//! a newer message of the person supersedes; what the application inserts does
//! not.

use countersign::human::{Outcome, Stage};
use countersign::model::ErrorCode;
use serde_json::json;

use crate::conversation::{Automatic, Conversation, reply};

fn note(id: &str, role: &str) -> serde_json::Value {
    json!({ "id": id, "role": role, "parts": [{ "type": "text", "text": "a note" }] })
}

fn waiting() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .approval("ap", "m1")
            .question("q1"),
    );
    chat
}

#[test]
fn a_newer_message_of_the_person_supersedes() {
    let mut chat = waiting();
    chat.says("never mind");
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Superseded));
    assert_eq!(chat.stage("q1"), Stage::Settled(Outcome::Superseded));
}

#[test]
fn a_late_answer_leaves_the_newer_message_alone_and_sends_nothing() {
    let mut chat = waiting();
    chat.says("never mind");
    chat.server_replies(reply().start("a2").step().text("Moving on."));
    let (shown, sent) = (chat.text(), chat.requests().len());
    assert_eq!(chat.tries_to_decide("ap", true), Err(ErrorCode::Superseded));
    assert_eq!(chat.text(), shown);
    assert_eq!(chat.requests().len(), sent);
}

#[test]
fn an_answer_that_was_left_behind_does_not_name_the_message_to_go_on_with() {
    let mut chat = Conversation::new().sending(Automatic::Off);
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q1"));
    chat.answers("q1", json!("a"));
    chat.says("and another thing");
    chat.server_refuses_with(403);
    chat.sends_again();
    let sent = chat.last_request();
    let last = sent.messages.as_array().unwrap().last().unwrap();
    assert_eq!(last["role"], "user");
    assert_eq!(sent.message_id.as_deref(), last["id"].as_str());
}

#[test]
fn a_note_of_the_application_supersedes_nothing() {
    let mut chat = waiting();
    chat.changes_messages(|messages| messages.push(note("n1", "assistant")));
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    assert_eq!(chat.requests().len(), 2);
    let sent = chat.last_request();
    assert_eq!(sent.message_id.as_deref(), Some("a1"));
    assert_eq!(sent.messages[2]["id"], "n1");
}

#[test]
fn after_a_note_the_answer_goes_into_its_own_message() {
    let mut chat = waiting();
    chat.changes_messages(|messages| messages.push(note("n1", "assistant")));
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    chat.server_replies(
        reply()
            .start("a1")
            .output("m1", json!("sent"))
            .step()
            .text("Done."),
    );
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, m1 output-available, q1 output-available, step, \"Done.\" \
         | n1: \"a note\""
    );
    assert_eq!(chat.requests().len(), 2, "once");
}

#[test]
fn a_message_that_the_application_inserts_in_the_persons_name_supersedes_nothing() {
    let mut chat = waiting();
    chat.changes_messages(|messages| messages.push(note("n1", "user")));
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    assert_eq!(chat.stage("m1"), Stage::Sending(chat.last_request().run.0));
}

#[test]
fn a_conversation_that_is_loaded_with_a_newer_message_is_superseded() {
    let mut chat = waiting();
    chat.changes_messages(|messages| {
        messages.push(note("u9", "user"));
        messages.push(note("a9", "assistant"));
    });
    let mut reloaded = chat.reloaded();
    assert_eq!(
        reloaded.tries_to_decide("ap", true),
        Err(ErrorCode::Superseded)
    );
    assert_eq!(
        reloaded.tries_to_answer("q1", json!(1)),
        Err(ErrorCode::Superseded)
    );
}

#[test]
fn a_loaded_conversation_that_waits_takes_answers() {
    let mut reloaded = waiting().reloaded();
    reloaded.approves("ap");
    reloaded.answers("q1", json!(1));
    assert_eq!(reloaded.requests().len(), 1);
    assert_eq!(reloaded.last_request().message_id.as_deref(), Some("a1"));
}

#[test]
fn another_answer_of_the_agent_supersedes_nothing_by_itself() {
    let mut chat = waiting();
    chat.sends_again();
    chat.server_replies(reply().start("a1").step().text("I still need to know."));
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    assert_eq!(chat.stage("q1"), Stage::Answered);
}
