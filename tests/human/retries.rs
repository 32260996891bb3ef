//! A request that can be made anew from what is kept: nothing is open, and it
//! survives a reload. Its answer goes into the request that is made with it.

use countersign::model::{ErrorCode, ItemId};
use serde_json::{Value, json};

use crate::asked::{how_many, may_run};
use crate::conversation::{Conversation, NOON};

const HOTEL: &str = "mcp/hotel";

fn call() -> Value {
    json!({ "method": "tools/call", "params": { "name": "book" }, "requestState": "abc" })
}

fn asked() -> (Conversation, ItemId) {
    let mut chat = Conversation::new();
    let item = chat.asks_for_retry(HOTEL, how_many(), call()).unwrap();
    (chat, item)
}

fn two_guests() -> Value {
    json!({ "action": "accept", "content": { "guests": 2 } })
}

#[test]
fn the_request_is_made_anew_with_the_answer() {
    let (mut chat, item) = asked();
    chat.connects(HOTEL);
    chat.fills("booking-1", two_guests()).unwrap();
    let retried = &chat.side.retried[0];
    assert_eq!(retried.item, item);
    assert_eq!(retried.connection, HOTEL);
    assert_eq!(retried.request, call(), "as it was kept");
    assert_eq!(retried.answer, two_guests());
    assert_eq!(chat.named("booking-1")["stage"], "sending");
}

#[test]
fn it_is_settled_when_it_was_accepted() {
    let (mut chat, item) = asked();
    chat.connects(HOTEL);
    chat.fills("booking-1", two_guests()).unwrap();
    chat.retry_ends(item, Some(true));
    assert_eq!(chat.named("booking-1")["stage"], "settled");
}

#[test]
fn it_is_unknown_when_nobody_can_tell() {
    let (mut chat, item) = asked();
    chat.connects(HOTEL);
    chat.fills("booking-1", two_guests()).unwrap();
    chat.retry_ends(item, None);
    assert_eq!(chat.named("booking-1")["stage"], "unknown");
    chat.connects(HOTEL);
    chat.looks_at_the_clock();
    assert_eq!(chat.side.retried.len(), 1, "never again by itself");
    chat.resends("booking-1").unwrap();
    assert_eq!(chat.side.retried.len(), 2);
}

#[test]
fn it_is_answered_and_not_sent_again_by_itself_when_it_was_not_accepted() {
    let (mut chat, item) = asked();
    chat.connects(HOTEL);
    chat.fills("booking-1", two_guests()).unwrap();
    chat.retry_ends(item, Some(false));
    assert_eq!(chat.named("booking-1")["stage"], "answered");
    let other = chat.asks_for_retry(HOTEL, may_run("c1"), call()).unwrap();
    chat.allows("c1");
    assert_eq!(chat.side.retried.len(), 2, "the other one only");
    assert_eq!(chat.side.retried[1].item, other);
    chat.resends("booking-1").unwrap();
    assert_eq!(chat.side.retried[2].item, item);
}

#[test]
fn an_answer_waits_for_its_connection() {
    let (mut chat, _) = asked();
    chat.fills("booking-1", two_guests()).unwrap();
    assert_eq!(chat.side.retried.len(), 0);
    assert_eq!(chat.named("booking-1")["stage"], "answered");
    chat.connects("mcp/other");
    assert_eq!(chat.side.retried.len(), 0);
    chat.connects(HOTEL);
    assert_eq!(chat.side.retried.len(), 1);
}

#[test]
fn an_answer_waits_where_the_connection_is_gone_again() {
    let (mut chat, _) = asked();
    chat.connects(HOTEL);
    chat.disconnects(HOTEL);
    chat.fills("booking-1", two_guests()).unwrap();
    assert_eq!(chat.side.retried.len(), 0);
}

#[test]
fn what_was_not_answered_is_asked_again_after_a_reload() {
    let (chat, _) = asked();
    let mut restored = chat.restored();
    assert_eq!(restored.input_requests().len(), 1);
    restored.connects(HOTEL);
    restored.fills("booking-1", two_guests()).unwrap();
    assert_eq!(restored.side.retried[0].request, call());
    assert_eq!(restored.side.retried[0].answer, two_guests());
}

#[test]
fn an_approval_is_asked_again_after_a_reload_with_all_that_is_judged() {
    let mut chat = Conversation::new();
    let mut request = may_run("c1");
    request["inputSchema"] = json!({ "type": "object" });
    request["deadline"] = json!(NOON + 1_000);
    chat.asks_for_retry("mcp/files", request, call()).unwrap();
    let card = chat.approvals()[0].clone();
    let mut restored = chat.restored();
    assert_eq!(restored.approvals(), [card]);
    let error = restored
        .responds("c1", json!({ "approved": true, "editedInput": 1 }))
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
}

#[test]
fn an_answer_that_never_left_goes_out_after_a_reload() {
    let (mut chat, _) = asked();
    chat.fills("booking-1", two_guests()).unwrap();
    let mut restored = chat.restored();
    assert_eq!(restored.named("booking-1")["stage"], "answered");
    restored.connects(HOTEL);
    assert_eq!(restored.side.retried.len(), 1);
    assert_eq!(restored.side.retried[0].answer, two_guests());
}

#[test]
fn an_answer_that_was_under_way_is_unknown_after_a_reload() {
    let (mut chat, _) = asked();
    chat.connects(HOTEL);
    chat.fills("booking-1", two_guests()).unwrap();
    let mut restored = chat.restored();
    assert_eq!(restored.named("booking-1")["stage"], "unknown");
    restored.connects(HOTEL);
    assert_eq!(restored.side.retried.len(), 0);
    restored.resends("booking-1").unwrap();
    assert_eq!(restored.side.retried.len(), 1);
}

#[test]
fn a_stop_of_the_turn_drops_it_and_sends_nothing() {
    let (mut chat, _) = asked();
    chat.connects(HOTEL);
    chat.says("go");
    chat.stops();
    assert_eq!(chat.named("booking-1")["stage"], "cancelled");
    assert_eq!(chat.side.retried.len(), 0);
}

#[test]
fn an_idle_stop_keeps_it() {
    let (mut chat, _) = asked();
    chat.stops();
    assert_eq!(chat.input_requests().len(), 1);
}

#[test]
fn when_it_expires_the_request_is_made_anew_with_a_cancellation() {
    let mut chat = Conversation::new();
    let mut request = how_many();
    request["deadline"] = json!(NOON + 500);
    chat.asks_for_retry(HOTEL, request, call()).unwrap();
    chat.waits(500);
    assert_eq!(chat.named("booking-1")["stage"], "expired");
    assert_eq!(chat.side.retried.len(), 0, "nobody is there to tell");
    chat.connects(HOTEL);
    assert_eq!(chat.side.retried[0].answer, json!({ "action": "cancel" }));
}

#[test]
fn an_expired_approval_is_never_made_anew_as_allowed() {
    let mut chat = Conversation::new();
    chat.connects("mcp/files");
    let mut request = may_run("c1");
    request["deadline"] = json!(NOON + 500);
    chat.asks_for_retry("mcp/files", request, call()).unwrap();
    chat.waits(500);
    assert_eq!(chat.side.retried[0].answer, json!({ "approved": false }));
    chat.retry_ends(chat.side.retried[0].item, Some(true));
    assert_eq!(chat.named("c1")["stage"], "expired");
}

#[test]
fn what_expired_before_a_reload_is_told_after_it() {
    let mut chat = Conversation::new();
    let mut request = how_many();
    request["deadline"] = json!(NOON + 500);
    chat.asks_for_retry(HOTEL, request, call()).unwrap();
    chat.waits(500);
    let mut restored = chat.restored();
    assert_eq!(restored.named("booking-1")["stage"], "expired");
    assert_eq!(restored.input_requests(), [json!(null); 0]);
    restored.connects(HOTEL);
    assert_eq!(
        restored.side.retried[0].answer,
        json!({ "action": "cancel" })
    );
}

#[test]
fn an_answer_for_a_conversation_that_is_left_goes_nowhere() {
    let (mut chat, _) = asked();
    chat.says("go");
    chat.fills("booking-1", two_guests()).unwrap();
    chat.loads(&json!([{ "id": "other", "role": "user", "parts": [] }]));
    chat.connects(HOTEL);
    assert_eq!(chat.side.retried.len(), 0);
    assert_eq!(chat.named("booking-1")["stage"], "superseded");
    assert_eq!(chat.exported()["items"], json!([]));
}
