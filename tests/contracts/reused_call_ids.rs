//! Some models number their calls anew in every turn: one id, several calls.

use countersign::model::ErrorCode;
use serde_json::json;

use crate::conversation::{Conversation, reply};

/// `call_0` is asked, answered, and asked again in the next turn.
fn asked_again_in_another_message() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("call_0"));
    chat.answers("call_0", json!("first"));
    chat.server_replies(reply().start("a1").step().text("Done."));
    chat.says("again");
    chat.server_replies(reply().start("a2").step().question("call_0"));
    chat
}

fn outputs(chat: &Conversation) -> Vec<String> {
    let messages = chat.messages();
    messages
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|message| message["parts"].as_array().unwrap())
        .filter(|part| part["toolCallId"] == "call_0")
        .map(|part| part["output"].as_str().unwrap_or("-").to_owned())
        .collect()
}

#[test]
fn an_answer_goes_to_the_call_that_waits_and_is_sent() {
    let mut chat = asked_again_in_another_message();
    chat.answers("call_0", json!("second"));
    assert_eq!(outputs(&chat), ["first", "second"]);
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a2"));
    assert_eq!(chat.requests().len(), 4);
}

#[test]
fn both_calls_of_one_message_keep_their_answers() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("call_0"));
    chat.answers("call_0", json!("first"));
    chat.server_replies(reply().start("a1").step().question("call_0"));
    chat.answers("call_0", json!("second"));
    assert_eq!(outputs(&chat), ["first", "second"]);
    chat.server_replies(reply().start("a1").step().text("Done."));
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, call_0 output-available, step, call_0 output-available, \
         step, \"Done.\""
    );
}

#[test]
fn a_result_goes_to_the_call_of_the_current_step() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("call_0", "getTime", json!({}))
            .output("call_0", json!("first"))
            .step()
            .call("call_0", "getTime", json!({}))
            .output("call_0", json!("second")),
    );
    assert_eq!(outputs(&chat), ["first", "second"]);
}

#[test]
fn the_result_of_an_approved_call_goes_to_that_call() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("call_0", "getTime", json!({}))
            .output("call_0", json!("first"))
            .step()
            .approval("ap", "call_0"),
    );
    chat.approves("ap");
    chat.server_replies(
        reply()
            .start("a1")
            .output("call_0", json!("second"))
            .step()
            .text("Done."),
    );
    assert_eq!(outputs(&chat), ["first", "second"]);
}

#[test]
fn an_approval_id_that_is_used_again_means_the_newest_request() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("call_0", "call_0"));
    chat.denies("call_0", "no");
    chat.server_replies(reply().start("a1").denied("call_0").step().text("Fine."));
    chat.says("again");
    chat.server_replies(reply().start("a2").step().approval("call_0", "call_0"));
    chat.approves("call_0");
    let messages = chat.messages();
    assert_eq!(messages[1]["parts"][1]["approval"]["approved"], false);
    assert_eq!(messages[3]["parts"][1]["approval"]["approved"], true);
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a2"));
}

#[test]
fn once_all_are_answered_a_late_answer_overwrites_none() {
    let mut chat = asked_again_in_another_message();
    chat.answers("call_0", json!("second"));
    let late = chat.tries_to_answer("call_0", json!("third"));
    assert_eq!(late, Err(ErrorCode::AlreadyAnswered));
    assert_eq!(outputs(&chat), ["first", "second"]);
}

#[test]
fn a_call_that_waits_in_an_older_message_is_not_meant() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("call_0"));
    chat.says("never mind");
    chat.server_replies(reply().start("a2").step().question("call_0"));
    chat.answers("call_0", json!("second"));
    assert_eq!(outputs(&chat), ["-", "second"]);
}
