//! Streams of AI SDK 6 servers, and of servers in other languages.

use serde_json::json;

use crate::conversation::{Conversation, Reply, reply};

#[test]
fn a_v6_question_and_its_answer() {
    let mut chat = Conversation::new();
    chat.names_the_next_answer("drawn");
    chat.says("go");
    chat.server_replies(
        reply()
            .start_unnamed()
            .step()
            .chunk(json!({ "type": "reasoning-start", "id": "r" }))
            .chunk(json!({ "type": "reasoning-end", "id": "r" }))
            .question("q1")
            .step_end()
            .finish_with("tool-calls"),
    );
    chat.answers("q1", json!("a"));
    chat.server_replies(
        reply()
            .start_unnamed()
            .step()
            .text("Good.")
            .step_end()
            .finish(),
    );
    assert_eq!(
        chat.shows(),
        "user: \"go\" | drawn: step, reasoning, q1 output-available, step, \"Good.\""
    );
}

#[test]
fn a_v6_approval_and_its_result() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .approval("ap", "m1")
            .step_end()
            .finish(),
    );
    chat.approves("ap");
    chat.server_replies(
        reply()
            .start("a1")
            .output("m1", json!("sent"))
            .step()
            .text("Done.")
            .step_end()
            .finish(),
    );
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, m1 output-available, step, \"Done.\""
    );
}

#[test]
fn a_finish_of_earlier_versions_carries_no_reason() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.so_far();
    chat.server_replies(Reply(vec![
        json!({ "type": "start" }),
        json!({ "type": "text-start", "id": "0" }),
        json!({ "type": "text-end", "id": "0" }),
        json!({ "type": "finish" }),
    ]));
    assert_eq!(chat.told(), ["status streaming", "status ready", "finish"]);
}

#[test]
fn a_server_that_repeats_the_approved_call_keeps_one_part() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("m1", "m1"));
    chat.approves("m1");
    chat.server_replies(
        reply()
            .start_unnamed()
            .call("m1", "sendEmail", json!({ "to": "a@x.io" }))
            .output("m1", json!("sent"))
            .step()
            .text("Done."),
    );
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, m1 output-available, step, \"Done.\""
    );
    assert_eq!(
        chat.call("m1")["approval"],
        json!({ "id": "m1", "approved": true })
    );
}

#[test]
fn provider_metadata_on_a_result_goes_to_the_result() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").call("c", "x", json!({})).chunk(json!({
        "type": "tool-output-available", "toolCallId": "c", "output": 1,
        "providerMetadata": { "p": { "a": 1 } }, "dynamic": true,
    })));
    assert_eq!(
        chat.call("c")["resultProviderMetadata"],
        json!({ "p": { "a": 1 } })
    );
    assert_eq!(chat.call("c")["type"], "tool-x");
}
