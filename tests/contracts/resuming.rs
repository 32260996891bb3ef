//! Going on with a response that is still being written: nothing that the
//! message has is lost, nothing shows twice, and no error comes of it, whether
//! the response comes from its beginning or from where it was.

use countersign::human::{Outcome, Stage};
use countersign::model::ChatStatus;
use serde_json::{Value, json};

use crate::conversation::{Conversation, Reply, reply};

fn user() -> Value {
    json!({ "id": "u1", "role": "user", "parts": [{ "type": "text", "text": "go" }] })
}

/// A page that was loaded with an answer of these parts.
fn loaded(parts: &[Value]) -> Conversation {
    let answer = json!({ "id": "a1", "role": "assistant", "parts": parts });
    Conversation::opened_with(&json!([user(), answer]))
}

fn step() -> Value {
    json!({ "type": "step-start" })
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text, "state": "done" })
}

fn growing(text: &str) -> Value {
    json!({ "type": "text", "text": text, "state": "streaming" })
}

fn call(id: &str, state: &str) -> Value {
    json!({ "type": "tool-x", "toolCallId": id, "state": state, "input": {} })
}

fn answered(id: &str) -> Value {
    let mut call = call(id, "output-available");
    call["output"] = json!("answer");
    call
}

fn approved(id: &str, state: &str) -> Value {
    let mut call = call(id, state);
    call["approval"] = json!({ "id": "ap", "approved": true });
    if state == "output-available" {
        call["output"] = json!("sent");
    }
    call
}

fn resume(chat: &mut Conversation, response: Reply) {
    chat.resumes();
    chat.finds_a_stream();
    chat.server_replies(response);
    assert_eq!(chat.errors(), []);
}

/// What shows of the answer after a resumed response.
fn shown(mut chat: Conversation, response: Reply) -> String {
    resume(&mut chat, response);
    chat.shows().replace("user: \"go\" | a1: ", "")
}

#[test]
fn where_there_is_nothing_to_resume_nothing_shows() {
    let mut chat = loaded(&[step(), text("Done.")]);
    let before = chat.text();
    chat.resumes();
    assert_eq!(chat.told(), ["reconnect"]);
    assert_eq!(chat.status(), ChatStatus::Ready);
    chat.finds_nothing_to_resume();
    assert_eq!(chat.promises_kept(), 1);
    assert_eq!(chat.told(), [""; 0]);
    assert_eq!(chat.text(), before);
}

#[test]
fn a_response_that_is_found_is_submitted_then_streams_and_ends() {
    let mut chat = Conversation::opened_with(&json!([user()]));
    chat.resumes();
    chat.so_far();
    chat.finds_a_stream();
    assert_eq!(chat.told(), ["status submitted"]);
    chat.server_streams(reply().start("a1").step().text("Hello").finish());
    assert_eq!(chat.told(), ["status streaming"]);
    chat.server_ends();
    assert_eq!(chat.told(), ["status ready", "finish with stop"]);
    assert_eq!(chat.shows(), "user: \"go\" | a1: step, \"Hello\"");
}

#[test]
fn a_newer_attempt_takes_the_place_of_an_older_one() {
    let mut chat = loaded(&[step(), growing("Hel")]);
    chat.resumes();
    chat.so_far();
    chat.resumes();
    assert_eq!(chat.told(), ["abort", "reconnect"]);
}

#[test]
fn an_attempt_that_fails_is_an_error_and_loses_nothing() {
    let mut chat = loaded(&[step(), growing("Hel")]);
    let before = chat.text();
    chat.resumes();
    chat.server_refuses_with(500);
    assert_eq!(chat.status(), ChatStatus::Error);
    assert_eq!(chat.text(), before);
}

#[test]
fn an_attempt_that_fails_is_no_response_that_is_over() {
    let mut chat = loaded(&[step(), growing("Hel")]);
    chat.resumes();
    chat.so_far();
    chat.server_refuses_with(500);
    assert_eq!(chat.told(), ["error refused", "status error"]);
}

#[test]
fn a_continuation_that_was_saved_when_it_was_sent_is_added() {
    let saved = [step(), text("Need info."), answered("q1")];
    let response = reply().start("a1").step().text("Go on.").finish();
    assert_eq!(
        shown(loaded(&saved), response),
        "step, \"Need info.\", q1 output-available, step, \"Go on.\""
    );
}

#[test]
fn a_continuation_that_was_saved_on_its_way_is_not_doubled() {
    let saved = [
        step(),
        text("Need info."),
        answered("q1"),
        step(),
        growing("Go"),
    ];
    let response = reply().start("a1").step().text("Go on.").finish();
    assert_eq!(
        shown(loaded(&saved), response),
        "step, \"Need info.\", q1 output-available, step, \"Go on.\""
    );
}

#[test]
fn a_continuation_that_begins_like_the_first_response_is_told_apart() {
    let saved = [step(), text("Working."), answered("q1")];
    let response = reply().start("a1").step().text("Working.").question("q2");
    assert_eq!(
        shown(loaded(&saved), response),
        "step, \"Working.\", q1 output-available, step, \"Working.\", q2 input-available"
    );
}

#[test]
fn an_approved_continuation_that_was_saved_when_it_was_sent_is_added() {
    let saved = [
        step(),
        text("Shall I?"),
        approved("m1", "approval-responded"),
    ];
    let response = || {
        reply()
            .start("a1")
            .output("m1", json!("sent"))
            .step()
            .text("Sent.")
            .finish()
    };
    assert_eq!(
        shown(loaded(&saved), response()),
        "step, \"Shall I?\", m1 output-available, step, \"Sent.\""
    );
    let mut chat = loaded(&saved);
    resume(&mut chat, response());
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Approved));
}

#[test]
fn an_approved_continuation_that_was_saved_on_its_way_is_not_doubled() {
    let response = || {
        reply()
            .start("a1")
            .output("m1", json!("sent"))
            .step()
            .text("Sent at last.")
            .finish()
    };
    for rest in [
        vec![],
        vec![step(), growing("")],
        vec![step(), growing("Sent at")],
    ] {
        let mut saved = vec![step(), text("Shall I?"), approved("m1", "output-available")];
        saved.extend(rest);
        assert_eq!(
            shown(loaded(&saved), response()),
            "step, \"Shall I?\", m1 output-available, step, \"Sent at last.\""
        );
    }
}

#[test]
fn a_server_that_repeats_the_approved_call_makes_no_second_one() {
    let response = || {
        reply()
            .start_unnamed()
            .call("m1", "x", json!({}))
            .output("m1", json!("sent"))
            .step()
            .text("Sent.")
    };
    let at_send = [step(), approved("m1", "approval-responded")];
    let on_the_way = [
        step(),
        approved("m1", "output-available"),
        step(),
        growing("Se"),
    ];
    for saved in [&at_send[..], &on_the_way[..]] {
        assert_eq!(
            shown(loaded(saved), response()),
            "step, m1 output-available, step, \"Sent.\""
        );
    }
}

#[test]
fn a_first_response_that_was_saved_on_its_way_is_not_doubled() {
    let response = || {
        reply()
            .start("a1")
            .step()
            .text("It is ")
            .call("t1", "x", json!({}))
            .output("t1", json!("noon"))
            .step()
            .text("noon.")
    };
    let whole = "step, \"It is \", t1 output-available, step, \"noon.\"";
    let on_the_way = [
        vec![step(), growing("It")],
        vec![step(), text("It is ")],
        vec![step(), text("It is "), call("t1", "input-streaming")],
        vec![step(), text("It is "), call("t1", "input-available")],
        vec![step(), text("It is "), answered("t1")],
        vec![
            step(),
            text("It is "),
            answered("t1"),
            step(),
            growing("no"),
        ],
        vec![
            step(),
            text("It is "),
            answered("t1"),
            step(),
            text("noon."),
        ],
    ];
    for saved in on_the_way {
        assert_eq!(shown(loaded(&saved), response()), whole, "{saved:?}");
    }
}

#[test]
fn of_several_pauses_the_last_response_is_found() {
    let before = [
        step(),
        text("One."),
        answered("q1"),
        step(),
        text("Two."),
        answered("q2"),
    ];
    let response = || reply().start("a1").step().text("Three.").question("q3");
    let whole = "step, \"One.\", q1 output-available, step, \"Two.\", q2 output-available, \
                 step, \"Three.\", q3 input-available";
    for rest in [
        vec![],
        vec![step(), growing("Th")],
        vec![step(), text("Three."), call("q3", "input-available")],
    ] {
        let saved: Vec<Value> = before.iter().cloned().chain(rest).collect();
        assert_eq!(shown(loaded(&saved), response()), whole, "{saved:?}");
    }
}

#[test]
fn an_answer_given_while_the_question_still_streamed_is_kept() {
    let saved = [step(), text("Which?"), answered("q1"), growing("Take")];
    let mut chat = loaded(&saved);
    resume(
        &mut chat,
        reply()
            .start("a1")
            .step()
            .text("Which?")
            .input_start("q1", "x")
            .input_delta("q1", "{}")
            .call("q1", "x", json!({}))
            .text("Take your time."),
    );
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, \"Which?\", q1 output-available, \"Take your time.\""
    );
    assert_eq!(chat.call("q1")["output"], "answer");
}

#[test]
fn a_question_that_waits_takes_its_answer_after_the_response_was_resumed() {
    let saved = [step(), text("Which?"), call("q1", "input-available")];
    let mut chat = loaded(&saved);
    resume(
        &mut chat,
        reply()
            .start("a1")
            .step()
            .text("Which?")
            .call("q1", "x", json!({}))
            .text("Take your time.")
            .finish_with("tool-calls"),
    );
    chat.answers("q1", json!("a"));
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a1"));
    chat.server_replies(reply().start("a1").step().text("Good."));
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, \"Which?\", q1 output-available, \"Take your time.\", \
         step, \"Good.\""
    );
}

#[test]
fn an_approval_that_waits_is_asked_for_once() {
    let mut waiting = call("m1", "approval-requested");
    waiting["approval"] = json!({ "id": "ap" });
    let mut chat = loaded(&[step(), waiting]);
    resume(
        &mut chat,
        reply().start("a1").step().approval("ap", "m1").finish(),
    );
    assert_eq!(chat.controller.chat.items().iter().count(), 1);
    chat.approves("ap");
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a1"));
}

#[test]
fn an_approval_asked_for_after_the_copy_was_saved_waits() {
    let mut chat = loaded(&[step(), call("m1", "input-available")]);
    resume(
        &mut chat,
        reply().start("a1").step().approval("ap", "m1").finish(),
    );
    assert_eq!(chat.stage("m1"), Stage::Pending);
    assert_eq!(chat.call("m1")["state"], "approval-requested");
}

#[test]
fn a_response_of_its_own_is_a_message_of_its_own() {
    let mut chat = loaded(&[step(), text("Done.")]);
    resume(&mut chat, reply().start("a2").step().text("Else.").finish());
    assert_eq!(
        chat.shows(),
        "user: \"go\" | a1: step, \"Done.\" | a2: step, \"Else.\""
    );
}

#[test]
fn a_continuation_under_a_new_name_makes_no_second_message() {
    let response = || reply().start("minted").step().text("Go on.").finish();
    for rest in [vec![], vec![step(), growing("Go")]] {
        let mut saved = vec![step(), answered("q1")];
        saved.extend(rest);
        assert_eq!(
            shown(loaded(&saved), response()),
            "step, q1 output-available, step, \"Go on.\""
        );
    }
}

#[test]
fn a_repeated_response_that_stops_early_loses_nothing() {
    let saved = [
        step(),
        text("Need info."),
        answered("q1"),
        step(),
        growing("Go on and"),
    ];
    let mut chat = loaded(&saved);
    let before = chat.text();
    resume(
        &mut chat,
        reply()
            .start("a1")
            .step()
            .text_start("t")
            .text_delta("t", "Go"),
    );
    assert_eq!(chat.text(), before);
}

#[test]
fn a_repeated_response_that_fails_says_so_and_loses_nothing() {
    let saved = [
        step(),
        text("Need info."),
        answered("q1"),
        step(),
        growing("Go on and"),
    ];
    let mut chat = loaded(&saved);
    let before = chat.text();
    chat.resumes();
    chat.finds_a_stream();
    chat.server_replies(reply().start("a1").step().text_start("t").error("boom"));
    assert_eq!(chat.last_error().1, "boom");
    assert_eq!(chat.status(), ChatStatus::Error);
    assert_eq!(chat.text(), before);
}

#[test]
fn rubbish_in_a_repeated_response_is_an_error_and_loses_nothing() {
    let mut chat = loaded(&[step(), growing("Go on and")]);
    let before = chat.text();
    chat.resumes();
    chat.finds_a_stream();
    chat.server_streams(reply().start("a1").step().text_start("t"));
    chat.server_sends_bytes(b"data: {rubbish\n\n");
    assert_eq!(chat.status(), ChatStatus::Error);
    assert_eq!(chat.text(), before);
}

#[test]
fn what_is_repeated_does_not_show_before_it_is_new() {
    let mut chat = loaded(&[step(), growing("Go on and")]);
    chat.resumes();
    chat.finds_a_stream();
    chat.so_far();
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .text_start("t")
            .text_delta("t", "Go on"),
    );
    assert_eq!(chat.shows(), "user: \"go\" | a1: step, \"Go on and…\"");
    assert_eq!(chat.told(), [""; 0]);
    chat.server_streams(reply().text_delta("t", " and on"));
    assert_eq!(chat.shows(), "user: \"go\" | a1: step, \"Go on and on…\"");
    assert_eq!(chat.told(), ["status streaming"]);
}

#[test]
fn a_stop_while_a_response_is_repeated_ends_it() {
    let mut chat = loaded(&[step(), growing("Go on and")]);
    let before = chat.text();
    chat.resumes();
    chat.finds_a_stream();
    chat.server_streams(reply().start("a1").step().text_start("t"));
    chat.stops();
    assert_eq!(chat.status(), ChatStatus::Ready);
    assert_eq!(chat.text(), before);
}

#[test]
fn messages_replaced_while_a_response_is_repeated_lose_nothing() {
    let mut chat = loaded(&[step(), growing("Go on and")]);
    chat.resumes();
    chat.finds_a_stream();
    chat.server_streams(reply().start("a1").step().text_start("t"));
    chat.changes_messages(|messages| {
        messages.pop();
    });
    chat.server_streams(reply().text_delta("t", "Go on and on").text_end("t"));
    chat.server_ends();
    assert_eq!(chat.errors(), []);
    assert_eq!(chat.shows(), "user: \"go\"");
}

#[test]
fn a_text_goes_on_where_it_was_after_a_reload() {
    let saved = [step(), text("One."), growing("Two")];
    let response = reply()
        .text_delta("t7", " and three.")
        .text_end("t7")
        .finish();
    assert_eq!(
        shown(loaded(&saved), response),
        "step, \"One.\", \"Two and three.\""
    );
}

#[test]
fn metadata_that_is_repeated_is_merged() {
    let mut chat = loaded(&[step(), growing("Go")]);
    let metadata = json!({ "type": "message-metadata", "messageMetadata": { "n": 1 } });
    resume(
        &mut chat,
        reply().start("a1").chunk(metadata).step().text("Go on."),
    );
    assert_eq!(chat.last_message()["metadata"], json!({ "n": 1 }));
}

#[test]
fn data_that_is_repeated_is_kept_once_and_up_to_date() {
    let data = |value: i32| json!({ "type": "data-progress", "id": "p", "data": value });
    let log = |line: &str| json!({ "type": "data-log", "data": line });
    let mut chat = loaded(&[step(), data(1), log("a")]);
    resume(
        &mut chat,
        reply()
            .start("a1")
            .step()
            .chunk(data(1))
            .chunk(log("a"))
            .chunk(data(2))
            .chunk(log("b")),
    );
    assert_eq!(
        chat.last_message()["parts"],
        json!([step(), data(2), log("a"), log("b")])
    );
}

#[test]
fn the_callback_for_calls_comes_again_only_after_a_reload() {
    let begin = || reply().start("a1").step().call("c1", "x", json!({}));
    let mut chat = Conversation::new().with_hooks(|hooks| hooks.tool_call = true);
    chat.says("go");
    chat.server_streams(begin());
    assert!(chat.told().contains(&"tool call c1".to_owned()));
    chat.callback_returns();
    let mut reloaded = chat.reloaded().with_hooks(|hooks| hooks.tool_call = true);
    chat.connection_breaks();
    chat.so_far();
    chat.resumes();
    chat.finds_a_stream();
    chat.server_replies(begin().text("more"));
    assert!(!chat.told().contains(&"tool call c1".to_owned()));
    reloaded.resumes();
    reloaded.finds_a_stream();
    reloaded.server_streams(begin().text("more"));
    assert!(reloaded.told().contains(&"tool call c1".to_owned()));
    reloaded.callback_returns();
    assert_eq!(
        reloaded.shows(),
        "user: \"go\" | a1: step, c1 input-available, \"more\""
    );
}

#[test]
fn an_answer_whose_response_broke_off_is_settled_by_what_follows() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .approval("ap", "m1")
            .question("q1"),
    );
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    chat.connection_breaks();
    assert_eq!(chat.stage("m1"), Stage::Unknown);
    assert_eq!(chat.stage("q1"), Stage::Unknown);
    chat.resumes();
    chat.finds_a_stream();
    chat.server_replies(
        reply()
            .start("a1")
            .output("m1", json!("sent"))
            .step()
            .text("Done.")
            .finish(),
    );
    assert_eq!(chat.stage("m1"), Stage::Settled(Outcome::Approved));
    assert_eq!(chat.stage("q1"), Stage::Settled(Outcome::Answered));
    assert_eq!(chat.requests().len(), 2, "nothing was sent again");
}

#[test]
fn an_answer_of_unknown_outcome_stays_so_where_only_the_response_that_asked_is_repeated() {
    let mut chat = Conversation::new();
    chat.says("go");
    let asking = || {
        reply()
            .start("a1")
            .step()
            .text("Let me ask.")
            .approval("ap", "m1")
            .question("q1")
    };
    chat.server_replies(asking());
    chat.approves("ap");
    chat.answers("q1", json!("a"));
    chat.connection_breaks();
    chat.resumes();
    chat.finds_a_stream();
    chat.server_replies(asking().finish());
    assert_eq!(chat.stage("m1"), Stage::Unknown);
    assert_eq!(chat.stage("q1"), Stage::Unknown);
}

#[test]
fn an_answer_of_unknown_outcome_stays_so_where_there_is_nothing_to_resume() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap", "m1"));
    chat.approves("ap");
    chat.connection_breaks();
    chat.resumes();
    chat.finds_nothing_to_resume();
    assert_eq!(chat.stage("m1"), Stage::Unknown);
}

#[test]
fn chunks_of_the_applications_transport_are_repeated_as_well() {
    let mut chat = loaded(&[step(), growing("Go")]);
    chat.resumes();
    chat.finds_a_stream();
    for chunk in reply().start("a1").step().text("Go on.").finish().0 {
        chat.transport_gives(&chunk);
    }
    chat.server_ends();
    assert_eq!(chat.shows(), "user: \"go\" | a1: step, \"Go on.\"");
}
