//! What a late answer is told, state by state.

use countersign::human::{Outcome, Stage};
use serde_json::json;

use crate::asked::{asked_in, asked_to_approve, asks, may_run, ran};
use crate::conversation::{Automatic, Conversation, reply};

use super::table::table;

/// An approval of the call `c1` in this state.
fn in_state(state: &str) -> Conversation {
    let mut chat = asked_to_approve(&["c1"]);
    match state {
        "pending" => {}
        "answered" => {
            chat = asked_in(Conversation::new().sending(Automatic::Off), &["c1"]);
            chat.allows("c1");
        }
        "sending" => chat.allows("c1"),
        "unknown" => {
            chat.allows("c1");
            chat.connection_breaks();
        }
        "approved" => {
            chat.allows("c1");
            chat.server_replies(ran(&["c1"]));
        }
        "denied" => {
            chat.refuses("c1");
            chat.server_replies(reply().start("a1").denied("c1"));
        }
        "settled" => {
            chat = Conversation::new();
            chat.says("go");
            chat.server_replies(reply().start("a1").step().question("c1"));
            chat.answers("c1", json!("yes"));
            chat.server_replies(reply().start("a1").step().text("Fine."));
        }
        "cancelled" => {
            chat = Conversation::new();
            chat.says("go");
            chat.server_streams(asks(reply().start("a1"), &["c1"]));
            chat.stops();
        }
        "expired" => {
            chat = asked_in(
                Conversation::new().with_human(|settings| settings.deadline = Some(1)),
                &["c1"],
            );
            chat.waits(1);
        }
        "superseded" => chat.says("never mind"),
        "withdrawn" => {
            chat = Conversation::new();
            let waiter = chat.backend_asks("mcp/files", may_run("c1"));
            chat.backend_gives_up(waiter);
        }
        other => panic!("no item is {other}"),
    }
    assert_eq!(chat.named("c1")["stage"], state);
    chat
}

#[test]
fn every_state_is_on_the_page() {
    let listed: Vec<String> = table("state", "what it means")
        .into_iter()
        .map(|row| row[0].clone())
        .collect();
    let mut known = vec![
        Stage::Pending.name(),
        Stage::Answered.name(),
        Stage::Sending(0).name(),
        Stage::Unknown.name(),
    ];
    known.extend(Outcome::ALL.map(Outcome::name));
    assert_eq!(listed, known);
}

#[test]
fn a_late_answer_is_told_what_the_page_says() {
    for row in table("state", "what it means") {
        let (state, told) = (&row[0], &row[3]);
        let mut chat = in_state(state);
        let before = chat.text();
        match chat.responds("c1", json!(false)) {
            Ok(()) => assert_eq!(told, "–", "{state}"),
            Err(error) => {
                assert_eq!(error.code.name(), told, "{state}");
                assert_eq!(chat.text(), before, "{state}: nothing has changed");
            }
        }
    }
}

#[test]
fn what_a_person_can_do_is_possible_and_nothing_else() {
    for row in table("state", "what it means") {
        let (state, can) = (&row[0], &row[2]);
        let resent = in_state(state).resends("c1").is_ok();
        assert_eq!(
            resent,
            can.contains("sent again") || can.contains("send it again"),
            "{state}: {can}"
        );
        let is_listed = !in_state(state).listed().is_empty();
        assert_eq!(is_listed, state == "pending", "{state}");
    }
}
