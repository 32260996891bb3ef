//! `onToolCall` holds the response up until it is done, and may answer.

use countersign::model::{ChatStatus, ErrorCode};
use serde_json::json;

use crate::conversation::{Conversation, reply};

fn listening() -> Conversation {
    let mut chat = Conversation::new().with_hooks(|hooks| hooks.tool_call = true);
    chat.says("go");
    chat.so_far();
    chat
}

#[test]
fn the_response_waits_for_the_callback() {
    let mut chat = listening();
    chat.server_streams(reply().start("a1").question("q1").text("after"));
    assert_eq!(chat.told(), ["status streaming", "tool call q1"]);
    assert_eq!(chat.shows(), "user: \"go\" | a1: q1 input-available");
    chat.callback_returns();
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: q1 input-available, \"after\""
    );
}

#[test]
fn what_comes_while_it_waits_is_kept_in_order() {
    let mut chat = listening();
    chat.server_streams(reply().start("a1").question("q1").text_start("t"));
    chat.server_streams(reply().text_delta("t", "a"));
    chat.server_streams(reply().text_delta("t", "b").question("q2").text_end("t"));
    chat.server_ends();
    assert_eq!(chat.status(), ChatStatus::Streaming);
    chat.callback_returns();
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: q1 input-available, \"ab…\", q2 input-available"
    );
    chat.so_far();
    chat.callback_returns();
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: q1 input-available, \"ab\", q2 input-available"
    );
    assert_eq!(chat.told(), ["status ready", "finish"]);
}

#[test]
fn bytes_cut_anywhere_wait_as_well() {
    let mut chat = listening();
    let bytes = reply().start("a1").question("q1").text("äh").finish().sse();
    for byte in bytes.as_bytes() {
        chat.server_sends_bytes(&[*byte]);
    }
    assert_eq!(chat.shows(), "user: \"go\" | a1: q1 input-available");
    chat.callback_returns();
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: q1 input-available, \"äh\""
    );
}

#[test]
fn the_listeners_are_told_before_the_callback() {
    let mut chat = Conversation::new().with_hooks(|hooks| {
        hooks.tool_call = true;
        hooks.every_chunk = true;
    });
    chat.says("go");
    chat.so_far();
    chat.server_streams(reply().question("q1"));
    assert_eq!(chat.told(), ["status streaming", "publish", "tool call q1"]);
}

#[test]
fn an_answer_inside_the_callback_does_not_lock_up() {
    let mut chat = listening();
    chat.on("tool call q1", |chat| chat.answers("q1", json!("a")));
    chat.server_streams(reply().start("a1").question("q1").finish());
    assert_eq!(chat.call("q1")["output"], "a");
    chat.callback_returns();
    chat.server_ends();
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn calls_of_the_provider_are_not_told() {
    let mut chat = listening();
    let call = json!({
        "type": "tool-input-available", "toolCallId": "s1", "toolName": "search", "input": {},
        "providerExecuted": true,
    });
    chat.server_streams(reply().chunk(call).text("after"));
    assert_eq!(chat.told(), ["status streaming"]);
    assert_eq!(
        chat.shows(),
        "user: \"go\" | fresh-2: s1 input-available, \"after\""
    );
}

#[test]
fn a_callback_that_throws_fails_the_response_and_keeps_what_came() {
    let mut chat = listening();
    chat.server_streams(reply().start("a1").question("q1").text("after"));
    chat.so_far();
    chat.callback_throws("no camera");
    assert_eq!(
        chat.told(),
        ["error no camera", "status error", "finish failed"]
    );
    assert_eq!(chat.last_error().0, ErrorCode::Callback);
    assert_eq!(chat.shows(), "user: \"go\" | a1: q1 input-available");
}

#[test]
fn a_new_message_while_the_callback_waits_is_sent_at_once() {
    let mut chat = listening();
    chat.server_streams(reply().start("a1").question("q1").text("after"));
    chat.so_far();
    chat.says("hello?");
    assert_eq!(chat.told(), ["request submit-message"]);
}
