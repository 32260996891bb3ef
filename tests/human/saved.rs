//! What is saved beside the messages comes back as it was; what was not written
//! by us is reported and changes nothing.

use countersign::model::ErrorCode;
use serde_json::{Value, json};

use crate::asked::{asked_in, asked_questions, asked_to_approve, how_many, may_run, ran};
use crate::conversation::{Automatic, Conversation, reply};

fn quiet(calls: &[&str]) -> Conversation {
    asked_in(Conversation::new().sending(Automatic::Off), calls)
}

#[test]
fn a_conversation_without_anything_special_saves_nothing_special() {
    let chat = Conversation::new();
    assert_eq!(
        chat.exported(),
        json!({ "version": 1, "lastGrant": 0, "grants": [], "items": [] })
    );
}

#[test]
fn a_refusal_stays_one_beside_a_permission_by_the_same_names() {
    let mut chat = Conversation::new().sending(Automatic::Off);
    chat.says("go");
    let repeated = reply().start("a1");
    let repeated = repeated.step().approval("ap-c", "c");
    chat.server_replies(repeated.step().approval("ap-c", "c"));
    let first = chat.listed_first();
    chat.responds(&first, json!({ "approved": true })).unwrap();
    let second = chat.listed_first();
    chat.responds(&second, json!({ "approved": false }))
        .unwrap();
    let restored = chat.restored();
    assert_eq!(restored.messages(), chat.messages());
    let decisions: Vec<Value> = restored.exported()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["answer"]["approved"].clone())
        .collect();
    assert_eq!(decisions, [json!(true), json!(false)]);
}

#[test]
fn what_is_saved_twice_is_the_same() {
    let mut chat = Conversation::new()
        .sending(Automatic::Off)
        .with_human(|settings| {
            settings.undo_window = Some(60_000);
            settings.deadline = Some(600_000);
            settings.asks_user = true;
            settings.answers.edit_input = true;
        });
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .approval("ap-c1", "c1")
            .approval("ap-c2", "c2")
            .approval("ap-c3", "c3")
            .call("q1", "ask_user_question", crate::asked::questions()),
    );
    chat.prepares("c2", json!({ "approved": false })).unwrap();
    chat.responds(
        "c1",
        json!({ "approved": true, "reason": "fine", "editedInput": { "to": "b@x.io" },
            "remember": { "scope": "conversation", "exactInput": true } }),
    )
    .unwrap();
    chat.fills("q1", json!({ "action": "decline" })).unwrap();
    chat.asks_for_retry("mcp/hotel", how_many(), json!({ "n": 1 }))
        .unwrap();
    let saved = chat.exported();
    assert_eq!(saved["items"].as_array().unwrap().len(), 5);
    let restored = chat.restored();
    assert_eq!(restored.exported(), saved);
    assert_eq!(restored.messages(), chat.messages());
    assert_eq!(restored.restored().exported(), saved);
}

#[test]
fn an_answer_that_was_not_sent_is_still_there_and_not_sent() {
    let mut chat = quiet(&["c1"]);
    chat.person_is("Ada");
    chat.responds("c1", json!({ "approved": false, "reason": "no" }))
        .unwrap();
    let mut restored = chat.restored();
    let item = restored.named("c1");
    assert_eq!(item["stage"], "answered");
    assert_eq!(item["answer"], json!({ "approved": false, "reason": "no" }));
    assert_eq!(item["by"], json!({ "kind": "person", "name": "Ada" }));
    assert!(restored.requests().is_empty());
    restored.sends_again();
    restored.server_replies(reply().start("a1").denied("c1"));
    assert_eq!(restored.named("c1")["stage"], "denied");
}

#[test]
fn an_answer_that_was_under_way_is_unknown() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    assert_eq!(chat.named("c1")["stage"], "sending");
    let restored = chat.restored();
    assert_eq!(restored.named("c1")["stage"], "unknown");
    assert!(restored.requests().is_empty());
}

#[test]
fn a_decision_without_a_record_is_unknown() {
    let mut chat = quiet(&["c1"]);
    chat.allows("c1");
    let loaded = chat.reloaded();
    assert_eq!(loaded.named("c1")["stage"], "unknown");
    assert_eq!(
        loaded.named("c1")["by"],
        json!(null),
        "nobody knows by whom"
    );
}

#[test]
fn a_record_without_its_decision_in_the_message_writes_it() {
    // The messages were saved before the answer, the state after it.
    let mut chat = quiet(&["c1"]);
    let messages = chat.messages();
    chat.allows("c1");
    let mut restored = Conversation::new();
    restored.loads(&messages);
    restored.imports(&chat.exported()).unwrap();
    assert_eq!(restored.call("c1")["state"], "approval-responded");
    assert_eq!(restored.named("c1")["stage"], "answered");
}

#[test]
fn a_decision_that_is_newer_than_its_record_stays_unknown() {
    // The state was saved before the answer, the messages after it.
    let mut chat = quiet(&["c1"]);
    let saved = chat.exported();
    chat.allows("c1");
    let mut restored = Conversation::new();
    restored.loads(&chat.messages());
    restored.imports(&saved).unwrap();
    assert_eq!(restored.named("c1")["stage"], "unknown");
}

#[test]
fn a_record_that_contradicts_its_message_counts() {
    let mut chat = quiet(&["c1"]);
    chat.refuses("c1");
    let mut messages = chat.messages();
    messages[1]["parts"][1]["approval"]["approved"] = json!(true);
    let mut restored = Conversation::new();
    restored.loads(&messages);
    restored.imports(&chat.exported()).unwrap();
    assert_eq!(restored.call("c1")["approval"]["approved"], false);
}

#[test]
fn what_was_prepared_is_still_prepared() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.prepares("c1", json!({ "approved": true })).unwrap();
    let mut restored = chat.restored();
    assert_eq!(
        restored.approvals()[0]["staged"],
        json!({ "approved": true })
    );
    restored.gives_prepared().unwrap();
    assert_eq!(restored.requests().len(), 1);
}

#[test]
fn a_reload_does_not_give_more_time() {
    let mut chat = asked_in(
        Conversation::new().with_human(|settings| settings.deadline = Some(1_000)),
        &["c1"],
    );
    chat.waits(600);
    let mut restored = chat.restored();
    assert_eq!(
        restored.approvals()[0]["deadline"],
        chat.approvals()[0]["deadline"]
    );
    restored.waits(400);
    assert_eq!(restored.named("c1")["stage"], "expired");
}

#[test]
fn a_deadline_that_passed_meanwhile_has_passed() {
    let mut chat = asked_in(
        Conversation::new().with_human(|settings| settings.deadline = Some(1_000)),
        &["c1"],
    );
    let saved = chat.exported();
    chat.sleeps(5_000);
    let mut restored = Conversation::new();
    restored.sleeps(5_000);
    restored.loads(&chat.messages());
    restored.imports(&saved).unwrap();
    let late = restored.responds("c1", json!(true)).unwrap_err();
    assert_eq!(late.code, ErrorCode::Expired);
    assert_eq!(restored.call("c1")["approval"]["approved"], false);
}

#[test]
fn an_answer_that_could_be_taken_back_still_can() {
    let mut chat = asked_in(
        Conversation::new().with_human(|settings| settings.undo_window = Some(5_000)),
        &["c1"],
    );
    chat.always_allows("c1");
    chat.waits(2_000);
    let mut restored = chat.restored();
    restored.undoes("c1").unwrap();
    assert_eq!(restored.call("c1")["state"], "approval-requested");
    assert_eq!(restored.grants(), [json!(null); 0]);

    let mut restored = chat.restored();
    restored.waits(3_000);
    assert_eq!(restored.listed(), [""; 0]);
    assert_eq!(restored.requests().len(), 1);
}

#[test]
fn an_expired_approval_of_which_the_agent_was_not_told_stays_expired() {
    let mut chat = asked_in(
        Conversation::new()
            .sending(Automatic::Off)
            .with_human(|settings| settings.deadline = Some(1_000)),
        &["c1"],
    );
    chat.waits(1_000);
    let mut restored = chat.restored();
    assert_eq!(restored.named("c1")["stage"], "expired");
    assert_eq!(restored.named("c1")["by"], json!({ "kind": "deadline" }));
    restored.sends_again();
    assert_eq!(restored.last_request().message_id.as_deref(), Some("a1"));
}

#[test]
fn questions_that_were_answered_are_answered() {
    let mut chat = asked_questions();
    chat.connection_breaks();
    chat.fills("q1", json!({ "action": "decline" })).unwrap();
    chat.connection_breaks();
    assert_eq!(chat.named("q1")["stage"], "unknown");
    let restored = chat.restored();
    assert_eq!(restored.named("q1")["stage"], "unknown");
    assert_eq!(restored.named("q1")["kind"], "input");
    assert_eq!(restored.input_requests(), [json!(null); 0]);
}

#[test]
fn who_waited_for_a_reply_is_gone_with_the_page() {
    let mut chat = Conversation::new();
    chat.backend_asks("mcp/files", may_run("c1"));
    assert_eq!(chat.exported()["items"], json!([]));
    let restored = chat.restored();
    assert_eq!(restored.listed(), [""; 0]);
}

#[test]
fn a_record_of_a_call_that_is_gone_is_dropped() {
    let mut chat = quiet(&["c1"]);
    chat.allows("c1");
    let mut restored = Conversation::new();
    restored.loads(&json!([]));
    restored.imports(&chat.exported()).unwrap();
    assert_eq!(restored.exported()["items"], json!([]));
}

#[test]
fn a_record_of_an_earlier_turn_sends_nothing() {
    let mut chat = quiet(&["c1"]);
    chat.allows("c1");
    let saved = chat.exported();
    chat.says("something else");
    chat.server_replies(reply().start("a2").text("Fine."));
    let mut restored = Conversation::new().sending(Automatic::Always);
    restored.loads(&chat.messages());
    restored.imports(&saved).unwrap();
    restored.sends_again();
    assert_ne!(restored.last_request().message_id.as_deref(), Some("a1"));
}

#[test]
fn a_record_changes_nothing_that_was_answered_here() {
    let mut chat = quiet(&["c1", "c2"]);
    chat.refuses("c1");
    let saved = chat.exported();
    let mut other = quiet(&["c1", "c2"]);
    other.allows("c1");
    other.imports(&saved).unwrap();
    assert_eq!(other.named("c1")["answer"], json!({ "approved": true }));
    other.imports(&saved).unwrap();
    assert_eq!(other.call("c1")["approval"]["approved"], true);
}

#[test]
fn nothing_is_sent_by_restoring() {
    let mut chat = quiet(&["c1"]);
    chat.allows("c1");
    let mut restored = Conversation::new().sending(Automatic::Always);
    restored.loads(&chat.messages());
    restored.imports(&chat.exported()).unwrap();
    assert!(restored.requests().is_empty());
}

fn is_refused(saved: &Value) {
    let mut chat = asked_to_approve(&["c1"]);
    let before = (chat.messages(), chat.exported(), chat.approvals());
    let error = chat.imports(saved).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArgument, "{saved}");
    let after = (chat.messages(), chat.exported(), chat.approvals());
    assert_eq!(after, before, "{saved}");
    chat.allows("c1");
    chat.server_replies(ran(&["c1"]));
    assert_eq!(chat.named("c1")["stage"], "approved");
}

#[test]
fn what_was_not_written_by_us_is_reported_and_harmless() {
    for junk in [
        json!(null),
        json!(1),
        json!("state"),
        json!([]),
        json!({}),
        json!({ "version": 2, "lastGrant": 0, "grants": [], "items": [] }),
        json!({ "version": "1", "lastGrant": 0, "grants": [], "items": [] }),
        json!({ "version": 1 }),
        json!({ "version": 1, "lastGrant": 0, "grants": {}, "items": [] }),
        json!({ "version": 1, "lastGrant": -1, "grants": [], "items": [] }),
        json!({ "version": 1, "lastGrant": 0, "grants": [], "items": [null] }),
        json!({ "version": 1, "lastGrant": 0, "grants": [{ "tool": "x" }], "items": [] }),
    ] {
        is_refused(&junk);
    }
}

#[test]
fn every_field_that_is_spoilt_is_reported_and_harmless() {
    let mut chat = quiet(&["c1"]);
    chat.always_allows("c1");
    let saved = chat.exported();
    let item = saved["items"][0].as_object().unwrap();
    let grant = saved["grants"][0].as_object().unwrap();
    let spoil = |path: [&str; 2], field: &str| {
        let mut spoilt = saved.clone();
        spoilt[path[0]][0][field] = json!({ "spoilt": [] });
        spoilt
    };
    // What is kept as it is, or only shown, may be anything.
    let free = ["input", "answers", "id", "toolName", "settlement"];
    for field in item.keys().filter(|field| !free.contains(&field.as_str())) {
        is_refused(&spoil(["items", ""], field));
    }
    for field in grant.keys() {
        is_refused(&spoil(["grants", ""], field));
    }
}

#[test]
fn an_answer_that_is_missing_is_never_taken_for_a_permission() {
    let mut chat = quiet(&["c1"]);
    chat.allows("c1");
    let mut saved = chat.exported();
    saved["items"][0].as_object_mut().unwrap().remove("answer");
    is_refused(&saved);
}

#[test]
fn pieces_of_a_saved_state_are_reported_and_harmless() {
    let mut chat = quiet(&["c1"]);
    chat.always_allows("c1");
    let text = chat.exported().to_string();
    for end in 0..text.len() {
        if let Ok(piece) = serde_json::from_str(&text[..end]) {
            is_refused(&piece);
        }
    }
}

#[test]
fn what_the_agent_said_in_the_end_is_not_overwritten_by_the_own_answer() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().approval("ap-c1", "c1"));
    chat.allows("c1");
    chat.server_streams(reply().chunk(json!({
        "type": "tool-approval-response", "approvalId": "ap-c1", "approved": false,
    })));
    let restored = chat.restored();
    assert_eq!(restored.call("c1")["approval"]["approved"], false);
    assert_eq!(restored.named("c1")["stage"], "denied");
}

#[test]
fn what_came_before_a_message_of_the_person_is_not_saved() {
    let mut chat = asked_questions();
    chat.connection_breaks();
    chat.fills("q1", json!({ "action": "decline" })).unwrap();
    chat.connection_breaks();
    chat.says("never mind");
    assert_eq!(chat.exported()["items"], json!([]));
}
