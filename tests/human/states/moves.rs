//! Every move of the page happens as it says.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::asked::{asked_in, asked_to_approve, asks, may_run, ran};
use crate::conversation::{Automatic, Conversation, reply};

use super::table::{moves, table};

/// What happens in a row, to the item of the call `c1`.
type Story = fn() -> Conversation;

fn quiet() -> Conversation {
    asked_in(Conversation::new().sending(Automatic::Off), &["c1"])
}

/// The response that asked is still coming, and the person has allowed it.
fn answered_early() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(asks(reply().start("a1").step(), &["c1"]));
    chat.allows("c1");
    chat
}

fn sending(decision: Value) -> Conversation {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", decision).unwrap();
    chat
}

fn unknown(decision: Value) -> Conversation {
    let mut chat = sending(decision);
    chat.server_refuses_with(500);
    chat
}

fn input_sending() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().question("c1"));
    chat.answers("c1", json!("yes"));
    chat
}

fn says_it_was(approved: bool) -> crate::conversation::Reply {
    reply().chunk(json!({
        "type": "tool-approval-response", "approvalId": "ap-c1", "approved": approved,
    }))
}

fn with_limit() -> Conversation {
    Conversation::new()
        .sending(Automatic::Off)
        .with_human(|settings| settings.deadline = Some(1_000))
}

/// The agent says what was decided, and its message says no more. Also the
/// messages as they were before the answer.
fn decided_in_the_end(approved: bool) -> (Conversation, Value) {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(asks(reply().start("a1").step(), &["c1"]));
    let messages = chat.messages();
    chat.responds("c1", json!(approved)).unwrap();
    chat.server_streams(says_it_was(approved));
    (chat, messages)
}

/// The page, reloaded with messages that know nothing of what was saved.
fn restored_with(chat: &Conversation, messages: &Value) -> Conversation {
    let mut restored = Conversation::new().sending(Automatic::Off);
    restored.loads(messages);
    restored.imports(&chat.exported()).unwrap();
    restored
}

#[rustfmt::skip]
const STORIES: &[(&str, &str, Story)] = &[
    ("–", "the agent asks", || asked_to_approve(&["c1"])),
    ("pending", "the person answers", || sending(json!(true))),
    ("pending", "a rule that the person made answers", || {
        let mut chat = asked_to_approve(&["c0", "c1"]);
        chat.always_allows("c0");
        chat
    }),
    ("pending", "the application's policy answers", || {
        asked_in(
            Conversation::new().with_policy(|_| Some(countersign::human::Decision::plain(true))),
            &["c1"],
        )
    }),
    ("pending", "a question has wrong arguments and is answered at once", || {
        let mut chat = Conversation::new().with_human(|settings| settings.asks_user = true);
        chat.says("go");
        chat.server_replies(reply().start("a1").call("c1", "ask_user_question", json!({})));
        chat
    }),
    ("pending", "its deadline passes", || {
        let mut chat = asked_in(with_limit(), &["c1"]);
        chat.waits(1_000);
        chat
    }),
    ("pending", "the turn is stopped", || {
        let mut chat = Conversation::new();
        chat.says("go");
        chat.server_streams(asks(reply().start("a1"), &["c1"]));
        chat.stops();
        chat
    }),
    ("pending", "the person writes something new", || {
        let mut chat = asked_to_approve(&["c1"]);
        chat.says("never mind");
        chat
    }),
    ("pending", "its message, or its conversation, is gone", || {
        let mut chat = asked_to_approve(&["c1"]);
        chat.loads(&json!([]));
        chat
    }),
    ("pending", "the agent takes it back, or acts without it", || {
        let mut chat = Conversation::new();
        let waiter = chat.backend_asks("mcp/files", may_run("c1"));
        chat.backend_gives_up(waiter);
        chat
    }),
    ("pending", "the agent says that it was allowed", || {
        let mut chat = Conversation::new();
        chat.says("go");
        chat.server_streams(asks(reply().start("a1"), &["c1"]));
        chat.server_streams(says_it_was(true));
        chat
    }),
    ("pending", "the agent says that it was refused", || {
        let mut chat = Conversation::new();
        chat.says("go");
        chat.server_streams(asks(reply().start("a1"), &["c1"]));
        chat.server_streams(says_it_was(false));
        chat
    }),
    ("pending", "it was loaded as decided, without a record of having been sent", || {
        let mut chat = quiet();
        chat.allows("c1");
        chat.reloaded()
    }),
    ("pending", "it was saved as answered", || {
        let mut chat = quiet();
        let messages = chat.messages();
        chat.allows("c1");
        restored_with(&chat, &messages)
    }),
    ("pending", "it was saved as expired", || {
        let mut chat = asked_in(with_limit(), &["c1"]);
        let messages = chat.messages();
        chat.waits(1_000);
        restored_with(&chat, &messages)
    }),
    ("pending", "it was saved as allowed and done", || {
        let (chat, messages) = decided_in_the_end(true);
        restored_with(&chat, &messages)
    }),
    ("pending", "it was saved as refused", || {
        let (chat, messages) = decided_in_the_end(false);
        restored_with(&chat, &messages)
    }),
    ("pending", "it was saved as unknown", || {
        let mut chat = quiet();
        let messages = chat.messages();
        chat.allows("c1");
        chat.sends_again();
        chat.server_refuses_with(500);
        restored_with(&chat, &messages)
    }),
    ("unknown", "it was saved as allowed and done", || decided_in_the_end(true).0.restored()),
    ("unknown", "it was saved as refused", || decided_in_the_end(false).0.restored()),
    ("unknown", "it was saved as taken back", || {
        let mut chat = Conversation::new();
        chat.says("go");
        chat.server_streams(asks(reply().start("a1"), &["c1"]).denied("c1"));
        chat.server_streams(says_it_was(false));
        chat.restored()
    }),
    ("unknown", "it was saved as cancelled", || {
        let mut chat = Conversation::new();
        chat.says("go");
        chat.server_streams(asks(reply().start("a1"), &["c1", "c2"]));
        chat.allows("c2");
        chat.stops();
        chat.resumes();
        chat.finds_a_stream();
        chat.server_streams(says_it_was(false));
        chat.restored()
    }),
    ("answered", "the person takes it back", || {
        let mut chat = asked_in(
            Conversation::new().with_human(|settings| settings.undo_window = Some(1_000)),
            &["c1"],
        );
        chat.allows("c1");
        chat.undoes("c1").unwrap();
        chat
    }),
    ("answered", "what was asked has changed", || {
        let mut chat = answered_early();
        chat.server_streams(reply().call("c1", "sendEmail", json!({ "to": "boss@x.io" })));
        chat
    }),
    ("answered", "another window answers", || {
        let mut chat = Conversation::new().claiming();
        chat.backend_asks("mcp/files", may_run("c1"));
        chat.allows("c1");
        chat.claim_is(false);
        chat
    }),
    ("answered", "it is sent", || sending(json!(true))),
    ("answered", "the turn is stopped while a back end waits", || {
        let mut chat = Conversation::new().with_human(|settings| settings.undo_window = Some(1_000));
        chat.backend_asks("mcp/files", may_run("c1"));
        chat.allows("c1");
        chat.stops();
        chat
    }),
    ("answered", "the person writes something new", || {
        let mut chat = quiet();
        chat.allows("c1");
        chat.says("never mind");
        chat
    }),
    ("answered", "its message, or its conversation, is gone", || {
        let mut chat = quiet();
        chat.allows("c1");
        chat.changes_messages(|messages| messages.truncate(1));
        chat
    }),
    ("answered", "the agent takes it back, or acts without it", || {
        let mut chat = answered_early();
        chat.server_streams(reply().output("c1", json!("sent")));
        chat
    }),
    ("answered", "the agent says that it was allowed", || {
        let mut chat = answered_early();
        chat.server_streams(says_it_was(true));
        chat
    }),
    ("answered", "the agent says that it was refused", || {
        let mut chat = answered_early();
        chat.server_streams(says_it_was(false));
        chat
    }),
    ("sending", "the agent has acted on a permission", || {
        let mut chat = sending(json!(true));
        chat.server_replies(ran(&["c1"]));
        chat
    }),
    ("sending", "the agent has a refusal", || {
        let mut chat = sending(json!(false));
        chat.server_replies(reply().start("a1").denied("c1"));
        chat
    }),
    ("sending", "the agent has an answer", || {
        let mut chat = input_sending();
        chat.server_replies(reply().start("a1").step().text("Fine."));
        chat
    }),
    ("sending", "the agent takes it back", || {
        let mut chat = sending(json!(true));
        chat.server_streams(reply().start("a1").asks("ap-again", "c1"));
        chat
    }),
    ("sending", "it is proven not to have been accepted", || {
        let mut chat = sending(json!(true));
        chat.server_refuses_with(401);
        chat
    }),
    ("sending", "what became of it cannot be told", || unknown(json!(true))),
    ("sending", "its message is gone", || {
        let mut chat = sending(json!(true));
        chat.changes_messages(|messages| messages.truncate(1));
        chat
    }),
    ("unknown", "the person has it sent again", || {
        let mut chat = unknown(json!(true));
        chat.resends("c1").unwrap();
        chat
    }),
    ("unknown", "it was saved as answered", || {
        let mut chat = quiet();
        chat.allows("c1");
        chat.restored()
    }),
    ("unknown", "it was saved as expired", || {
        let mut chat = asked_in(with_limit(), &["c1"]);
        chat.waits(1_000);
        chat.restored()
    }),
    ("unknown", "it was saved as unknown", || unknown(json!(true)).restored()),
    ("unknown", "the response to its request is found", || {
        let mut chat = unknown(json!(true));
        chat.resumes();
        chat.finds_a_stream();
        chat
    }),
    ("unknown", "the person writes something new", || {
        let mut chat = unknown(json!(true));
        chat.says("never mind");
        chat
    }),
    ("unknown", "its message, or its conversation, is gone", || {
        let mut chat = unknown(json!(true));
        chat.loads(&json!([]));
        chat
    }),
    (
        "unknown",
        "another answer is sent, or an answer is asked for anew",
        || {
        let mut chat = unknown(json!(true));
        chat.changes_messages(|messages| {
            messages.push(json!({ "id": "a2", "role": "assistant", "parts": [
                { "type": "step-start" },
                { "type": "tool-askUser", "toolCallId": "q2", "state": "input-available", "input": {} },
            ] }));
        });
        chat.answers("q2", json!("yes"));
        chat
    }),
];

#[test]
fn every_row_of_moves_has_a_story_and_every_story_a_row() {
    let rows: BTreeSet<(String, String)> = table("from", "what happens")
        .into_iter()
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect();
    let stories: BTreeSet<(String, String)> = STORIES
        .iter()
        .map(|(from, what, _)| ((*from).to_owned(), (*what).to_owned()))
        .collect();
    let odd: Vec<_> = rows.symmetric_difference(&stories).collect();
    assert!(odd.is_empty(), "{odd:#?}");
}

#[test]
fn every_row_of_moves_happens_as_it_says() {
    for row in table("from", "what happens") {
        let (_, what, story) = STORIES
            .iter()
            .find(|(from, what, _)| *from == row[0] && *what == row[1])
            .unwrap();
        let wanted = format!("{} → {} by {}", row[0], row[2], row[3]);
        let moves = story().moves("c1");
        assert!(
            moves.contains(&wanted),
            "{what}: {wanted} is not in {moves:#?}"
        );
    }
}

#[test]
fn no_story_has_a_move_that_is_not_listed() {
    let listed = moves();
    for (from, what, story) in STORIES {
        for call in ["c0", "c1", "q2"] {
            for found in story().moves(call) {
                assert!(listed.contains(&found), "{from}, {what}: {found}");
            }
        }
    }
}

#[test]
fn what_is_over_stays_over() {
    let terminal = [
        "approved",
        "denied",
        "settled",
        "cancelled",
        "expired",
        "superseded",
        "withdrawn",
    ];
    for row in table("from", "what happens") {
        assert!(!terminal.contains(&row[0].as_str()), "{row:?}");
    }
    for (_, _, story) in STORIES {
        let mut chat = story();
        let before = chat.log().len();
        let stage = chat.named("c1")["stage"].as_str().unwrap().to_owned();
        if terminal.contains(&stage.as_str()) {
            let _ = chat.responds("c1", json!(true));
            let _ = chat.undoes("c1");
            chat.waits(10_000);
            let moved: Vec<Value> = chat.log()[before..].to_vec();
            let own = chat.named("c1")["id"].clone();
            assert!(moved.iter().all(|entry| entry["item"] != own), "{moved:#?}");
        }
    }
}
