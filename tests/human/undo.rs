//! An answer can be taken back while its window is open. Without a window it
//! goes out at once.

use countersign::human::Actor;
use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::{asked_in, asked_to_approve, how_many, may_run, questions};
use crate::conversation::{Conversation, NOON, reply};

const WINDOW: u64 = 5_000;

fn with_window() -> Conversation {
    Conversation::new().with_human(|settings| settings.undo_window = Some(WINDOW))
}

#[test]
fn without_a_window_an_answer_goes_out_at_once() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    assert_eq!(chat.requests().len(), 2);
    let late = chat.undoes("c1").unwrap_err();
    assert_eq!(late.code, ErrorCode::AlreadyAnswered);
}

#[test]
fn an_answer_waits_for_its_window() {
    let mut chat = asked_in(with_window(), &["c1"]);
    chat.allows("c1");
    assert_eq!(chat.requests().len(), 1);
    chat.waits(WINDOW - 1);
    assert_eq!(chat.requests().len(), 1);
    chat.waits(1);
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn while_it_can_be_taken_back_it_is_listed_with_the_time_left() {
    let mut chat = asked_in(with_window(), &["c1"]);
    chat.allows("c1");
    let card = &chat.approvals()[0];
    assert_eq!(card["stage"], "answered");
    assert_eq!(card["heldUntil"], NOON + WINDOW);
    chat.waits(WINDOW);
    assert_eq!(chat.listed(), [""; 0]);
}

#[test]
fn the_card_goes_when_the_window_closes_although_nothing_is_sent() {
    let mut chat = asked_in(with_window(), &["c1", "c2"]);
    chat.allows("c1");
    chat.waits(WINDOW);
    assert_eq!(chat.listed(), ["c2"]);
    assert_eq!(chat.requests().len(), 1, "the batch is not complete");
}

#[test]
fn an_answer_that_is_taken_back_can_be_given_anew() {
    let mut chat = asked_in(with_window(), &["c1"]);
    chat.allows("c1");
    chat.undoes("c1").unwrap();
    assert_eq!(chat.call("c1")["state"], "approval-requested");
    assert_eq!(chat.call("c1")["approval"], json!({ "id": "ap-c1" }));
    assert_eq!(chat.named("c1")["stage"], "pending");
    chat.waits(10 * WINDOW);
    assert_eq!(chat.requests().len(), 1);
    chat.refuses("c1");
    chat.waits(WINDOW);
    let sent = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(sent["approval"]["approved"], false);
}

#[test]
fn an_edited_input_is_put_back() {
    let mut chat = asked_in(
        with_window().with_human(|settings| settings.answers.edit_input = true),
        &["c1"],
    );
    chat.responds(
        "c1",
        json!({ "approved": true, "editedInput": { "to": "b@x.io" } }),
    )
    .unwrap();
    chat.undoes("c1").unwrap();
    assert_eq!(chat.call("c1")["input"], json!({ "to": "a@x.io" }));
    assert_eq!(chat.approvals()[0]["input"], json!({ "to": "a@x.io" }));
}

#[test]
fn a_filled_form_is_open_again() {
    let mut chat = with_window().with_human(|settings| settings.asks_user = true);
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .call("q1", "ask_user_question", questions()),
    );
    chat.fills("q1", json!({ "action": "decline" })).unwrap();
    assert_eq!(chat.call("q1")["state"], "output-available");
    chat.undoes("q1").unwrap();
    assert_eq!(chat.call("q1")["state"], "input-available");
    assert_eq!(chat.call("q1")["output"], json!(null));
    assert_eq!(chat.input_requests()[0]["stage"], "pending");
}

#[test]
fn whoever_waits_is_told_when_the_window_closes() {
    let mut chat = with_window();
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    chat.allows("c1");
    assert_eq!(chat.told_to(waiter), None);
    chat.waits(WINDOW);
    assert_eq!(chat.answer_to(waiter), json!({ "approved": true }));
}

#[test]
fn whoever_waits_is_not_told_of_an_answer_that_was_taken_back() {
    let mut chat = with_window();
    let waiter = chat.backend_asks("mcp/hotel", how_many());
    chat.fills("booking-1", json!({ "action": "decline" }))
        .unwrap();
    chat.undoes("booking-1").unwrap();
    chat.waits(10 * WINDOW);
    assert_eq!(chat.waiting(), [waiter]);
}

#[test]
fn once_it_is_out_it_cannot_be_taken_back() {
    let mut chat = asked_in(with_window(), &["c1"]);
    chat.allows("c1");
    chat.waits(WINDOW);
    let late = chat.undoes("c1").unwrap_err();
    assert_eq!(late.code, ErrorCode::AlreadyAnswered);
}

#[test]
fn a_window_that_closed_while_the_machine_slept_is_closed() {
    let mut chat = asked_in(with_window(), &["c1"]);
    chat.allows("c1");
    chat.sleeps(WINDOW);
    let late = chat.undoes("c1").unwrap_err();
    assert_eq!(late.code, ErrorCode::AlreadyAnswered);
    assert_eq!(chat.requests().len(), 2, "it went out on wake-up");
}

#[test]
fn the_window_ends_with_the_deadline_at_the_latest() {
    let mut chat = with_window();
    let mut request = may_run("c1");
    request["deadline"] = json!(NOON + 1_000);
    let waiter = chat.backend_asks("mcp/files", request);
    chat.allows("c1");
    chat.waits(1_000);
    assert_eq!(
        chat.answer_to(waiter),
        json!({ "approved": true }),
        "given in time, and not too late to be heard"
    );
}

#[test]
fn a_second_answer_waits_for_a_window_of_its_own() {
    let mut chat = asked_in(with_window(), &["c1", "c2"]);
    chat.allows("c1");
    chat.waits(3_000);
    chat.allows("c2");
    chat.waits(3_000);
    assert_eq!(chat.requests().len(), 1);
    chat.waits(2_000);
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn a_rule_that_was_made_with_the_answer_is_taken_back_too() {
    let mut chat = asked_in(with_window(), &["c1"]);
    chat.always_allows("c1");
    assert_eq!(chat.grants().len(), 1);
    chat.undoes("c1").unwrap();
    assert_eq!(chat.grants(), [json!(null); 0]);
}

#[test]
fn what_that_rule_has_answered_is_taken_back_too() {
    let mut chat = asked_in(with_window(), &["c1", "c2", "c3"]);
    chat.refuses("c3");
    chat.always_allows("c1");
    assert_eq!(chat.named("c2")["by"]["kind"], "grant");
    chat.undoes("c1").unwrap();
    assert_eq!(chat.named("c2")["stage"], "pending");
    assert_eq!(
        chat.named("c3")["stage"],
        "answered",
        "a person's own answer"
    );
}

#[test]
fn a_rule_that_was_there_before_stays() {
    let mut chat = asked_in(with_window(), &["c1"]);
    chat.always_allows("c1");
    chat.waits(WINDOW);
    chat.changes_human(|settings| settings.undo_window = Some(WINDOW));
    let waiter = chat.backend_asks("ai-sdk", {
        let mut request = may_run("c9");
        request["toolName"] = json!("sendEmail");
        request
    });
    assert_eq!(chat.answer_to(waiter)["approved"], true, "the rule answers");
    assert_eq!(chat.grants().len(), 1);
}

#[test]
fn what_a_policy_answers_is_not_held() {
    let mut chat = with_window().with_policy(|_| Some(countersign::human::Decision::plain(true)));
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    assert_eq!(chat.answer_to(waiter)["approved"], true);
    assert_eq!(chat.item_of_waiter(waiter).by, Some(Actor::Policy));
}

#[test]
fn nothing_by_this_name_to_take_back_is_an_error() {
    let mut chat = asked_in(with_window(), &["c1"]);
    let error = chat.undoes("c1").unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownItem);
}

#[test]
fn a_new_message_takes_the_place_of_an_answer_that_can_still_be_taken_back() {
    let mut chat = asked_in(with_window(), &["c1"]);
    chat.allows("c1");
    chat.says("never mind");
    assert_eq!(chat.named("c1")["stage"], "superseded");
    let sent = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(sent["state"], "output-denied", "never as allowed");
}
