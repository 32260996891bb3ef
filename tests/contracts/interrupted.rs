//! A response that the server interrupted is not continued by itself, also not
//! by answers that come later.

use countersign::human::Stage;
use serde_json::json;

use crate::conversation::{Automatic, Conversation, reply};

fn interrupted() -> Conversation {
    let mut chat = Conversation::new().sending(Automatic::Always);
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .question("q1")
            .finish_with("interrupted"),
    );
    chat.so_far();
    chat
}

#[test]
fn an_interruption_is_told_and_asks_nothing() {
    let mut chat = Conversation::new().sending(Automatic::Always);
    chat.says("go");
    chat.server_streams(reply().start("a1").step().question("q1"));
    chat.answers("q1", json!("a"));
    chat.so_far();
    chat.server_replies(reply().finish_with("interrupted"));
    assert_eq!(chat.told(), ["status ready", "finish with interrupted"]);
}

#[test]
fn a_later_answer_is_kept_and_not_sent() {
    let mut chat = interrupted();
    chat.answers("q1", json!("a"));
    assert_eq!(chat.told(), [""; 0]);
    assert_eq!(chat.stage("q1"), Stage::Answered);
}

#[test]
fn the_person_can_have_it_sent() {
    let mut chat = interrupted();
    chat.answers("q1", json!("a"));
    chat.sends_again();
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a1"));
}

#[test]
fn a_response_that_ends_well_lifts_it() {
    let mut chat = interrupted();
    chat.answers("q1", json!("a"));
    chat.sends_again();
    chat.server_replies(reply().start("a1").step().question("q2").finish());
    chat.answers("q2", json!("b"));
    assert_eq!(chat.requests().len(), 3);
}

#[test]
fn an_interruption_counts_also_when_the_response_breaks_afterwards() {
    let mut chat = Conversation::new().sending(Automatic::Always);
    chat.says("go");
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .question("q1")
            .finish_with("interrupted"),
    );
    chat.connection_breaks();
    chat.answers("q1", json!("a"));
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn another_message_is_not_held_up() {
    let mut chat = interrupted();
    chat.says("something else");
    chat.server_replies(reply().start("a2").step().question("q2").finish());
    chat.answers("q2", json!("b"));
    assert_eq!(chat.requests().len(), 3);
}
