//! A new message of the person while something waits: what waits is settled in
//! the same request, in words that servers and models understand, or the
//! message is refused, as the application wants it.

use countersign::chat::PendingOnSend;
use countersign::human::{Outcome, Stage};
use countersign::model::ErrorCode;
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
            .approval("ap", "m1")
            .finish_with("tool-calls"),
    );
    chat
}

#[test]
fn an_open_question_goes_out_as_an_error() {
    let mut chat = waiting();
    chat.says("never mind");
    let part = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(part["state"], "output-error");
    assert!(
        part["errorText"]
            .as_str()
            .unwrap()
            .starts_with("Not answered")
    );
    assert_eq!(chat.stage("q1"), Stage::Settled(Outcome::Superseded));
}

#[test]
fn an_open_approval_goes_out_as_a_denial() {
    let mut chat = waiting();
    chat.says("never mind");
    let part = &chat.last_request().messages[1]["parts"][2];
    assert_eq!(part["state"], "output-denied");
    assert_eq!(part["approval"]["id"], "ap");
    assert_eq!(part["approval"]["approved"], false);
    assert!(
        part["approval"]["reason"]
            .as_str()
            .unwrap()
            .starts_with("Not answered")
    );
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Superseded));
    assert_eq!(chat.item("m1").approved(), None, "nobody decided");
}

#[test]
fn what_is_sent_is_what_is_shown() {
    let mut chat = waiting();
    chat.says("never mind");
    assert_eq!(chat.last_request().messages, chat.messages());
}

#[test]
fn finished_calls_stay_as_they_are() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("t1", "getTime", json!({}))
            .output("t1", json!("noon"))
            .question("q1"),
    );
    chat.says("never mind");
    let parts = &chat.last_request().messages[1]["parts"];
    assert_eq!(parts[1]["output"], "noon");
    assert_eq!(parts[1]["state"], "output-available");
}

#[test]
fn an_answer_that_was_not_sent_goes_with_the_message() {
    let mut chat = waiting().sending(Automatic::Off);
    chat.answers("q1", json!("a"));
    chat.says("and also this");
    let run = chat.last_request().run.0;
    assert_eq!(chat.last_request().messages[1]["parts"][1]["output"], "a");
    assert_eq!(chat.stage("q1"), Stage::Sending(run));
    chat.server_replies(reply().start("a2").step().text("Good."));
    assert_eq!(chat.stage("q1"), Stage::Settled(Outcome::Answered));
}

#[test]
fn a_decision_that_was_not_sent_is_not_run_behind_the_message() {
    let mut chat = waiting().sending(Automatic::Off);
    chat.approves("ap");
    chat.says("wait, something else");
    let part = &chat.last_request().messages[1]["parts"][2];
    assert_eq!(part["state"], "output-denied");
    assert_eq!(part["approval"]["approved"], false);
    assert!(
        part["approval"]["reason"]
            .as_str()
            .unwrap()
            .starts_with("Not run")
    );
}

#[test]
fn a_denial_that_was_not_sent_keeps_its_reason() {
    let mut chat = waiting().sending(Automatic::Off);
    chat.denies("ap", "wrong person");
    chat.says("wait, something else");
    let part = &chat.last_request().messages[1]["parts"][2];
    assert_eq!(part["state"], "output-denied");
    assert_eq!(
        part["approval"],
        json!({ "id": "ap", "approved": false, "reason": "wrong person" })
    );
}

#[test]
fn calls_of_the_provider_are_none_of_our_business() {
    let mut chat = Conversation::new();
    chat.says("go");
    let call = json!({
        "type": "tool-input-available", "toolCallId": "s1", "toolName": "search", "input": {},
        "providerExecuted": true,
    });
    chat.server_replies(reply().start("a1").chunk(call));
    chat.says("and?");
    assert_eq!(chat.call("s1")["state"], "input-available");
}

#[test]
fn where_the_application_refuses_nothing_changes() {
    let mut chat = waiting().pending_on_send(PendingOnSend::Refuse);
    let shown = chat.text();
    chat.so_far();
    assert_eq!(
        chat.tries_to_say("never mind"),
        Err(ErrorCode::ItemsPending)
    );
    assert_eq!(chat.text(), shown);
    assert_eq!(chat.told(), [""; 0]);
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn where_the_application_refuses_it_takes_the_message_once_all_is_answered() {
    let mut chat = waiting().pending_on_send(PendingOnSend::Refuse);
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    chat.server_replies(
        reply()
            .start("a1")
            .output("m1", json!(1))
            .step()
            .text("Done."),
    );
    chat.says("thanks");
    assert_eq!(chat.requests().len(), 3);
}

#[test]
fn where_the_application_refuses_an_unknown_outcome_counts_as_waiting() {
    let mut chat = Conversation::new().pending_on_send(PendingOnSend::Refuse);
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap", "m1"));
    chat.approves("ap");
    chat.connection_breaks();
    assert_eq!(chat.tries_to_say("hello?"), Err(ErrorCode::ItemsPending));
}

#[test]
fn what_was_left_open_long_ago_is_settled_too() {
    let mut chat = waiting();
    chat.changes_messages(|messages| {
        messages.push(json!({ "id": "u9", "role": "user", "parts": [] }));
        messages.push(json!({ "id": "a9", "role": "assistant", "parts": [] }));
    });
    let mut reloaded = chat.reloaded();
    reloaded.says("still there?");
    let parts = &reloaded.last_request().messages[1]["parts"];
    assert_eq!(parts[1]["state"], "output-error", "or every request fails");
    assert_eq!(parts[2]["state"], "output-denied");
}

#[test]
fn what_nobody_can_answer_any_more_makes_no_refusal() {
    let mut chat = waiting();
    chat.changes_messages(|messages| {
        messages.push(json!({ "id": "u9", "role": "user", "parts": [] }));
        messages.push(json!({ "id": "a9", "role": "assistant", "parts": [] }));
    });
    let mut reloaded = chat.reloaded().pending_on_send(PendingOnSend::Refuse);
    reloaded.says("still there?");
    assert_eq!(reloaded.requests().len(), 1);
}

#[test]
fn a_message_sent_while_a_question_streams_supersedes_the_question() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().question("q1").text_start("t"));
    chat.says("never mind");
    let part = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(part["state"], "output-error", "or the request fails");
}

#[test]
fn a_tool_of_the_server_that_is_running_shows_its_result_all_the_same() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().call("t1", "getTime", json!({})));
    let first = chat.last_request().run;
    chat.says("and the weather?");
    chat.server_streams_to(first, reply().output("t1", json!("noon")));
    chat.server_ends_run(first);
    assert_eq!(chat.call("t1")["state"], "output-available");
    assert_eq!(chat.call("t1")["output"], "noon");
    assert_eq!(chat.call("t1").get("errorText"), None);
}

#[test]
fn a_decision_on_its_way_shows_its_result_all_the_same() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap", "m1"));
    chat.approves("ap");
    let first = chat.last_request().run;
    chat.says("hello?");
    chat.server_streams_to(first, reply().start("a1").output("m1", json!("sent")));
    chat.server_ends_run(first);
    assert_eq!(chat.call("m1")["output"], "sent");
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Approved));
}
