//! A back end that calls and waits: an MCP or ACP client, an agent in the page.
//! Many may wait at once; each is told exactly once, whatever happens.

use countersign::human::Outcome;
use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::{how_many, may_run};
use crate::conversation::{Conversation, Told, reply};
use crate::withdrawn::asked_about_a_call_in_a_message;

#[test]
fn whoever_asks_is_told_what_was_decided() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    assert_eq!(chat.told_to(waiter), None);
    chat.responds("c1", json!({ "approved": false, "reason": "not that one" }))
        .unwrap();
    assert_eq!(
        chat.answer_to(waiter),
        json!({ "approved": false, "reason": "not that one" })
    );
    assert_eq!(chat.named("c1")["stage"], "denied");
}

#[test]
fn a_decision_of_a_waiting_back_end_sends_no_request() {
    let mut chat = Conversation::new();
    chat.backend_asks("mcp/files", may_run("c1"));
    chat.allows("c1");
    assert!(chat.requests().is_empty());
}

#[test]
fn many_wait_at_once_and_are_answered_in_any_order() {
    let mut chat = Conversation::new();
    let waiters: Vec<u32> = (0..20)
        .map(|number| chat.backend_asks("mcp/files", may_run(&format!("c{number}"))))
        .collect();
    assert_eq!(chat.waiting(), waiters);
    for number in (0..20).rev().step_by(2) {
        chat.allows(&format!("c{number}"));
    }
    for number in (0..20).step_by(2) {
        chat.refuses(&format!("c{number}"));
    }
    for (number, waiter) in waiters.into_iter().enumerate() {
        assert_eq!(chat.answer_to(waiter)["approved"], number % 2 == 1);
    }
}

#[test]
fn the_request_shows_in_the_call_of_the_message() {
    let (chat, _) = asked_about_a_call_in_a_message();
    let part = chat.call("c1");
    assert_eq!(part["state"], "approval-requested");
    assert_eq!(part["approval"], json!({ "id": "item-0" }));
    assert_eq!(chat.approvals()[0]["messageId"], "a1");
    assert_eq!(chat.approvals()[0]["input"], json!({ "path": "/tmp/a" }));
}

#[test]
fn a_permission_shows_in_the_call_and_then_its_result() {
    let (mut chat, _) = asked_about_a_call_in_a_message();
    chat.allows("c1");
    assert_eq!(chat.call("c1")["state"], "approval-responded");
    assert_eq!(chat.call("c1")["approval"]["approved"], true);
    chat.server_streams(reply().output("c1", json!("deleted")));
    assert_eq!(chat.call("c1")["state"], "output-available");
    assert_eq!(chat.named("c1")["stage"], "approved");
}

#[test]
fn a_refusal_shows_in_the_call_as_the_end_of_it() {
    let (mut chat, _) = asked_about_a_call_in_a_message();
    chat.responds("c1", json!({ "approved": false, "reason": "keep it" }))
        .unwrap();
    assert_eq!(chat.call("c1")["state"], "output-denied");
    assert_eq!(
        chat.call("c1")["approval"],
        json!({ "id": "item-0", "approved": false, "reason": "keep it" })
    );
}

#[test]
fn ai_sdks_own_answer_reaches_the_back_end() {
    let (mut chat, waiter) = asked_about_a_call_in_a_message();
    chat.approves("item-0");
    assert_eq!(chat.answer_to(waiter), json!({ "approved": true }));
}

#[test]
fn two_that_wait_for_one_call_id_are_two_items() {
    let (mut chat, first) = asked_about_a_call_in_a_message();
    let second = chat.backend_asks("mcp/files", may_run("c1"));
    assert_eq!(chat.waiting(), [first, second]);
    assert_eq!(
        chat.call("c1")["approval"]["id"],
        "item-0",
        "the call in the message stays the first one's"
    );
    chat.refuses("item-1");
    assert_eq!(chat.call("c1")["state"], "approval-requested");
    chat.allows("item-0");
    assert_eq!(chat.answer_to(first)["approved"], true);
    assert_eq!(chat.answer_to(second)["approved"], false);
}

#[test]
fn an_approval_of_the_stream_is_not_taken_over_by_a_back_end() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap-c1", "c1"));
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    chat.allows("ap-c1");
    assert_eq!(chat.waiting(), [waiter]);
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn a_request_without_a_call_or_a_tool_asks_nothing() {
    let mut chat = Conversation::new();
    let error = chat
        .tries_to_ask("mcp/files", json!({ "toolCallId": "c1" }))
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArgument);
    let error = chat
        .tries_to_ask("mcp/hotel", json!({ "id": "x", "message": "?" }))
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArgument);
    assert_eq!(chat.listed(), [""; 0]);
}

#[test]
fn a_form_goes_back_as_it_was_filled_in() {
    let mut chat = Conversation::new();
    for (number, response) in [
        json!({ "action": "accept", "content": { "guests": 2 } }),
        json!({ "action": "decline" }),
        json!({ "action": "cancel" }),
    ]
    .into_iter()
    .enumerate()
    {
        let waiter = chat.backend_asks("mcp/hotel", how_many());
        chat.fills(&format!("item-{number}"), response.clone())
            .unwrap();
        assert_eq!(chat.answer_to(waiter), response);
    }
}

#[test]
fn a_form_that_does_not_fit_is_not_sent() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/hotel", how_many());
    for wrong in [json!({}), json!({ "guests": 0 }), json!({ "guests": "2" })] {
        let error = chat
            .fills("booking-1", json!({ "action": "accept", "content": wrong }))
            .unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidInput);
        assert_ne!(error.errors, None, "errors per field");
    }
    assert_eq!(chat.waiting(), [waiter]);
}

#[test]
fn a_form_that_cannot_be_judged_whole_is_sent_unless_something_is_known_to_be_wrong() {
    let mut chat = Conversation::new();
    let schema = json!({ "type": "object", "properties": {
        "wait": { "type": "string", "format": "duration" },
        "guests": { "type": "integer" },
    } });
    let ask = json!({ "id": "booking-1", "message": "How long?", "schema": schema });
    let waiter = chat.backend_asks("mcp/hotel", ask);
    let wrong = json!({ "action": "accept", "content": { "wait": "P1D", "guests": "2" } });
    assert_eq!(
        chat.fills("booking-1", wrong).unwrap_err().code,
        ErrorCode::InvalidInput
    );
    let response = json!({ "action": "accept", "content": { "wait": "P1D" } });
    chat.fills("booking-1", response.clone()).unwrap();
    assert_eq!(chat.answer_to(waiter), response);
}

#[test]
fn accepting_an_address_means_consent_and_carries_nothing() {
    let mut chat = Conversation::new();
    let ask = json!({ "id": "pay", "message": "Pay", "url": "https://pay.example/" });
    let waiter = chat.backend_asks("mcp/shop", ask);
    let error = chat
        .fills(
            "pay",
            json!({ "action": "accept", "content": { "paid": true } }),
        )
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
    chat.fills("pay", json!({ "action": "accept" })).unwrap();
    assert_eq!(chat.answer_to(waiter), json!({ "action": "accept" }));
}

#[test]
fn nothing_is_sent_along_with_a_refusal_to_fill_in() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/hotel", how_many());
    chat.fills(
        "booking-1",
        json!({ "action": "decline", "content": { "guests": 2 } }),
    )
    .unwrap();
    assert_eq!(chat.answer_to(waiter), json!({ "action": "decline" }));
}

// Nobody hangs.

#[test]
fn a_stop_tells_all_who_wait_that_nobody_decides() {
    let mut chat = Conversation::new();
    let first = chat.backend_asks("mcp/files", may_run("c1"));
    let second = chat.backend_asks("mcp/hotel", how_many());
    chat.stops();
    for waiter in [first, second] {
        assert_eq!(
            chat.told_to(waiter),
            Some(&Told::Nobody(Outcome::Cancelled)),
            "cancelled is no refusal"
        );
    }
    assert_eq!(chat.listed(), [""; 0]);
    assert_eq!(chat.input_requests(), [json!(null); 0]);
}

#[test]
fn a_stop_closes_the_calls_in_the_message() {
    let (mut chat, _) = asked_about_a_call_in_a_message();
    chat.stops();
    assert_eq!(chat.call("c1")["state"], "output-denied");
    assert!(
        chat.call("c1")["approval"]["reason"]
            .as_str()
            .unwrap()
            .starts_with("Cancelled")
    );
}

#[test]
fn a_dropped_connection_takes_back_what_was_asked_over_it() {
    let mut chat = Conversation::new();
    let gone = chat.backend_asks("mcp/files", may_run("c1"));
    let there = chat.backend_asks("mcp/mail", may_run("c2"));
    chat.connection_drops("mcp/files");
    assert_eq!(chat.told_to(gone), Some(&Told::Nobody(Outcome::Withdrawn)));
    assert_eq!(chat.waiting(), [there]);
    assert_eq!(chat.listed(), ["c2"]);
}

#[test]
fn whoever_asks_about_a_message_that_is_taken_away_is_told() {
    let (mut chat, waiter) = asked_about_a_call_in_a_message();
    chat.server_ends();
    chat.changes_messages(|messages| messages.truncate(1));
    assert_eq!(
        chat.told_to(waiter),
        Some(&Told::Nobody(Outcome::Superseded))
    );
}

#[test]
fn whoever_asks_in_a_conversation_that_is_left_is_told() {
    let mut chat = Conversation::new();
    chat.says("go");
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    chat.loads(&json!([]));
    assert_eq!(
        chat.told_to(waiter),
        Some(&Told::Nobody(Outcome::Superseded))
    );
    assert_eq!(chat.listed(), [""; 0]);
}

#[test]
fn whoever_asks_about_a_call_that_runs_elsewhere_is_told() {
    let (mut chat, waiter) = asked_about_a_call_in_a_message();
    chat.server_streams(reply().output("c1", json!("deleted")));
    assert_eq!(
        chat.told_to(waiter),
        Some(&Told::Nobody(Outcome::Withdrawn))
    );
}

#[test]
fn whoever_asks_about_a_call_when_the_person_writes_on_is_told() {
    let (mut chat, waiter) = asked_about_a_call_in_a_message();
    chat.server_ends();
    chat.says("something else");
    assert_eq!(
        chat.told_to(waiter),
        Some(&Told::Nobody(Outcome::Superseded))
    );
}

#[test]
fn a_reload_does_not_ask_about_calls_for_which_nobody_waits() {
    let (chat, _) = asked_about_a_call_in_a_message();
    let restored = chat.restored();
    assert_eq!(restored.listed(), [""; 0]);
}
