//! A person may make a rule of a decision. It is visible and can be taken back;
//! it answers calls of that tool by that source, in its scope, and reaches no
//! further.

use countersign::chat::LONGEST_REMEMBERED_INPUT;
use countersign::human::ToolInfo;
use countersign::model::ErrorCode;
use serde_json::{Value, json};

use crate::asked::{asked_in, asked_to_approve, asks, may_run, ran};
use crate::conversation::{Conversation, NOON, Reply, reply};

/// The agent asks for `c2` after `c1` has run.
fn asks_again(chat: &mut Conversation, then: Reply) {
    let mut reply = reply().start("a1").output("c1", json!("sent")).step();
    reply.0.extend(then.0);
    chat.server_replies(reply);
}

fn remembering(scope: &str, exact: bool) -> Value {
    json!({ "approved": true, "remember": { "scope": scope, "exactInput": exact } })
}

fn with_tool(tool: ToolInfo) -> Conversation {
    Conversation::new().with_human(|settings| settings.tools.push(tool))
}

#[test]
fn always_allow_answers_the_next_call_without_asking() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    asks_again(&mut chat, asks(reply(), &["c2"]));
    assert_eq!(chat.listed(), [""; 0]);
    assert_eq!(chat.requests().len(), 3, "sent by itself");
    let sent = &chat.last_request().messages[1]["parts"][3];
    assert_eq!(sent["approval"], json!({ "id": "ap-c2", "approved": true }));
}

#[test]
fn the_item_and_the_log_say_which_rule_answered() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    asks_again(&mut chat, asks(reply(), &["c2"]));
    assert_eq!(
        chat.named("c2")["by"],
        json!({ "kind": "grant", "grant": 1 })
    );
    assert_eq!(
        chat.moves("c2"),
        [
            "– → pending by agent",
            "pending → answered by grant",
            "answered → sending by conversation"
        ]
    );
}

#[test]
fn it_answers_what_waits_already() {
    let mut chat = asked_to_approve(&["c1", "c2", "c3"]);
    chat.always_allows("c2");
    assert_eq!(chat.listed(), [""; 0]);
    assert_eq!(chat.requests().len(), 2, "all in one request");
}

#[test]
fn it_does_not_answer_what_the_person_has_prepared_an_answer_for() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    chat.prepares("c2", json!({ "approved": false })).unwrap();
    chat.always_allows("c1");
    assert_eq!(chat.listed(), ["c2"]);
    chat.gives_prepared().unwrap();
    assert_eq!(chat.call("c2")["approval"]["approved"], false);
}

#[test]
fn a_rule_is_listed_as_it_is_kept() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", remembering("conversation", true))
        .unwrap();
    assert_eq!(
        chat.grants(),
        [json!({
            "id": 1, "tool": "sendEmail", "source": "ai-sdk", "scope": "conversation",
            "input": { "to": "a@x.io" }, "allows": true, "made": NOON,
        })]
    );
}

#[test]
fn always_deny_refuses_the_next_call_without_asking() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", json!({ "approved": false, "remember": true }))
        .unwrap();
    chat.server_replies(asks(reply().start("a1").denied("c1").step(), &["c2"]));
    assert_eq!(chat.listed(), [""; 0]);
    assert_eq!(chat.call("c2")["approval"]["approved"], false);
}

#[test]
fn a_refusal_outweighs_a_permission() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    chat.responds("c1", remembering("conversation", true))
        .unwrap();
    assert_eq!(chat.named("c2")["by"]["kind"], "grant", "the same input");
    let waiter = chat.backend_asks("ai-sdk", {
        let mut request = may_run("c3");
        request["toolName"] = json!("sendEmail");
        request
    });
    chat.responds("c3", json!({ "approved": false, "remember": true }))
        .unwrap();
    assert_eq!(chat.answer_to(waiter)["approved"], false);
    let mut fourth = may_run("c4");
    fourth["toolName"] = json!("sendEmail");
    fourth["input"] = json!({ "to": "a@x.io" });
    let waiter = chat.backend_asks("ai-sdk", fourth);
    assert_eq!(chat.answer_to(waiter)["approved"], false);
}

#[test]
fn without_remember_the_next_call_is_asked_about() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", json!({ "approved": true, "remember": false }))
        .unwrap();
    asks_again(&mut chat, asks(reply(), &["c2"]));
    assert_eq!(chat.listed(), ["c2"]);
    assert_eq!(chat.grants(), [json!(null); 0]);
}

#[test]
fn a_rule_for_an_exact_input_answers_that_input_only() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", remembering("conversation", true))
        .unwrap();
    asks_again(
        &mut chat,
        asks(reply(), &["c2"])
            .call("c3", "sendEmail", json!({ "to": "boss@x.io" }))
            .asks("ap-c3", "c3"),
    );
    assert_eq!(chat.listed(), ["c3"]);
    assert_eq!(chat.named("c2")["by"]["kind"], "grant");
}

#[test]
fn a_rule_does_not_answer_another_tool() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    asks_again(
        &mut chat,
        reply()
            .call("c2", "sendEmails", json!({ "to": "a@x.io" }))
            .asks("ap-c2", "c2"),
    );
    assert_eq!(chat.listed(), ["c2"]);
}

#[test]
fn a_rule_does_not_answer_another_source() {
    let mut chat = Conversation::new();
    chat.backend_asks("mcp/files", may_run("c1"));
    chat.always_allows("c1");
    let other = chat.backend_asks("mcp/other", may_run("c2"));
    let same = chat.backend_asks("mcp/files", may_run("c3"));
    assert_eq!(chat.waiting(), [other]);
    assert_eq!(chat.answer_to(same)["approved"], true);
}

#[test]
fn a_rule_does_not_answer_a_destructive_tool() {
    let destructive = || ToolInfo {
        name: "sendEmail".into(),
        destructive: true,
        ..ToolInfo::default()
    };
    let mut chat = asked_in(with_tool(destructive()), &["c1"]);
    assert_eq!(chat.approvals()[0]["answers"]["remember"], false);
    let error = chat
        .responds("c1", json!({ "approved": true, "remember": true }))
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::NotCarried);

    // Also where the rule was made before the tool was known to be one.
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    chat.changes_human(|settings| settings.tools.push(destructive()));
    asks_again(&mut chat, asks(reply(), &["c2"]));
    assert_eq!(chat.listed(), ["c2"]);
}

#[test]
fn a_destructive_tool_may_be_remembered_where_the_application_opts_in() {
    let tool = ToolInfo {
        name: "sendEmail".into(),
        destructive: true,
        rememberable: true,
        ..ToolInfo::default()
    };
    let mut chat = asked_in(with_tool(tool), &["c1"]);
    chat.always_allows("c1");
    asks_again(&mut chat, asks(reply(), &["c2"]));
    assert_eq!(chat.listed(), [""; 0]);
}

#[test]
fn a_rule_does_not_answer_an_input_that_cannot_be_shown_whole() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    let long = "x".repeat(LONGEST_REMEMBERED_INPUT);
    asks_again(
        &mut chat,
        reply()
            .call("c2", "sendEmail", json!({ "text": long }))
            .asks("ap-c2", "c2"),
    );
    assert_eq!(chat.listed(), ["c2"]);
}

#[test]
fn always_is_not_offered_for_an_input_that_cannot_be_shown_whole() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", json!(true)).unwrap();
    let long = "x".repeat(LONGEST_REMEMBERED_INPUT);
    asks_again(
        &mut chat,
        reply()
            .call("c2", "sendEmail", json!({ "text": long }))
            .asks("ap-c2", "c2"),
    );
    let offered = |card: &Value| card["answers"]["remember"].clone();
    let offers: Vec<Value> = chat.approvals().iter().map(offered).collect();
    assert_eq!(offers, [json!(false)]);
    let error = chat
        .responds("c2", json!({ "approved": true, "remember": true }))
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::NotCarried);
    chat.responds("c2", json!(true)).unwrap();
}

#[test]
fn after_a_reload_always_is_offered_as_before() {
    let long = "x".repeat(LONGEST_REMEMBERED_INPUT);
    let inputs = [json!({ "text": "hi" }), json!({ "text": long })];
    for (input, offered) in inputs.into_iter().zip([true, false]) {
        let chat = Conversation::opened_with(&json!([{
            "id": "a1",
            "role": "assistant",
            "parts": [{
                "type": "tool-sendEmail",
                "toolCallId": "c1",
                "state": "approval-requested",
                "input": input,
                "approval": { "id": "p1" },
            }],
        }]));
        assert_eq!(chat.approvals()[0]["answers"]["remember"], offered);
    }
}

#[test]
fn always_is_not_offered_where_there_is_no_input_to_judge() {
    let mut chat = Conversation::new();
    let mut request = may_run("c1");
    request.as_object_mut().unwrap().remove("input");
    request["answers"]["remember"] = json!(true);
    chat.backend_asks("mcp/files", request);
    assert_eq!(chat.approvals()[0]["answers"]["remember"], false);
}

#[test]
fn a_rule_that_is_taken_back_answers_nothing_more() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    assert!(chat.revokes(1));
    assert!(!chat.revokes(1));
    assert_eq!(chat.grants(), [json!(null); 0]);
    asks_again(&mut chat, asks(reply(), &["c2"]));
    assert_eq!(chat.listed(), ["c2"]);
}

#[test]
fn the_same_rule_made_twice_is_one_rule_to_take_back() {
    let mut chat = Conversation::new();
    chat.backend_asks("mcp/files", may_run("c1"));
    let mut second = may_run("c2");
    second["answers"]["remember"] = json!(true);
    chat.backend_asks("mcp/files", second);
    chat.prepares("c1", json!({ "approved": true, "remember": true }))
        .unwrap();
    chat.prepares("c2", json!({ "approved": true, "remember": true }))
        .unwrap();
    chat.gives_prepared().unwrap();
    assert_eq!(chat.grants().len(), 1);
    chat.revokes(1);
    let waiter = chat.backend_asks("mcp/files", may_run("c3"));
    assert_eq!(chat.waiting(), [waiter]);
}

#[test]
fn a_rules_id_is_never_used_again() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    chat.revokes(1);
    asks_again(&mut chat, asks(reply(), &["c2"]));
    chat.always_allows("c2");
    assert_eq!(chat.grants()[0]["id"], 2);
}

// The scope of a turn.

#[test]
fn a_rule_for_the_turn_answers_in_the_continuations_of_the_turn() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", remembering("turn", false)).unwrap();
    asks_again(&mut chat, asks(reply(), &["c2"]));
    assert_eq!(chat.named("c2")["by"]["kind"], "grant");
    chat.server_replies(asks(
        reply().start("a1").output("c2", json!("sent")).step(),
        &["c3"],
    ));
    assert_eq!(chat.named("c3")["by"]["kind"], "grant");
    assert_eq!(chat.grants().len(), 1);
}

#[test]
fn it_ends_with_the_turn() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", remembering("turn", false)).unwrap();
    chat.server_replies(ran(&["c1"]));
    assert_eq!(chat.grants(), [json!(null); 0]);
    chat.says("again");
    chat.server_replies(asks(reply().start("a2").step(), &["c2"]));
    assert_eq!(chat.listed(), ["c2"]);
}

#[test]
fn it_stays_while_something_waits_in_the_turn() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", remembering("turn", false)).unwrap();
    asks_again(&mut chat, reply().question("q1"));
    assert_eq!(chat.grants().len(), 1);
    chat.answers("q1", json!("yes"));
    chat.server_replies(asks(reply().start("a1").step(), &["c2"]));
    assert_eq!(chat.named("c2")["by"]["kind"], "grant");
}

#[test]
fn it_ends_when_the_person_writes_on() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", remembering("turn", false)).unwrap();
    asks_again(&mut chat, reply().question("q1"));
    chat.says("never mind");
    assert_eq!(chat.grants(), [json!(null); 0]);
}

#[test]
fn it_ends_when_the_person_stops_the_turn() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", remembering("turn", false)).unwrap();
    chat.server_streams(reply().start("a1").output("c1", json!("sent")));
    chat.stops();
    assert_eq!(chat.grants(), [json!(null); 0]);
}

#[test]
fn it_ends_when_the_person_asks_for_another_answer() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", remembering("turn", false)).unwrap();
    asks_again(&mut chat, reply().question("q1"));
    chat.regenerates(None).unwrap();
    assert_eq!(chat.grants(), [json!(null); 0]);
}

#[test]
fn a_failed_request_does_not_end_the_turn() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", remembering("turn", false)).unwrap();
    chat.server_refuses_with(401);
    assert_eq!(chat.grants().len(), 1);
}

#[test]
fn a_rule_for_the_conversation_outlives_the_turn() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    chat.server_replies(ran(&["c1"]));
    chat.says("again");
    chat.server_replies(asks(reply().start("a2").step(), &["c2"]));
    assert_eq!(chat.named("c2")["by"]["kind"], "grant");
}

// The scope of a conversation.

#[test]
fn rules_end_when_another_conversation_is_loaded() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    chat.loads(&json!([{ "id": "other", "role": "user", "parts": [] }]));
    assert_eq!(chat.grants(), [json!(null); 0]);
}

#[test]
fn rules_end_when_the_messages_are_cleared() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    chat.loads(&json!([]));
    assert_eq!(chat.grants(), [json!(null); 0]);
}

#[test]
fn rules_stay_when_the_messages_change() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    chat.changes_messages(|messages| {
        messages.insert(0, json!({ "id": "system", "role": "system", "parts": [] }));
    });
    assert_eq!(chat.grants().len(), 1);
    chat.changes_messages(|messages| messages.truncate(1));
    assert_eq!(chat.grants().len(), 1, "one message of it is still there");
}

#[test]
fn rules_that_were_restored_stay_when_the_messages_come_after_them() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    let mut restored = Conversation::new();
    restored.imports(&chat.exported()).unwrap();
    restored.loads(&chat.messages());
    assert_eq!(restored.grants().len(), 1);
}

#[test]
fn rules_are_saved_and_restored_with_the_conversation() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    chat.server_replies(ran(&["c1"]));
    let mut restored = chat.restored();
    assert_eq!(restored.grants(), chat.grants());
    restored.says("again");
    restored.server_replies(asks(reply().start("a2").step(), &["c2"]));
    assert_eq!(
        restored.named("c2")["by"],
        json!({ "kind": "grant", "grant": 1 })
    );
}

#[test]
fn rules_of_a_turn_do_not_survive_a_reload() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    chat.responds(
        "c1",
        json!({
            "approved": false, "remember": { "scope": "turn", "exactInput": false },
        }),
    )
    .unwrap();
    assert_eq!(chat.grants().len(), 1);
    assert_eq!(chat.restored().grants(), [json!(null); 0]);
}

#[test]
fn a_rule_answers_no_call_that_was_loaded() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.always_allows("c1");
    chat.server_replies(ran(&["c1"]));
    let mut messages = chat.messages();
    messages[1]["parts"][1] = json!({
        "type": "tool-sendEmail", "toolCallId": "c9", "state": "approval-requested",
        "input": { "to": "a@x.io" }, "approval": { "id": "ap-c9" },
    });
    chat.loads(&messages);
    assert_eq!(chat.listed(), ["c9"], "what is loaded waits for a person");
    assert_eq!(chat.requests().len(), 2);
}
