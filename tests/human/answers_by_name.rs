//! An answer names its item by the item's own id, by the id that the agent gave
//! the approval or the request, or by the call's. The one that waits is meant;
//! where several wait, none is.

use countersign::model::ErrorCode;
use serde_json::json;

use crate::asked::{asked_to_approve, how_many, may_run, ran};
use crate::conversation::{Conversation, reply};

#[test]
fn an_approval_is_answered_by_its_own_id() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("item-0");
    assert_eq!(chat.call("c1")["approval"]["approved"], true);
}

#[test]
fn an_approval_is_answered_by_the_approvals_id() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("ap-c1");
    assert_eq!(chat.call("c1")["approval"]["approved"], true);
}

#[test]
fn an_approval_is_answered_by_the_calls_id() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", json!({ "approved": false, "reason": "not now" }))
        .unwrap();
    assert_eq!(
        chat.call("c1")["approval"],
        json!({ "id": "ap-c1", "approved": false, "reason": "not now" })
    );
}

#[test]
fn a_request_for_input_is_answered_by_its_id() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/hotel", how_many());
    chat.fills(
        "booking-1",
        json!({ "action": "accept", "content": { "guests": 2 } }),
    )
    .unwrap();
    assert_eq!(
        chat.answer_to(waiter),
        json!({ "action": "accept", "content": { "guests": 2 } })
    );
}

#[test]
fn ai_sdks_own_calls_answer_the_same_items() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.approves("ap-c1");
    assert_eq!(chat.named("item-0")["answer"], json!({ "approved": true }));
    let late = chat.responds("item-0", json!(false)).unwrap_err();
    assert_eq!(late.code, ErrorCode::AlreadyAnswered);
}

#[test]
fn a_name_that_nothing_has_is_an_error() {
    let mut chat = asked_to_approve(&["c1"]);
    let unknown = chat.responds("c2", json!(true)).unwrap_err();
    assert_eq!(unknown.code, ErrorCode::UnknownItem);
}

#[test]
fn a_call_id_that_fits_several_open_items_is_ambiguous_and_answers_none() {
    let mut chat = Conversation::new();
    let first = chat.backend_asks("mcp/files", may_run("1"));
    let second = chat.backend_asks("mcp/mail", may_run("1"));
    let ambiguous = chat.responds("1", json!(true)).unwrap_err();
    assert_eq!(ambiguous.code, ErrorCode::Ambiguous);
    assert_eq!(chat.waiting(), [first, second]);
}

#[test]
fn each_of_them_is_answered_by_its_own_id() {
    let mut chat = Conversation::new();
    let first = chat.backend_asks("mcp/files", may_run("1"));
    let second = chat.backend_asks("mcp/mail", may_run("1"));
    chat.refuses("item-1");
    chat.allows("item-0");
    assert_eq!(chat.answer_to(first), json!({ "approved": true }));
    assert_eq!(chat.answer_to(second), json!({ "approved": false }));
}

#[test]
fn a_call_id_that_was_used_before_means_the_item_that_waits() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.refuses("c1");
    chat.server_replies(reply().start("a1").denied("c1").step().text("Fine."));
    chat.says("again");
    chat.server_replies(reply().start("a2").step().approval("ap-c1", "c1"));
    chat.allows("c1");
    assert_eq!(chat.named("item-0")["stage"], "denied");
    assert_eq!(chat.named("item-1")["stage"], "sending");
}

#[test]
fn an_approvals_id_that_looks_like_an_items_answers_no_other_item() {
    let mut chat = Conversation::new();
    chat.says("go");
    // The second approval bears the first one's own name.
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .approval("ap", "c1")
            .approval("item-0", "c2"),
    );
    let ambiguous = chat.responds("item-0", json!(true)).unwrap_err();
    assert_eq!(ambiguous.code, ErrorCode::Ambiguous);
    chat.refuses("c1");
    let still = chat.responds("item-0", json!(true)).unwrap_err();
    assert_eq!(
        still.code,
        ErrorCode::Ambiguous,
        "who meant the first must not allow the second"
    );
    chat.allows("c2");
}

#[test]
fn an_approval_that_bears_its_own_items_name_is_answered_by_it() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("item-0", "c1"));
    chat.allows("item-0");
    assert_eq!(chat.call("c1")["approval"]["approved"], true);
}

#[test]
fn an_answer_to_what_is_over_says_what_became_of_it() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    chat.server_replies(ran(&["c1"]));
    let late = chat.responds("c1", json!(false)).unwrap_err();
    assert_eq!(late.code, ErrorCode::AlreadyAnswered);
    assert_eq!(chat.call("c1")["output"], "sent");
}

#[test]
fn a_decision_does_not_answer_a_question_nor_a_response_an_approval() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.backend_asks("mcp/hotel", how_many());
    let wrong = chat.responds("booking-1", json!(true)).unwrap_err();
    assert_eq!(wrong.code, ErrorCode::InvalidArgument);
    let wrong = chat
        .fills("c1", json!({ "action": "accept", "content": {} }))
        .unwrap_err();
    assert_eq!(wrong.code, ErrorCode::InvalidArgument);
    assert_eq!(chat.listed(), ["c1"]);
    assert_eq!(chat.input_requests().len(), 1);
}

#[test]
fn only_true_and_false_decide() {
    let mut chat = asked_to_approve(&["c1"]);
    for wrong in [
        json!(null),
        json!(1),
        json!("yes"),
        json!({}),
        json!({ "approved": "true" }),
        json!({ "approved": 1 }),
        json!({ "approved": null }),
        json!([true]),
    ] {
        let error = chat.responds("c1", wrong.clone()).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArgument, "{wrong}");
        assert_eq!(error.path, Some("approved"), "{wrong}");
    }
    assert_eq!(chat.listed(), ["c1"]);
}
