//! What becomes of what waits when messages are replaced, edited or asked for
//! anew.

use countersign::human::{Outcome, Stage};
use countersign::model::{ChatStatus, ErrorCode};
use serde_json::json;

use crate::conversation::{Automatic, Conversation, reply};

fn waiting() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .question("q1")
            .approval("ap", "m1"),
    );
    chat
}

#[test]
fn what_is_still_there_still_waits() {
    let mut chat = waiting();
    chat.changes_messages(|messages| {
        messages[1]["metadata"] = json!({ "seen": true });
    });
    assert_eq!(chat.stage("m1"), Stage::Pending);
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    assert_eq!(chat.requests().len(), 2);
    assert_eq!(chat.last_request().messages[1]["metadata"]["seen"], true);
}

#[test]
fn what_the_agent_took_back_is_not_asked_again() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .approval("ap", "m1")
            .output("m1", json!("done without you"))
            .chunk(json!({
                "type": "tool-input-available", "toolCallId": "m1", "toolName": "sendEmail", "input": {},
            })),
    );
    assert!(chat.approvals().is_empty());
    chat.changes_messages(|messages| messages[1]["metadata"] = json!({ "seen": true }));
    assert!(chat.approvals().is_empty());
}

#[test]
fn what_is_gone_is_superseded() {
    let mut chat = waiting();
    chat.loads(&json!([]));
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Superseded));
    assert_eq!(chat.shows(), "");
}

#[test]
fn an_unsent_answer_that_is_gone_is_not_sent() {
    let mut chat = waiting().sending(Automatic::Off);
    chat.answers("q1", json!("a"));
    chat.loads(&json!([]));
    let mut chat = chat.sending(Automatic::Always);
    chat.says("hi");
    chat.server_replies(reply().start("a2").text("Hello"));
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn an_unsent_answer_that_is_kept_is_sent() {
    let mut chat = waiting().sending(Automatic::Off);
    chat.answers("q1", json!("a"));
    chat.changes_messages(|_| {});
    let mut chat = chat.sending(Automatic::WhenComplete);
    chat.approves("ap");
    let run = chat.last_request().run.0;
    assert_eq!(chat.stage("q1"), Stage::Sending(run));
    assert_eq!(chat.stage("m1"), Stage::Sending(run));
}

#[test]
fn an_approval_that_the_application_brings_waits() {
    let mut chat = Conversation::new();
    let saved = waiting().messages();
    chat.loads(&saved);
    assert_eq!(chat.stage("m1"), Stage::Pending);
}

#[test]
fn two_messages_of_one_id_keep_apart() {
    let mut chat = waiting();
    chat.changes_messages(|messages| {
        let copy = json!({
            "id": "a1", "role": "assistant", "parts": [{ "type": "text", "text": "twin" }],
        });
        messages.insert(0, copy);
    });
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    let parts = &chat.last_request().messages[2]["parts"];
    assert_eq!(parts[1]["output"], "a");
    assert_eq!(parts[2]["approval"]["approved"], true);
}

#[test]
fn a_broken_message_is_refused_and_nothing_changes() {
    let mut chat = waiting();
    let shown = chat.text();
    for broken in [
        json!([{ "id": "x", "role": "robot", "parts": [] }]),
        json!([{ "id": "x", "role": "user" }]),
        json!([{ "id": "x", "role": "user", "parts": "none" }]),
        json!([7]),
    ] {
        let raw = crate::conversation::raw(&broken);
        let refused = chat.controller.load(raw.as_raw());
        assert_eq!(
            refused.unwrap_err().code,
            ErrorCode::InvalidArgument,
            "{broken}"
        );
        assert_eq!(chat.text(), shown);
    }
    assert_eq!(chat.stage("m1"), Stage::Pending);
}

#[test]
fn unknown_fields_and_parts_are_kept_and_written_back() {
    let saved = json!([{
        "id": "a1", "role": "assistant", "createdAt": "2026-11-30", "metadata": { "n": 1.0 },
        "parts": [
            { "type": "hologram", "depth": [1, 2, { "x": null }] },
            { "type": "text", "text": "hi", "mood": "calm" },
            { "type": "tool-x", "toolCallId": "c", "state": "output-pondering", "input": {} },
            { "type": "tool-askUser", "toolCallId": "q1", "state": "input-available", "input": {},
              "colour": "red" },
        ],
    }]);
    let mut chat = Conversation::opened_with(&saved);
    assert_eq!(chat.messages(), saved);
    chat.answers("q1", json!("a"));
    assert_eq!(chat.call("q1")["colour"], "red");
}

#[test]
fn editing_a_message_supersedes_what_came_after_it() {
    let mut chat = waiting();
    chat.edits("u1", "go elsewhere").unwrap();
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Superseded));
    assert_eq!(chat.shows(), "user: \"go elsewhere\"");
    assert_eq!(chat.last_request().message_id.as_deref(), Some("u1"));
    assert_eq!(chat.tries_to_decide("ap", true), Err(ErrorCode::Superseded));
}

#[test]
fn editing_keeps_the_place() {
    let mut chat = Conversation::new();
    chat.says("one");
    chat.server_replies(reply().start("a1").text("1"));
    chat.says("two");
    chat.server_replies(reply().start("a2").text("2"));
    let first = chat.messages()[0]["id"].as_str().unwrap().to_owned();
    chat.edits(&first, "three").unwrap();
    chat.server_replies(reply().start("a3").text("3"));
    assert_eq!(chat.shows(), "user: \"three\" | a3: \"3\"");
}

#[test]
fn only_messages_of_the_person_are_edited() {
    let mut chat = waiting();
    let shown = chat.text();
    assert_eq!(chat.edits("a1", "x"), Err(ErrorCode::InvalidArgument));
    assert_eq!(chat.edits("nobody", "x"), Err(ErrorCode::UnknownMessage));
    assert_eq!(chat.text(), shown);
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn asking_anew_supersedes_what_the_old_answer_asked() {
    let mut chat = waiting();
    chat.regenerates(None).unwrap();
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Superseded));
    assert_eq!(chat.shows(), "user: \"go\"");
    assert_eq!(chat.told().last().unwrap(), "request regenerate-message");
    chat.server_replies(reply().start("a2").step().question("q2"));
    assert_eq!(
        chat.tries_to_answer("q1", json!(1)),
        Err(ErrorCode::UnknownItem)
    );
    chat.answers("q2", json!(1));
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a2"));
}

#[test]
fn asking_anew_from_a_message_of_the_person_keeps_it() {
    let mut chat = waiting();
    let id = chat.messages()[0]["id"].as_str().unwrap().to_owned();
    chat.regenerates(Some(&id)).unwrap();
    assert_eq!(chat.shows(), "user: \"go\"");
    assert_eq!(chat.last_request().message_id.as_deref(), Some(id.as_str()));
}

#[test]
fn asking_anew_from_nowhere_is_refused() {
    let mut chat = waiting();
    assert_eq!(
        chat.regenerates(Some("nobody")),
        Err(ErrorCode::UnknownMessage)
    );
    assert_eq!(
        Conversation::new().regenerates(None),
        Err(ErrorCode::UnknownMessage)
    );
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn an_unsent_answer_does_not_survive_being_asked_anew() {
    let mut chat = waiting().sending(Automatic::Off);
    chat.answers("q1", json!("a"));
    chat.regenerates(None).unwrap();
    let mut chat = chat.sending(Automatic::Always);
    chat.server_replies(reply().start("a2").text("Hello"));
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn replacing_during_a_response_keeps_what_the_response_writes() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .text_start("t")
            .text_delta("t", "Hel"),
    );
    let stale = chat.messages();
    chat.server_streams(reply().text_delta("t", "lo"));
    chat.loads(&stale);
    chat.server_streams(reply().text_delta("t", "!").text_end("t"));
    chat.server_ends();
    assert_eq!(chat.shows(), "user: \"go\" | a1: step, \"Hello!\"");
}

#[test]
fn a_message_taken_away_during_a_response_stays_away() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .text_start("t")
            .text_delta("t", "Hel"),
    );
    chat.changes_messages(|messages| {
        messages.pop();
    });
    chat.server_streams(
        reply()
            .text_delta("t", "lo")
            .text_end("t")
            .approval("ap", "m1")
            .output("m1", json!(1)),
    );
    chat.server_ends();
    assert_eq!(chat.shows(), "user: \"go\"");
    assert_eq!(chat.status(), ChatStatus::Ready);
    assert_eq!(chat.errors(), []);
}

#[test]
fn messages_put_before_a_growing_one_do_not_disturb_it() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .text_start("t")
            .text_delta("t", "Hel"),
    );
    chat.changes_messages(|messages| {
        let older = json!({ "id": "old", "role": "assistant", "parts": [] });
        messages.insert(0, older);
    });
    chat.server_streams(reply().text_delta("t", "lo").text_end("t"));
    chat.server_ends();
    assert_eq!(chat.shows(), "old:  | user: \"go\" | a1: step, \"Hello\"");
}
