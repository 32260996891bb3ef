//! `start`, steps, `finish`, `error`, `abort`.

use countersign::model::{ChatStatus, ErrorCode};
use serde_json::json;

use crate::conversation::{Conversation, reply};
use crate::stage::parts;

fn asked() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.so_far();
    chat
}

#[test]
fn a_start_names_the_message() {
    let mut chat = asked();
    chat.server_streams(reply().start("a1").text("x"));
    assert_eq!(chat.last_message()["id"], "a1");
    assert_eq!(chat.last_message()["role"], "assistant");
}

#[test]
fn without_a_name_the_message_has_the_id_that_was_drawn_for_it() {
    let mut chat = Conversation::new();
    chat.names_the_next_answer("drawn");
    chat.says("hi");
    chat.server_streams(reply().start_unnamed().text("x"));
    assert_eq!(chat.last_message()["id"], "drawn");
}

#[test]
fn without_a_start_the_message_has_the_id_that_was_drawn_for_it() {
    let mut chat = Conversation::new();
    chat.names_the_next_answer("drawn");
    chat.says("hi");
    chat.server_streams(reply().text("x"));
    assert_eq!(chat.last_message()["id"], "drawn");
}

#[test]
fn a_later_start_renames_the_message() {
    let mut chat = asked();
    chat.server_streams(reply().start("a1").text("x").start("a2").text("y"));
    assert_eq!(chat.shows(), "user: \"hi\" | a2: \"x\", \"y\"");
}

#[test]
fn a_message_of_the_same_id_is_replaced() {
    let mut chat = asked();
    chat.server_replies(reply().start("a1").text("old"));
    chat.says("again");
    chat.server_streams(reply().start("a1").text("new"));
    assert_eq!(chat.shows().matches("a1").count(), 1);
    assert!(chat.shows().contains("\"new\""));
}

#[test]
fn a_continued_message_keeps_its_id_whatever_the_server_says() {
    let mut chat = asked();
    chat.server_replies(reply().start("a1").step().question("q1"));
    chat.answers("q1", json!(1));
    chat.server_replies(reply().start("minted").step().text("Good."));
    assert_eq!(
        chat.shows(),
        "user: \"hi\" | a1: step, q1 output-available, step, \"Good.\""
    );
}

#[test]
fn a_step_shows_with_what_comes_after_it() {
    let mut chat = asked();
    chat.server_streams(reply().start("a1").text("x").step());
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"x\"");
    chat.server_streams(reply().text("y"));
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"x\", step, \"y\"");
}

#[test]
fn steps_that_follow_the_name_of_a_new_message_show_at_once() {
    let mut chat = asked();
    chat.server_streams(reply().start("a1").step());
    assert_eq!(chat.shows(), "user: \"hi\" | a1: step");
    assert_eq!(chat.status(), ChatStatus::Submitted, "a step is no content");
}

#[test]
fn empty_steps_show_as_well() {
    let step = json!({ "type": "start-step" });
    let file = json!({ "type": "file", "mediaType": "m", "url": "u" });
    let parts = parts(&[step.clone(), step, file]);
    assert_eq!(parts[0], json!({ "type": "step-start" }));
    assert_eq!(parts[1], json!({ "type": "step-start" }));
}

#[test]
fn the_end_of_a_step_changes_nothing() {
    let mut chat = asked();
    chat.server_streams(
        reply()
            .start("a1")
            .text_start("t")
            .step_end()
            .text_delta("t", "x"),
    );
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"x…\"");
}

#[test]
fn a_reset_step_withdraws_what_the_step_has_said() {
    let reset = json!({ "type": "reset-step" });
    let mut chat = asked();
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .text("keep")
            .step()
            .text("drop")
            .approval("ap", "m1")
            .chunk(reset),
    );
    assert_eq!(chat.shows(), "user: \"hi\" | a1: step, \"keep\", step");
    assert_eq!(
        chat.tries_to_decide("ap", true),
        Err(ErrorCode::Cancelled),
        "the agent has taken it back"
    );
}

#[test]
fn a_reset_step_forgets_what_was_growing() {
    let reset = json!({ "type": "reset-step" });
    for (begin, go_on) in [
        (reply().text_start("t"), reply().text_delta("t", "x")),
        (
            reply().input_start("c", "x"),
            reply().input_delta("c", "{}"),
        ),
    ] {
        let mut chat = asked();
        chat.server_streams(begin.chunk(reset.clone()));
        chat.server_streams(go_on);
        assert_eq!(chat.last_error().0, ErrorCode::ChunkOrder);
    }
}

#[test]
fn a_reset_of_an_empty_step_is_no_content() {
    let mut chat = asked();
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .chunk(json!({ "type": "reset-step" })),
    );
    assert_eq!(chat.status(), ChatStatus::Submitted);
}

#[test]
fn the_reason_of_a_finish_is_told_at_the_end() {
    for reason in [
        "stop",
        "length",
        "content-filter",
        "tool-calls",
        "error",
        "interrupted",
        "other",
    ] {
        let mut chat = asked();
        chat.server_streams(reply().start("a1").text("x"));
        chat.so_far();
        chat.server_replies(reply().finish_with(reason));
        assert_eq!(
            chat.told(),
            ["status ready", format!("finish with {reason}").as_str()]
        );
    }
}

#[test]
fn a_finish_without_reason_keeps_an_earlier_one() {
    let mut chat = asked();
    chat.server_streams(reply().start("a1").text("x").finish_with("length"));
    chat.server_streams(reply().chunk(json!({ "type": "finish" })));
    chat.so_far();
    chat.server_ends();
    assert_eq!(chat.told(), ["status ready", "finish with length"]);
}

#[test]
fn an_error_chunk_is_the_error_that_the_server_says() {
    let mut chat = asked();
    chat.server_streams(reply().start("a1").error("An error occurred."));
    assert_eq!(chat.last_error(), (ErrorCode::Server, "An error occurred."));
}

#[test]
fn an_abort_chunk_changes_nothing() {
    let mut chat = asked();
    let abort = json!({ "type": "abort", "reason": "closed" });
    chat.server_streams(reply().start("a1").chunk(abort).text("x"));
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"x\"");
}
