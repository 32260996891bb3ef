//! Two requests under way at once.

use countersign::model::ChatStatus;

use crate::conversation::{Conversation, reply};

/// The first response is streaming, the second is asked for.
fn two_sends() -> (Conversation, [countersign::chat::RunId; 2]) {
    let mut chat = Conversation::new();
    chat.says("one");
    let first = chat.last_request().run;
    chat.server_streams(reply().start("a1").text_start("t").text_delta("t", "1"));
    chat.says("two");
    let second = chat.last_request().run;
    chat.so_far();
    (chat, [first, second])
}

#[test]
fn each_response_goes_into_its_own_message() {
    let (mut chat, [first, second]) = two_sends();
    chat.server_streams_to(
        second,
        reply().start("a2").text_start("t").text_delta("t", "2"),
    );
    chat.server_streams_to(first, reply().text_delta("t", "1"));
    chat.server_streams_to(second, reply().text_delta("t", "2"));
    assert_eq!(
        chat.shows(),
        "user: \"one\" | a1: \"11…\" | user: \"two\" | a2: \"22…\""
    );
}

#[test]
fn ready_never_shows_while_one_is_under_way() {
    let (mut chat, [first, second]) = two_sends();
    chat.server_streams_to(second, reply().start("a2").text("2"));
    chat.server_ends_run(first);
    assert_eq!(chat.status(), ChatStatus::Streaming);
    chat.server_ends_run(second);
    assert_eq!(chat.status(), ChatStatus::Ready);
    let statuses = chat.told();
    let ready = statuses
        .iter()
        .filter(|told| *told == "status ready")
        .count();
    assert_eq!(ready, 1);
}

#[test]
fn after_the_first_ends_the_second_is_still_submitted() {
    let (mut chat, [first, _]) = two_sends();
    chat.server_ends_run(first);
    assert_eq!(chat.status(), ChatStatus::Submitted);
}

#[test]
fn a_stop_ends_both() {
    let (mut chat, [first, second]) = two_sends();
    chat.stops();
    assert_eq!(
        chat.told(),
        [
            "status ready",
            "abort",
            "finish stopped",
            "abort",
            "finish stopped"
        ]
    );
    chat.server_streams_to(first, reply().text_delta("t", "late"));
    chat.server_streams_to(second, reply().start("a2").text("late"));
    assert_eq!(chat.shows(), "user: \"one\" | a1: \"1…\" | user: \"two\"");
}

#[test]
fn a_failure_of_one_does_not_end_the_other() {
    let (mut chat, [first, second]) = two_sends();
    chat.server_streams_to(first, reply().error("boom"));
    chat.server_streams_to(second, reply().start("a2").text("2"));
    assert_eq!(chat.status(), ChatStatus::Streaming);
    chat.server_ends_run(second);
    assert_eq!(
        chat.shows(),
        "user: \"one\" | a1: \"1…\" | user: \"two\" | a2: \"2\""
    );
    assert_eq!(
        chat.status(),
        ChatStatus::Error,
        "the failure was not cleared"
    );
}

#[test]
fn both_promises_are_kept() {
    let (mut chat, [first, second]) = two_sends();
    chat.server_ends_run(second);
    chat.server_ends_run(first);
    assert_eq!(chat.promises_kept(), 2);
}

#[test]
fn the_promise_of_one_does_not_fail_with_the_other() {
    let (mut chat, [first, second]) = two_sends();
    chat.server_streams_to(first, reply().error("boom"));
    assert_eq!(chat.promises(), (0, 1));
    chat.server_ends_run(second);
    assert_eq!(chat.promises(), (1, 0));
}
