//! The first answer to a call holds. Whatever else is tried gets an error that
//! says why, and changes nothing.

use countersign::model::ErrorCode;
use serde_json::json;

use crate::conversation::{Automatic, Conversation, Reply, reply};

fn after(response: Reply) -> Conversation {
    let mut chat = Conversation::new().sending(Automatic::Off);
    chat.says("go");
    chat.server_replies(response);
    chat
}

/// Nothing that is shown changes while this is tried.
#[track_caller]
fn refused(
    chat: &mut Conversation,
    code: ErrorCode,
    attempt: impl FnOnce(&mut Conversation) -> Result<(), ErrorCode>,
) {
    let before = chat.text();
    let items = format!("{:?}", chat.controller.chat.items());
    assert_eq!(attempt(chat), Err(code));
    assert_eq!(chat.text(), before);
    assert_eq!(format!("{:?}", chat.controller.chat.items()), items);
}

fn question() -> Conversation {
    after(reply().start("a1").step().question("q1"))
}

fn approval() -> Conversation {
    after(reply().start("a1").step().approval("ap", "m1"))
}

#[test]
fn an_answer_is_a_result() {
    let mut chat = question();
    chat.answers("q1", json!({ "id": 1 }));
    let part = chat.call("q1");
    assert_eq!(part["state"], "output-available");
    assert_eq!(part["output"], json!({ "id": 1 }));
    assert_eq!(part["input"], json!({ "question": "Which?" }));
}

#[test]
fn a_failure_is_a_result() {
    let mut chat = question();
    chat.answers_with_error("q1", "no printer").unwrap();
    let part = chat.call("q1");
    assert_eq!(part["state"], "output-error");
    assert_eq!(part["errorText"], "no printer");
    assert_eq!(part.get("output"), None);
}

#[test]
fn a_second_output_is_already_answered() {
    let mut chat = question();
    chat.answers("q1", json!(1));
    refused(&mut chat, ErrorCode::AlreadyAnswered, |chat| {
        chat.tries_to_answer("q1", json!(2))
    });
    refused(&mut chat, ErrorCode::AlreadyAnswered, |chat| {
        chat.answers_with_error("q1", "no")
    });
}

#[test]
fn a_second_output_is_already_answered_when_the_first_has_gone_out() {
    let mut chat = question().sending(Automatic::Always);
    chat.answers("q1", json!(1));
    refused(&mut chat, ErrorCode::AlreadyAnswered, |chat| {
        chat.tries_to_answer("q1", json!(2))
    });
    chat.server_replies(reply().start("a1").step().text("Good."));
    refused(&mut chat, ErrorCode::AlreadyAnswered, |chat| {
        chat.tries_to_answer("q1", json!(2))
    });
}

#[test]
fn a_result_of_the_server_is_never_overwritten() {
    let mut chat = after(
        reply()
            .start("a1")
            .question("q1")
            .output("q1", json!("server")),
    );
    refused(&mut chat, ErrorCode::AlreadyAnswered, |chat| {
        chat.tries_to_answer("q1", json!("person"))
    });
}

#[test]
fn conflicting_decisions_the_first_wins_and_the_second_is_told() {
    let mut chat = approval();
    chat.denies("ap", "no");
    refused(&mut chat, ErrorCode::AlreadyAnswered, |chat| {
        chat.tries_to_decide("ap", true)
    });
    assert_eq!(chat.call("m1")["approval"]["approved"], false);
}

#[test]
fn the_same_decision_twice_is_told_too() {
    let mut chat = approval();
    chat.approves("ap");
    refused(&mut chat, ErrorCode::AlreadyAnswered, |chat| {
        chat.tries_to_decide("ap", true)
    });
}

#[test]
fn an_output_for_a_call_that_awaits_approval_is_refused() {
    let mut chat = approval();
    refused(&mut chat, ErrorCode::AwaitsApproval, |chat| {
        chat.tries_to_answer("m1", json!("forged"))
    });
}

#[test]
fn an_output_for_a_refused_call_is_refused() {
    let mut chat = approval();
    chat.denies("ap", "no");
    refused(&mut chat, ErrorCode::AlreadyAnswered, |chat| {
        chat.tries_to_answer("m1", json!("forged"))
    });
}

#[test]
fn an_output_for_a_granted_call_is_the_page_running_it() {
    let mut chat = approval();
    chat.approves("ap");
    chat.answers("m1", json!("sent"));
    let part = chat.call("m1");
    assert_eq!(part["state"], "output-available");
    assert_eq!(part["approval"], json!({ "id": "ap", "approved": true }));
    refused(&mut chat, ErrorCode::AlreadyAnswered, |chat| {
        chat.tries_to_answer("m1", json!("sent again"))
    });
}

#[test]
fn an_output_for_input_that_is_still_written_is_refused() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").input_start("q1", "askUser"));
    refused(&mut chat, ErrorCode::InputIncomplete, |chat| {
        chat.tries_to_answer("q1", json!(1))
    });
}

#[test]
fn an_output_for_a_call_of_the_provider_is_refused() {
    let call = json!({
        "type": "tool-input-available", "toolCallId": "s1", "toolName": "search", "input": {},
        "providerExecuted": true,
    });
    let mut chat = after(reply().start("a1").chunk(call));
    refused(&mut chat, ErrorCode::ProviderExecuted, |chat| {
        chat.tries_to_answer("s1", json!(1))
    });
}

#[test]
fn unknown_ids_are_unknown() {
    let mut chat = approval();
    refused(&mut chat, ErrorCode::UnknownItem, |chat| {
        chat.tries_to_answer("nobody", json!(1))
    });
    refused(&mut chat, ErrorCode::UnknownItem, |chat| {
        chat.tries_to_decide("nobody", true)
    });
    refused(&mut chat, ErrorCode::UnknownItem, |chat| {
        chat.tries_to_decide("m1", true)
    });
}

#[test]
fn an_unknown_id_sends_nothing() {
    let mut chat = question().sending(Automatic::Always);
    chat.so_far();
    let _ = chat.tries_to_answer("nobody", json!(1));
    let _ = chat.tries_to_decide("nobody", true);
    assert_eq!(chat.told(), [""; 0]);
}

#[test]
fn what_a_stop_cancelled_takes_no_answer() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").approval("ap", "m1").question("q1"));
    chat.stops();
    refused(&mut chat, ErrorCode::Cancelled, |chat| {
        chat.tries_to_decide("ap", true)
    });
    refused(&mut chat, ErrorCode::Cancelled, |chat| {
        chat.tries_to_answer("q1", json!(1))
    });
}

#[test]
fn what_a_new_message_superseded_takes_no_answer() {
    let mut chat = after(reply().start("a1").approval("ap", "m1").question("q1"));
    chat.says("never mind");
    chat.server_replies(reply().start("a2").text("Fine."));
    refused(&mut chat, ErrorCode::Superseded, |chat| {
        chat.tries_to_decide("ap", true)
    });
    refused(&mut chat, ErrorCode::Superseded, |chat| {
        chat.tries_to_answer("q1", json!(1))
    });
}

#[test]
fn an_approval_whose_message_was_taken_away_is_superseded() {
    let mut chat = approval();
    chat.changes_messages(|messages| {
        messages.pop();
    });
    refused(&mut chat, ErrorCode::Superseded, |chat| {
        chat.tries_to_decide("ap", true)
    });
}

#[test]
fn an_answer_of_unknown_outcome_takes_no_second_one() {
    let mut chat =
        after(reply().start("a1").approval("ap", "m1").question("q1")).sending(Automatic::Always);
    chat.approves("ap");
    chat.connection_breaks();
    refused(&mut chat, ErrorCode::OutcomeUnknown, |chat| {
        chat.tries_to_decide("ap", false)
    });
}

#[test]
fn one_open_call_among_finished_ones_of_its_id_is_meant() {
    let mut chat = after(reply().start("a1").step().question("q1"));
    chat.answers("q1", json!("first"));
    chat.sends_again();
    chat.server_replies(reply().start("a1").step().question("q1"));
    chat.answers("q1", json!("second"));
    let parts = chat.last_message()["parts"].clone();
    assert_eq!(parts[1]["output"], "first");
    assert_eq!(parts[3]["output"], "second");
}

#[test]
fn several_open_calls_of_one_id_are_ambiguous() {
    let mut chat = after(
        reply()
            .start("a1")
            .step()
            .question("q1")
            .step()
            .question("q1"),
    );
    refused(&mut chat, ErrorCode::Ambiguous, |chat| {
        chat.tries_to_answer("q1", json!(1))
    });
}

#[test]
fn several_open_approvals_of_one_id_are_ambiguous() {
    let mut chat = after(
        reply()
            .start("a1")
            .step()
            .approval("ap", "m1")
            .approval("ap", "m2"),
    );
    refused(&mut chat, ErrorCode::Ambiguous, |chat| {
        chat.tries_to_decide("ap", true)
    });
}

#[test]
fn open_calls_of_one_id_in_two_messages_are_ambiguous() {
    let mut chat = after(reply().start("a1").step().question("q1"));
    chat.changes_messages(|messages| {
        let mut copy = messages[1].clone();
        copy["id"] = json!("note");
        messages.push(copy);
    });
    refused(&mut chat, ErrorCode::Ambiguous, |chat| {
        chat.tries_to_answer("q1", json!(1))
    });
}
