//! Every move of every item is in the log, in order, with who or what moved it:
//! append-only, bounded in memory, written as JSON lines.

use countersign::human::{KEPT_BYTES, KEPT_ENTRIES};
use serde_json::json;

use crate::asked::{asked_in, asked_to_approve, may_run, ran};
use crate::conversation::{Conversation, NOON};

#[test]
fn every_move_is_in_the_log_in_its_order() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    chat.server_replies(ran(&["c1"]));
    assert_eq!(
        chat.moves("c1"),
        [
            "– → pending by agent",
            "pending → answered by person",
            "answered → sending by conversation",
            "sending → approved by agent",
        ]
    );
}

#[test]
fn entries_are_numbered_without_gaps() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    chat.allows("c1");
    chat.refuses("c2");
    let numbers: Vec<u64> = chat
        .log()
        .iter()
        .map(|entry| entry["sequence"].as_u64().unwrap())
        .collect();
    let expected: Vec<u64> = (0..numbers.len() as u64).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn an_answer_is_logged_with_everything_about_it() {
    let mut chat = asked_in(
        Conversation::new().with_human(|settings| settings.answers.edit_input = true),
        &["c1"],
    );
    chat.person_is("Ada");
    chat.waits(1_500);
    chat.responds(
        "c1",
        json!({
            "approved": true, "reason": "urgent", "editedInput": { "to": "b@x.io" },
            "remember": { "scope": "turn", "exactInput": false },
        }),
    )
    .unwrap();
    assert_eq!(
        chat.log()[1],
        json!({
            "sequence": 1,
            "time": NOON + 1_500,
            "item": "item-0",
            "kind": "approval",
            "toolCallId": "c1",
            "toolName": "sendEmail",
            "source": "ai-sdk",
            "from": "pending",
            "to": "answered",
            "by": { "kind": "person", "name": "Ada" },
            "input": { "to": "a@x.io" },
            "answer": {
                "approved": true, "reason": "urgent", "editedInput": { "to": "b@x.io" },
                "remember": { "scope": "turn", "exactInput": false },
            },
            "grant": 1,
            "revision": 1,
        })
    );
}

#[test]
fn the_log_does_not_change_afterwards() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.person_is("Ada");
    chat.allows("c1");
    let before = chat.log();
    chat.person_is("Bob");
    chat.changes_messages(|messages| messages.truncate(1));
    chat.server_replies(ran(&[]));
    assert_eq!(chat.log()[..before.len()], before[..]);
    assert!(chat.log().len() > before.len());
}

#[test]
fn an_answer_that_was_refused_is_no_move() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.allows("c1");
    let before = chat.log().len();
    chat.responds("c1", json!(false)).unwrap_err();
    assert_eq!(chat.log().len(), before);
}

#[test]
fn new_entries_are_read_from_where_the_reader_was() {
    let mut chat = asked_to_approve(&["c1", "c2"]);
    let items = chat.controller.chat.items();
    let seen = items.audit.next_sequence();
    assert_eq!(seen, 2);
    chat.allows("c1");
    let lines = chat.controller.chat.items().audit_lines(seen);
    assert_eq!(lines.lines().count(), 1);
    assert!(lines.contains(r#""to":"answered""#));
    assert_eq!(chat.controller.chat.items().audit_lines(seen + 1), "");
}

#[test]
fn the_log_keeps_a_bounded_number_of_entries() {
    let mut chat = Conversation::new();
    let rounds = KEPT_ENTRIES;
    for number in 0..rounds {
        chat.backend_asks("mcp/files", may_run(&format!("c{number}")));
        chat.allows(&format!("c{number}"));
    }
    let log = chat.log();
    assert_eq!(log.len(), KEPT_ENTRIES);
    let last = log.last().unwrap();
    assert_eq!(last["sequence"], 4 * rounds as u64 - 1);
    assert_eq!(last["to"], "approved");
    assert_eq!(log[0]["sequence"], 3 * rounds as u64);
    let lines = chat.controller.chat.items().audit_lines(0);
    assert_eq!(lines.lines().count(), KEPT_ENTRIES, "older ones are gone");
}

#[test]
fn the_log_keeps_a_bounded_amount_of_inputs_and_answers() {
    let mut chat = Conversation::new();
    for number in 0..200 {
        let mut request = may_run(&format!("c{number}"));
        request["input"] = json!({ "text": "x".repeat(15_000) });
        chat.backend_asks("mcp/files", request);
        chat.allows(&format!("c{number}"));
    }
    let lines = chat.controller.chat.items().audit_lines(0);
    assert!(lines.len() < 2 * KEPT_BYTES, "{}", lines.len());
    assert!(lines.len() > KEPT_BYTES / 2, "{}", lines.len());
    assert_eq!(chat.log().last().unwrap()["to"], "approved");
}

#[test]
fn a_line_holds_one_entry_whatever_is_in_it() {
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds(
        "c1",
        json!({ "approved": false, "reason": "no\nreally\u{2028}no" }),
    )
    .unwrap();
    let lines = chat.controller.chat.items().audit_lines(0);
    assert_eq!(lines.matches('\n').count(), chat.log().len());
}
