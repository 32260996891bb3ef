//! Only what a person can act on is listed; everything else is reachable by its
//! id, with its state. A card shows what a person needs to judge.

use serde_json::json;

use crate::asked::{asked_questions, asked_to_approve, how_many, may_run, ran};
use crate::conversation::{Conversation, NOON, reply};

#[test]
fn an_approval_is_listed_once_it_is_asked_for() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .call("c1", "sendEmail", json!({})),
    );
    assert_eq!(chat.listed(), [""; 0]);
    chat.server_streams(reply().asks("ap-c1", "c1"));
    assert_eq!(chat.listed(), ["c1"]);
}

#[test]
fn approvals_are_listed_in_the_order_in_which_they_were_asked_for() {
    let chat = asked_to_approve(&["c2", "c1", "c3"]);
    assert_eq!(chat.listed(), ["c2", "c1", "c3"]);
}

#[test]
fn an_approval_that_is_answered_is_listed_no_more() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    chat.allows("c1");
    assert_eq!(chat.listed(), ["c2"]);
}

#[test]
fn what_is_not_listed_is_reachable_by_its_id_with_its_state() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    let id = chat.named("c1")["id"].as_str().unwrap().to_owned();
    assert_eq!(chat.named(&id)["stage"], "pending");
    chat.allows("c1");
    assert_eq!(chat.named(&id)["stage"], "answered");
    chat.allows("c2");
    assert_eq!(chat.named(&id)["stage"], "sending");
    chat.server_replies(ran(&["c1", "c2"]));
    assert_eq!(chat.named(&id)["stage"], "approved");
    assert_eq!(chat.approvals(), [json!(null); 0]);
}

#[test]
fn a_cancelled_approval_is_reachable_with_who_ended_it() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().approval("ap-c1", "c1"));
    chat.stops();
    assert_eq!(chat.listed(), [""; 0]);
    let item = chat.named("c1");
    assert_eq!(item["stage"], "cancelled");
    assert_eq!(item["by"], json!({ "kind": "stop" }));
}

#[test]
fn a_card_of_an_approval_shows_what_is_judged() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .chunk(json!({
                "type": "tool-input-available", "toolCallId": "c1", "toolName": "sendEmail",
                "title": "Send an e-mail", "input": { "to": "a@x.io" },
            }))
            .chunk(json!({
                "type": "tool-approval-request", "approvalId": "ap-c1", "toolCallId": "c1",
                "reason": "It leaves the company.",
            })),
    );
    assert_eq!(
        chat.approvals(),
        [json!({
            "id": "item-0",
            "kind": "approval",
            "stage": "pending",
            "revision": 1,
            "settlement": "resume",
            "approvalId": "ap-c1",
            "answers": { "reason": true, "editInput": false, "remember": true },
            "toolCallId": "c1",
            "toolName": "sendEmail",
            "source": "ai-sdk",
            "messageId": "a1",
            "input": { "to": "a@x.io" },
            "title": "Send an e-mail",
            "reason": "It leaves the company.",
        })]
    );
}

#[test]
fn a_card_shows_until_when_it_can_be_answered() {
    let mut chat = Conversation::new().with_human(|settings| settings.deadline = Some(60_000));
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap-c1", "c1"));
    assert_eq!(chat.approvals()[0]["deadline"], NOON + 60_000);
}

#[test]
fn a_card_of_a_back_end_says_which_server_asks_and_what_it_takes() {
    let mut chat = Conversation::new();
    chat.backend_asks(
        "acp/coder",
        json!({
            "toolCallId": "c1", "toolName": "run", "input": { "command": "ls" },
            "answers": { "options": [
                { "id": "once", "name": "Yes", "allows": true, "remembers": false },
                { "id": "never", "name": "No", "allows": false, "remembers": false },
            ] },
        }),
    );
    let card = &chat.approvals()[0];
    assert_eq!(card["source"], "acp/coder");
    assert_eq!(card["input"], json!({ "command": "ls" }));
    let names: Vec<&str> = card["answers"]["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| option["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Yes", "No"], "in the wire's order");
}

#[test]
fn a_request_for_input_shows_its_schema_as_it_was_given() {
    let mut chat = Conversation::new();
    chat.backend_asks("mcp/hotel", how_many());
    let card = &chat.input_requests()[0];
    assert_eq!(card["kind"], "input");
    assert_eq!(card["requestId"], "booking-1");
    assert_eq!(card["source"], "mcp/hotel");
    assert_eq!(card["request"], how_many());
}

#[test]
fn questions_of_the_agent_are_requests_for_input_and_no_approvals() {
    let chat = asked_questions();
    assert_eq!(chat.approvals(), [json!(null); 0]);
    let card = &chat.input_requests()[0];
    assert_eq!(card["toolCallId"], "q1");
    assert_eq!(card["messageId"], "a1");
    assert_eq!(card["request"]["message"], "Size, Extras");
}

#[test]
fn what_the_server_decided_by_its_own_rule_is_not_listed() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("c1", "sendEmail", json!({}))
            .chunk(json!({
                "type": "tool-approval-request", "approvalId": "ap-c1", "toolCallId": "c1",
                "isAutomatic": true,
            })),
    );
    assert_eq!(chat.approvals(), [json!(null); 0]);
}

#[test]
fn an_item_keeps_its_id_and_no_other_gets_it() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    chat.server_replies(ran(&["c1"]));
    chat.says("again");
    chat.server_replies(reply().start("a2").step().approval("ap-c1", "c1"));
    let waiter = chat.backend_asks("mcp/files", may_run("c1"));
    let ids: Vec<String> = chat
        .controller
        .chat
        .items()
        .iter()
        .map(|item| item.handle().as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids, ["item-0", "item-1", "item-2"]);
    assert_eq!(chat.item_of_waiter(waiter).handle(), "item-2".into());
}
