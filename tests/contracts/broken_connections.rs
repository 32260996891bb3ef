//! A response whose connection broke goes on where it was.

use countersign::model::ChatStatus;
use serde_json::json;

use crate::conversation::{Conversation, reply};

fn broken_in_a_text() -> Conversation {
    let mut conversation = Conversation::new();
    conversation.says("Hello");
    conversation.server_streams(
        reply()
            .start("a")
            .step()
            .text_start("t")
            .text_delta("t", "One "),
    );
    conversation.connection_breaks();
    conversation.so_far();
    conversation
}

fn wishes(conversation: &mut Conversation) {
    conversation.wishes_to_resume(Some("r"));
}

#[test]
fn the_same_text_goes_on() {
    let mut conversation = broken_in_a_text();
    conversation.resumes();
    conversation.finds_a_stream();
    conversation.server_replies(reply().text_delta("t", "two").text_end("t").finish());
    assert_eq!(
        conversation.last_message()["parts"],
        json!([{ "type": "step-start" }, { "type": "text", "text": "One two", "state": "done" }]),
    );
    assert_eq!(conversation.status(), ChatStatus::Ready);
}

#[test]
fn half_received_input_goes_on() {
    let mut conversation = Conversation::new();
    conversation.says("Hello");
    conversation.server_streams(
        reply()
            .start("a")
            .step()
            .input_start("c", "askUser")
            .input_delta("c", r#"{"ques"#),
    );
    conversation.connection_breaks();
    conversation.resumes();
    conversation.finds_a_stream();
    conversation.server_streams(reply().input_delta("c", r#"tion":"W"#));
    assert_eq!(conversation.call("c")["input"], json!({ "question": "W" }));
}

#[test]
fn a_replayed_response_begins_anew_in_the_same_message() {
    let mut conversation = broken_in_a_text();
    conversation.resumes();
    conversation.finds_a_stream();
    conversation.server_replies(reply().start("a").step().text("One two").finish());
    let messages = conversation.messages();
    assert_eq!(messages.as_array().unwrap().len(), 2);
    assert_eq!(messages[1]["parts"][1]["text"], "One two");
}

#[test]
fn a_wish_after_the_break_asks_for_the_response() {
    let mut conversation = broken_in_a_text();
    wishes(&mut conversation);
    assert_eq!(conversation.told(), ["reconnect"]);
}

#[test]
fn a_wish_before_the_break_asks_once_the_error_is_told() {
    let mut conversation = Conversation::new();
    conversation.says("Hello");
    conversation.server_streams(reply().start("a").step().text_start("t"));
    wishes(&mut conversation);
    conversation.so_far();
    conversation.connection_breaks();
    assert_eq!(
        conversation.told().last().map(String::as_str),
        Some("reconnect"),
    );
}

#[test]
fn a_wish_taken_back_asks_for_nothing() {
    let mut conversation = Conversation::new();
    conversation.says("Hello");
    wishes(&mut conversation);
    conversation.wishes_to_resume(None);
    conversation.so_far();
    conversation.connection_breaks();
    assert!(!conversation.told().contains(&"reconnect".to_owned()));
}

#[test]
fn a_wish_asks_for_nothing_after_a_response_that_ended() {
    let mut conversation = Conversation::new();
    conversation.says("Hello");
    wishes(&mut conversation);
    conversation.server_replies(reply().start("a").step().text("One").finish());
    conversation.so_far();
    wishes(&mut conversation);
    assert!(conversation.told().is_empty());
}

#[test]
fn a_wish_asks_for_nothing_after_another_error() {
    let mut conversation = Conversation::new();
    conversation.says("Hello");
    conversation.server_replies(reply().start("a").step().text("One").error("Out of order"));
    conversation.so_far();
    wishes(&mut conversation);
    assert!(conversation.told().is_empty());
}

#[test]
fn a_new_request_leaves_the_broken_response_behind() {
    let mut conversation = broken_in_a_text();
    conversation.says("Again");
    conversation.server_replies(reply().start("b").step().text("Yes").finish());
    conversation.so_far();
    wishes(&mut conversation);
    assert!(conversation.told().is_empty());
}

#[test]
fn the_attempt_may_break_too() {
    let mut conversation = broken_in_a_text();
    wishes(&mut conversation);
    conversation.connection_breaks();
    conversation.so_far();
    wishes(&mut conversation);
    assert_eq!(conversation.told(), ["reconnect"]);
    conversation.finds_a_stream();
    conversation.server_streams(reply().text_delta("t", "two"));
    assert_eq!(conversation.last_message()["parts"][1]["text"], "One two");
}

#[test]
fn nothing_goes_on_where_the_application_has_taken_the_message_away() {
    let mut conversation = broken_in_a_text();
    conversation.changes_messages(|messages| messages.truncate(1));
    conversation.resumes();
    conversation.finds_a_stream();
    conversation.server_replies(reply().start("b").step().text("Anew").finish());
    assert_eq!(conversation.last_message()["id"], "b");
}
