//! Statuses and callbacks, and the order in which the host is told.

use countersign::model::{ChatStatus, ErrorCode};
use serde_json::json;

use crate::conversation::{Automatic, Conversation, reply};

#[test]
fn a_request_is_submitted_at_once() {
    let mut chat = Conversation::new();
    chat.says("hi");
    assert_eq!(chat.told(), ["status submitted", "request submit-message"]);
}

#[test]
fn starts_and_steps_are_no_content_yet() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.so_far();
    chat.server_streams(reply().start("a1").step());
    assert_eq!(chat.told(), [""; 0]);
    assert_eq!(chat.status(), ChatStatus::Submitted);
}

#[test]
fn the_first_content_is_streaming_once() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.so_far();
    chat.server_streams(reply().start("a1").step().text("Hello"));
    assert_eq!(chat.told(), ["status streaming"]);
}

#[test]
fn a_named_message_shows_before_it_has_content() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start("a1"));
    assert_eq!(chat.shows(), "user: \"hi\" | a1: ");
}

#[test]
fn an_unnamed_message_shows_with_its_first_content_only() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start_unnamed().step());
    assert_eq!(chat.shows(), "user: \"hi\"");
}

#[test]
fn the_end_is_ready_first_and_finish_afterwards() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start("a1").step().text("Hello").finish());
    chat.so_far();
    chat.server_ends();
    assert_eq!(chat.told(), ["status ready", "finish with stop"]);
}

#[test]
fn the_finish_chunk_alone_ends_nothing() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start("a1").text("Hello").finish());
    assert_eq!(chat.status(), ChatStatus::Streaming);
    chat.server_streams(reply().text("more"));
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello\", \"more\"");
}

#[test]
fn a_failure_is_told_first_then_shown_then_finished() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start("a1").text_start("t").text_delta("t", "Hel"));
    chat.so_far();
    chat.server_streams(reply().error("boom"));
    assert_eq!(chat.told(), ["error boom", "status error", "finish failed"]);
    assert_eq!(chat.last_error(), (ErrorCode::Server, "boom"));
}

#[test]
fn a_failure_keeps_what_came_and_drops_what_follows() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(
        reply()
            .start("a1")
            .text_start("t")
            .text_delta("t", "Hel")
            .error("boom")
            .text_delta("t", "lo"),
    );
    chat.server_ends();
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hel…\"");
    assert_eq!(chat.status(), ChatStatus::Error);
}

#[test]
fn a_failure_sends_nothing_by_itself() {
    let mut chat = Conversation::new().sending(Automatic::Always);
    chat.says("hi");
    chat.server_streams(reply().start("a1").question("q1"));
    chat.answers("q1", json!("yes"));
    chat.so_far();
    chat.server_streams(reply().error("boom"));
    assert_eq!(chat.told(), ["error boom", "status error", "finish failed"]);
}

#[test]
fn a_broken_connection_says_so() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start("a1").text("Hello"));
    chat.so_far();
    chat.connection_breaks();
    assert_eq!(
        chat.told(),
        [
            "error network error",
            "status error",
            "finish failed disconnected"
        ]
    );
}

#[test]
fn a_stop_is_ready_and_finish_and_sends_nothing() {
    let mut chat = Conversation::new().sending(Automatic::Always);
    chat.says("hi");
    chat.server_streams(reply().start("a1").text_start("t").text_delta("t", "Hel"));
    chat.so_far();
    chat.stops();
    assert_eq!(chat.told(), ["status ready", "abort", "finish stopped"]);
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hel…\"");
}

#[test]
fn a_new_request_clears_the_error() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_refuses_with(500);
    assert_eq!(chat.status(), ChatStatus::Error);
    chat.so_far();
    chat.says("again");
    assert_eq!(chat.told(), ["status submitted", "request submit-message"]);
    chat.server_replies(reply().start("a1").text("Hello"));
    assert_eq!(chat.status(), ChatStatus::Ready);
}

#[test]
fn clearing_an_error_is_ready() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_refuses_with(500);
    chat.so_far();
    chat.clears_error();
    assert_eq!(chat.told(), ["status ready"]);
}

#[test]
fn clearing_without_an_error_changes_nothing() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start("a1").text("Hello"));
    chat.so_far();
    chat.clears_error();
    assert_eq!(chat.told(), [""; 0]);
    assert_eq!(chat.status(), ChatStatus::Streaming);
}

#[test]
fn an_empty_response_is_no_error_and_adds_no_message() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.so_far();
    chat.server_ends();
    assert_eq!(chat.told(), ["status ready", "finish"]);
    assert_eq!(chat.shows(), "user: \"hi\"");
}

#[test]
fn an_abort_chunk_is_not_an_abort() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.so_far();
    chat.server_replies(
        reply()
            .start("a1")
            .text("Hello")
            .chunk(json!({ "type": "abort" })),
    );
    assert_eq!(chat.told(), ["status streaming", "status ready", "finish"]);
}

#[test]
fn a_promise_is_kept_when_all_that_follows_by_itself_is_over() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start("a1").step().question("q1").finish());
    chat.answers("q1", json!("yes"));
    chat.server_ends();
    assert_eq!(chat.requests().len(), 2, "the answer goes out by itself");
    assert_eq!(chat.promises_kept(), 0);
    chat.server_replies(reply().start("a1").step().text("Good"));
    assert_eq!(chat.promises_kept(), 1);
}

#[test]
fn the_promise_of_a_turn_that_fails_says_so() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.so_far();
    chat.server_refuses_with(500);
    assert_eq!(chat.promises(), (0, 1));
}

#[test]
fn a_promise_is_kept_after_a_stop() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.so_far();
    chat.stops();
    assert_eq!(chat.promises(), (1, 0));
}

#[test]
fn the_promise_of_a_turn_fails_with_what_the_turn_sends_by_itself() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start("a1").step().question("q1").finish());
    chat.answers("q1", json!("yes"));
    chat.server_ends();
    chat.so_far();
    chat.server_refuses_with(500);
    assert_eq!(chat.promises(), (0, 1));
}

#[test]
fn listeners_are_told_after_every_event_when_they_ask_for_it() {
    let mut chat = Conversation::new().with_hooks(|hooks| hooks.every_chunk = true);
    chat.says("hi");
    chat.so_far();
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .text_start("t")
            .text_delta("t", "a")
            .text_delta("t", "b"),
    );
    assert_eq!(
        chat.told(),
        [
            "publish",
            "status streaming",
            "publish",
            "publish",
            "publish"
        ]
    );
}
