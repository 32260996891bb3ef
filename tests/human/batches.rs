//! What was asked together is answered together: one request carries all
//! answers, and it leaves when the last of them is given. Prepared answers are
//! given all at once or not at all.

use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::{asked_in, asked_to_approve, how_many, may_run, questions};
use crate::conversation::{Automatic, Conversation, reply};

#[test]
fn one_request_carries_all_answers() {
    let mut chat = asked_to_approve(&["c1", "c2", "c3"]);
    chat.allows("c2");
    chat.refuses("c1");
    assert_eq!(chat.requests().len(), 1);
    chat.allows("c3");
    assert_eq!(chat.requests().len(), 2);
    let decided: Vec<bool> = (1..=5)
        .filter_map(|part| {
            chat.last_request().messages[1]["parts"][part]["approval"]["approved"].as_bool()
        })
        .collect();
    assert_eq!(decided, [false, true, true]);
}

#[test]
fn a_careless_predicate_does_not_send_half_a_batch() {
    let mut chat = asked_in(
        Conversation::new().sending(Automatic::Always),
        &["c1", "c2"],
    );
    chat.allows("c1");
    assert_eq!(chat.requests().len(), 1);
    chat.allows("c2");
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn approvals_and_questions_of_one_step_are_one_batch() {
    let mut chat = Conversation::new().with_human(|settings| settings.asks_user = true);
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("q1", "ask_user_question", questions())
            .approval("ap-c1", "c1"),
    );
    chat.allows("c1");
    assert_eq!(chat.requests().len(), 1);
    let answer = json!({ "Size": "Small", "Extras": ["Ice"] });
    chat.fills("q1", json!({ "action": "accept", "content": answer }))
        .unwrap();
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn what_a_back_end_waits_for_holds_no_request_up() {
    let mut chat = asked_to_approve(&["c1"]);
    let waiter = chat.backend_asks("mcp/files", may_run("f1"));
    chat.allows("c1");
    assert_eq!(chat.requests().len(), 2);
    assert_eq!(chat.waiting(), [waiter]);
}

#[test]
fn a_prepared_answer_is_shown_and_not_given() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.prepares("c1", json!({ "approved": false, "reason": "no" }))
        .unwrap();
    let card = &chat.approvals()[0];
    assert_eq!(card["stage"], "pending");
    assert_eq!(card["staged"], json!({ "approved": false, "reason": "no" }));
    assert_eq!(chat.call("c1")["state"], "approval-requested");
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn prepared_answers_are_given_together() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    let waiter = chat.backend_asks("mcp/hotel", how_many());
    chat.prepares("c1", json!({ "approved": true })).unwrap();
    chat.prepares("c2", json!({ "approved": false })).unwrap();
    chat.prepares(
        "booking-1",
        json!({ "action": "accept", "content": { "guests": 2 } }),
    )
    .unwrap();
    chat.gives_prepared().unwrap();
    assert_eq!(chat.requests().len(), 2);
    assert_eq!(chat.answer_to(waiter)["content"], json!({ "guests": 2 }));
    assert_eq!(chat.named("c1")["staged"], json!(null));
}

#[test]
fn what_is_not_prepared_still_waits() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    chat.prepares("c1", json!({ "approved": true })).unwrap();
    chat.gives_prepared().unwrap();
    assert_eq!(chat.listed(), ["c2"]);
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn a_prepared_answer_is_checked_at_once() {
    let mut chat = Conversation::new();
    chat.backend_asks("mcp/hotel", how_many());
    let error = chat
        .prepares(
            "booking-1",
            json!({ "action": "accept", "content": { "guests": 0 } }),
        )
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
    assert_eq!(chat.named("booking-1")["staged"], json!(null));
}

#[test]
fn one_answer_that_cannot_be_given_holds_all_back() {
    let mut chat = asked_in(
        Conversation::new().with_human(|settings| settings.answers.edit_input = true),
        &["c1", "c2"],
    );
    chat.prepares("c1", json!({ "approved": true })).unwrap();
    chat.prepares("c2", json!({ "approved": true, "editedInput": {} }))
        .unwrap();
    // The application learns the tool's schema.
    chat.changes_human(|settings| {
        settings.tools.push(countersign::human::ToolInfo {
            name: "sendEmail".into(),
            input_schema: Some(crate::conversation::raw(&json!({ "required": ["to"] }))),
            ..Default::default()
        });
    });
    let error = chat.gives_prepared().unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
    assert_eq!(chat.listed(), ["c1", "c2"]);
    assert_eq!(chat.call("c1")["state"], "approval-requested");
}

#[test]
fn a_rule_in_the_batch_does_not_answer_for_the_rest_of_it() {
    let mut chat = asked_to_approve(&["c1", "c2", "c3"]);
    chat.prepares("c1", json!({ "approved": true, "remember": true }))
        .unwrap();
    chat.prepares("c2", json!({ "approved": false })).unwrap();
    chat.gives_prepared().unwrap();
    assert_eq!(chat.named("c2")["answer"], json!({ "approved": false }));
    assert_eq!(chat.named("c2")["by"]["kind"], "person");
    assert_eq!(chat.named("c3")["by"]["kind"], "grant", "not in the batch");
}

#[test]
fn a_prepared_answer_can_be_dropped() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.prepares("c1", json!({ "approved": true })).unwrap();
    chat.drops_prepared("c1").unwrap();
    let error = chat.gives_prepared().unwrap_err();
    assert_eq!(error.code, ErrorCode::NothingToSend);
    assert_eq!(chat.listed(), ["c1"]);
}

#[test]
fn a_prepared_answer_can_be_replaced() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.prepares("c1", json!({ "approved": true })).unwrap();
    chat.prepares("c1", json!({ "approved": false })).unwrap();
    chat.gives_prepared().unwrap();
    assert_eq!(chat.call("c1")["approval"]["approved"], false);
}

#[test]
fn answering_directly_drops_what_was_prepared() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    chat.prepares("c1", json!({ "approved": false })).unwrap();
    chat.allows("c1");
    let error = chat.gives_prepared().unwrap_err();
    assert_eq!(error.code, ErrorCode::NothingToSend);
    assert_eq!(chat.call("c1")["approval"]["approved"], true);
}

#[test]
fn nothing_is_prepared_any_more_for_what_is_over() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.prepares("c1", json!({ "approved": true })).unwrap();
    chat.says("never mind");
    assert_eq!(chat.named("c1")["staged"], json!(null));
}
