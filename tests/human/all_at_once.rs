//! One yes or no for everything that waits for approval, or for one tool's
//! calls.

use serde_json::json;

use crate::asked::{asked_to_approve, how_many};
use crate::conversation::{Conversation, reply};

fn three_tools() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("r1", "read", json!({ "path": "a" }))
            .asks("ap-r1", "r1")
            .call("r2", "read", json!({ "path": "b" }))
            .asks("ap-r2", "r2")
            .call("w1", "write", json!({ "path": "c" }))
            .asks("ap-w1", "w1"),
    );
    chat
}

#[test]
fn everything_that_waits_is_allowed() {
    let mut chat = asked_to_approve(&["c1", "c2", "c3"]);
    assert_eq!(chat.decides_all(None, true), 3);
    assert_eq!(chat.listed(), [""; 0]);
    assert_eq!(chat.requests().len(), 2, "in one request");
}

#[test]
fn everything_that_waits_is_refused() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    assert_eq!(chat.decides_all(None, false), 2);
    assert_eq!(chat.call("c1")["approval"]["approved"], false);
    assert_eq!(chat.call("c2")["approval"]["approved"], false);
}

#[test]
fn only_calls_of_this_tool_are_allowed() {
    let mut chat = three_tools();
    assert_eq!(chat.decides_all(Some("read"), true), 2);
    assert_eq!(chat.listed(), ["w1"]);
}

#[test]
fn what_was_answered_before_keeps_its_answer() {
    let mut chat = three_tools();
    chat.refuses("r1");
    assert_eq!(chat.decides_all(None, true), 2);
    assert_eq!(chat.call("r1")["approval"]["approved"], false);
}

#[test]
fn questions_are_not_answered() {
    let mut chat = asked_to_approve(&["c1"]);
    let waiter = chat.backend_asks("mcp/hotel", how_many());
    assert_eq!(chat.decides_all(None, true), 1);
    assert_eq!(chat.waiting(), [waiter]);
}

#[test]
fn an_approval_that_takes_no_plain_yes_goes_on_waiting() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks(
        "acp/coder",
        json!({ "toolCallId": "c1", "toolName": "run", "answers": { "options": [
            { "id": "always", "name": "Always", "allows": true, "remembers": true },
        ] } }),
    );
    assert_eq!(chat.decides_all(None, true), 0);
    assert_eq!(chat.waiting(), [waiter]);
    assert_eq!(chat.decides_all(None, false), 1);
}

#[test]
fn nothing_waits_and_nothing_happens() {
    let mut chat = Conversation::new();
    assert_eq!(chat.decides_all(None, true), 0);
    assert_eq!(chat.told(), [""; 0]);
}
