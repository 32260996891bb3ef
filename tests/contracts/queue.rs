//! Messages written while the agent is busy or waits go out one by one.

use countersign::model::ChatStatus;
use serde_json::json;

use crate::conversation::{Automatic, Conversation, Reply, reply};

fn answer(id: &str) -> Reply {
    reply().start(id).step().text("ok").finish()
}

/// One in which the agent is busy with "one".
fn busy() -> Conversation {
    let mut chat = Conversation::new().queueing();
    chat.says("one");
    chat.server_streams(reply().start("a1").step().text_start("t"));
    chat
}

fn says(chat: &mut Conversation, id: &str) {
    let message = json!({ "id": id, "role": "user", "parts": [{ "type": "text", "text": id }] });
    chat.sends_message(&message, None, 0).unwrap();
}

/// The ids of the messages that wait.
fn queued(chat: &Conversation) -> Vec<String> {
    let list: serde_json::Value = serde_json::from_str(&chat.controller.view.queue_json()).unwrap();
    let ids = list.as_array().unwrap().iter();
    ids.map(|message| message["id"].as_str().unwrap().to_owned())
        .collect()
}

fn last_sent(chat: &Conversation) -> String {
    let messages = chat.last_request().messages.as_array().unwrap().clone();
    messages.last().unwrap()["id"].as_str().unwrap().to_owned()
}

#[test]
fn without_the_queue_everything_is_sent_at_once() {
    let mut chat = Conversation::new();
    chat.says("one");
    chat.says("two");
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn an_idle_conversation_sends_at_once() {
    let mut chat = Conversation::new().queueing();
    says(&mut chat, "u");
    assert_eq!(chat.requests().len(), 1);
    assert!(queued(&chat).is_empty());
}

#[test]
fn messages_written_meanwhile_wait() {
    let mut chat = busy();
    says(&mut chat, "two");
    says(&mut chat, "three");
    assert_eq!(queued(&chat), ["two", "three"]);
    assert_eq!(chat.requests().len(), 1);
    assert_eq!(chat.messages().as_array().unwrap().len(), 2);
}

#[test]
fn each_goes_when_the_response_before_it_is_over() {
    let mut chat = busy();
    says(&mut chat, "two");
    says(&mut chat, "three");
    chat.server_replies(reply().text_end("t").finish());
    assert_eq!(last_sent(&chat), "two");
    assert_eq!(queued(&chat), ["three"]);
    chat.server_replies(answer("a2"));
    assert_eq!(last_sent(&chat), "three");
    assert!(queued(&chat).is_empty());
    assert_eq!(chat.requests().len(), 3);
}

#[test]
fn a_waiting_message_goes_with_its_own_options() {
    let mut chat = busy();
    let message = json!({ "id": "two", "role": "user", "parts": [] });
    chat.sends_message(&message, None, 7).unwrap();
    chat.server_replies(reply().text_end("t").finish());
    assert_eq!(chat.last_request().options, 7);
}

#[test]
fn the_promise_of_a_message_that_waits_is_kept_at_once() {
    let mut chat = busy();
    chat.so_far();
    says(&mut chat, "two");
    assert_eq!(chat.promises_kept(), 1);
}

#[test]
fn the_promise_of_the_first_turn_is_kept_when_nothing_waits_any_more() {
    let mut chat = busy();
    says(&mut chat, "two");
    chat.so_far();
    chat.server_replies(reply().text_end("t").finish());
    assert_eq!(chat.promises_kept(), 0);
    chat.server_replies(answer("a2"));
    assert_eq!(chat.promises_kept(), 1);
}

#[test]
fn messages_wait_while_the_agent_waits_for_an_answer() {
    let mut chat = Conversation::new().queueing();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q"));
    says(&mut chat, "two");
    assert_eq!(queued(&chat), ["two"]);
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn the_continuation_with_the_answer_goes_before_the_next_message() {
    let mut chat = Conversation::new().queueing();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q"));
    says(&mut chat, "two");
    chat.answers("q", json!("a"));
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a1"));
    assert_eq!(queued(&chat), ["two"]);
    chat.server_replies(answer("a1"));
    assert_eq!(last_sent(&chat), "two");
}

#[test]
fn an_answer_that_is_not_sent_by_itself_lets_the_next_message_go() {
    let mut chat = Conversation::new().queueing().sending(Automatic::Off);
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q"));
    says(&mut chat, "two");
    chat.answers("q", json!("a"));
    assert_eq!(last_sent(&chat), "two");
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn a_decision_that_is_not_sent_by_itself_goes_before_the_next_message() {
    let mut chat = Conversation::new().queueing().sending(Automatic::Off);
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap", "m"));
    chat.approves("ap");
    says(&mut chat, "two");
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a1"));
    assert_eq!(queued(&chat), ["two"]);
    chat.server_replies(
        reply()
            .output("m", json!("sent"))
            .step()
            .text("ok")
            .finish(),
    );
    assert_eq!(last_sent(&chat), "two");
}

#[test]
fn a_decision_of_unknown_outcome_holds_nothing_up_and_is_not_sent_again() {
    let mut chat = Conversation::new().queueing();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().approval("ap", "m"));
    chat.approves("ap");
    chat.connection_breaks();
    says(&mut chat, "two");
    assert_eq!(last_sent(&chat), "two");
    assert_eq!(chat.call("m")["state"], "output-error");
}

#[test]
fn a_stop_pauses_what_waits() {
    let mut chat = busy();
    says(&mut chat, "two");
    chat.stops();
    assert_eq!(queued(&chat), ["two"]);
    assert_eq!(chat.requests().len(), 1);
    assert_eq!(chat.status(), ChatStatus::Ready);
}

#[test]
fn an_error_pauses_what_waits() {
    let mut chat = busy();
    says(&mut chat, "two");
    chat.server_refuses_with(500);
    assert_eq!(queued(&chat), ["two"]);
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn an_interruption_pauses_what_waits() {
    let mut chat = busy();
    says(&mut chat, "two");
    chat.server_replies(reply().text_end("t").finish_with("interrupted"));
    assert_eq!(queued(&chat), ["two"]);
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn the_next_message_lets_the_paused_go_on_in_their_order() {
    let mut chat = busy();
    says(&mut chat, "two");
    chat.stops();
    says(&mut chat, "three");
    assert_eq!(last_sent(&chat), "two");
    assert_eq!(queued(&chat), ["three"]);
    chat.server_replies(answer("a2"));
    assert_eq!(last_sent(&chat), "three");
}

#[test]
fn an_idle_stop_lets_the_next_message_pass_what_was_asked() {
    let mut chat = Conversation::new().queueing();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q"));
    chat.stops();
    says(&mut chat, "two");
    assert_eq!(last_sent(&chat), "two");
    assert_eq!(chat.call("q")["state"], "output-error");
}

#[test]
fn a_removed_message_is_not_sent() {
    let mut chat = busy();
    says(&mut chat, "two");
    says(&mut chat, "three");
    chat.removes_queued("two");
    assert_eq!(queued(&chat), ["three"]);
    chat.server_replies(reply().text_end("t").finish());
    assert_eq!(last_sent(&chat), "three");
}

#[test]
fn sending_one_now_stops_the_response_and_sends_the_others_after_it() {
    let mut chat = busy();
    says(&mut chat, "two");
    says(&mut chat, "three");
    chat.so_far();
    chat.sends_queued_now("three");
    assert!(chat.told().contains(&"finish stopped".to_owned()));
    assert_eq!(last_sent(&chat), "three");
    assert_eq!(queued(&chat), ["two"]);
    chat.server_replies(answer("a2"));
    assert_eq!(last_sent(&chat), "two");
}

#[test]
fn sending_one_now_that_is_not_there_changes_nothing() {
    let mut chat = busy();
    says(&mut chat, "two");
    chat.so_far();
    chat.sends_queued_now("nobody");
    assert_eq!(chat.told(), [""; 0]);
    assert_eq!(queued(&chat), ["two"]);
}

#[test]
fn editing_drops_what_waits_and_stops_the_response() {
    let mut chat = Conversation::new().queueing();
    says(&mut chat, "one");
    chat.server_streams(reply().start("a1").step().text_start("t"));
    says(&mut chat, "two");
    chat.edits("one", "One").unwrap();
    assert!(queued(&chat).is_empty());
    assert_eq!(chat.requests().len(), 2);
    assert_eq!(chat.shows(), "user: \"One\"");
}

#[test]
fn a_refused_edit_drops_nothing() {
    let mut chat = busy();
    says(&mut chat, "two");
    assert!(chat.edits("nobody", "One").is_err());
    assert_eq!(queued(&chat), ["two"]);
    assert_eq!(chat.status(), ChatStatus::Streaming);
}

#[test]
fn regenerating_drops_what_waits() {
    let mut chat = busy();
    says(&mut chat, "two");
    chat.regenerates(None).unwrap();
    assert!(queued(&chat).is_empty());
    assert_eq!(chat.last_request().trigger.name(), "regenerate-message");
}

#[test]
fn a_message_sent_in_on_finish_waits_for_the_continuation() {
    let mut chat = Conversation::new().queueing();
    chat.says("go");
    chat.server_streams(reply().start("a1").step().question("q"));
    chat.answers("q", json!("a"));
    chat.on("finish", |chat| says(chat, "two"));
    chat.server_ends();
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a1"));
    assert_eq!(queued(&chat), ["two"]);
}

#[test]
fn a_message_waits_while_the_application_decides_about_sending() {
    let mut chat = Conversation::new().queueing().sending(Automatic::Later);
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("q"));
    chat.answers("q", json!("a"));
    says(&mut chat, "two");
    assert_eq!(queued(&chat), ["two"]);
    chat.predicate_says(true);
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a1"));
}
