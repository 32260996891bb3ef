//! How each side is told what became of an item.

use serde_json::{Value, json};

use crate::asked::{asked_in, asked_to_approve, how_many, may_run, questions, ran};
use crate::conversation::{Automatic, Conversation, NOON, Told, reply};

use super::table::table;

/// The part of `c1` as the next request carries it, or as it is shown.
fn part(chat: &Conversation) -> Value {
    chat.call("c1")
}

fn quiet() -> Conversation {
    asked_in(Conversation::new().sending(Automatic::Off), &["c1"])
}

fn input() -> Conversation {
    let mut chat = Conversation::new()
        .sending(Automatic::Off)
        .with_human(|settings| {
            settings.asks_user = true;
            settings.input_deadline = Some(1_000);
        });
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("c1", "ask_user_question", questions()),
    );
    chat
}

/// A back end waits: for a decision, or for a form.
fn waiting(request: Value) -> Conversation {
    let mut request = request;
    request["deadline"] = json!(NOON + 1_000);
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(reply().start("a1").call("c1", "delete_file", json!({})));
    chat.backend_asks("mcp/files", request);
    chat
}

/// A request that can be made anew asks.
fn retry(request: Value) -> Conversation {
    let mut request = request;
    request["deadline"] = json!(NOON + 1_000);
    let mut chat = Conversation::new();
    chat.connects("mcp/files");
    chat.asks_for_retry("mcp/files", request, json!({}))
        .unwrap();
    chat
}

fn told(chat: &Conversation) -> String {
    match chat.told_to(1) {
        None => "–".to_owned(),
        Some(Told::Answer(answer)) if answer.get("approved").is_some() => "the decision".to_owned(),
        Some(Told::Answer(_)) => "the response".to_owned(),
        Some(Told::Nobody(outcome)) => format!("nobody: {}", outcome.name()),
    }
}

fn retried(chat: &Conversation) -> String {
    match chat.side.retried.as_slice() {
        [] => "nothing is sent".to_owned(),
        [retried] if retried.answer == json!({ "approved": false }) => "not approved".to_owned(),
        [retried] if retried.answer == json!({ "action": "cancel" }) => "cancel".to_owned(),
        [retried] if retried.answer.get("approved").is_some() => "the decision".to_owned(),
        [_] => "the response".to_owned(),
        more => panic!("sent {} times", more.len()),
    }
}

/// What the wires other than AI SDK's are told when this happens.
fn others(row: &[String], request: &Value, happens: impl Fn(&mut Conversation)) {
    let mut waits = waiting(request.clone());
    happens(&mut waits);
    assert_eq!(told(&waits), row[2], "a back end that waits: {}", row[0]);
    let mut anew = retry(request.clone());
    happens(&mut anew);
    assert_eq!(retried(&anew), row[3], "a request made anew: {}", row[0]);
}

fn is(part: &Value, cell: &str) {
    let state = part["state"].as_str().unwrap();
    assert!(
        cell.split([' ', ',', ':']).any(|word| word == state),
        "{state} is not what the page says: {cell}"
    );
}

#[test]
#[allow(clippy::too_many_lines, reason = "a row after the other")]
fn every_row_of_encoding_is_so() {
    for row in table("what became of it", "over AI SDK, in the tool part") {
        let cell = row[1].as_str();
        match row[0].as_str() {
            "pending approval" => {
                is(&part(&quiet()), cell);
                assert_eq!(told(&waiting(may_run("c1"))), row[2]);
                assert_eq!(retried(&retry(may_run("c1"))), "nothing is sent");
            }
            "pending question or input" => {
                is(&part(&input()), cell);
                assert_eq!(told(&waiting(how_many())), row[2]);
            }
            "approval answered, sending or unknown" => {
                for decision in [json!(true), json!(false)] {
                    let mut chat = quiet();
                    chat.responds("c1", decision).unwrap();
                    is(&part(&chat), cell);
                    chat.sends_again();
                    is(&part(&chat), cell);
                    chat.server_refuses_with(500);
                    is(&part(&chat), cell);
                }
                let mut anew = retry(may_run("c1"));
                anew.allows("c1");
                assert_eq!(retried(&anew), row[3]);
            }
            "question or input answered, sending or unknown" => {
                let mut chat = input();
                chat.fills("c1", json!({ "action": "decline" })).unwrap();
                is(&part(&chat), cell);
                chat.sends_again();
                chat.connection_breaks();
                is(&part(&chat), cell);
                let mut chat = input();
                chat.answers_with_error("c1", "no").unwrap();
                is(&part(&chat), cell);
                let mut anew = retry(how_many());
                anew.fills("booking-1", json!({ "action": "decline" }))
                    .unwrap();
                assert_eq!(retried(&anew), row[3]);
            }
            "approved" => {
                let mut chat = asked_to_approve(&["c1"]);
                chat.allows("c1");
                is(&part(&chat), cell);
                chat.server_replies(ran(&["c1"]));
                assert_eq!(part(&chat)["state"], "output-available");
                others(&row, &may_run("c1"), |chat| chat.allows("item-0"));
            }
            "denied" => {
                let mut chat = asked_to_approve(&["c1"]);
                chat.refuses("c1");
                is(&part(&chat), cell);
                chat.server_replies(reply().start("a1").denied("c1"));
                is(&part(&chat), cell);
                let mut waits = waiting(may_run("c1"));
                waits
                    .responds("item-0", json!({ "approved": false, "reason": "no" }))
                    .unwrap();
                assert_eq!(told(&waits), row[2]);
            }
            "expired approval" => {
                let mut chat = asked_in(
                    Conversation::new().with_human(|settings| settings.deadline = Some(1_000)),
                    &["c1"],
                );
                chat.waits(1_000);
                is(&part(&chat), cell);
                assert_eq!(part(&chat)["approval"]["approved"], false);
                assert_eq!(part(&chat)["approval"]["reason"], "Not decided in time.");
                others(&row, &may_run("c1"), |chat| chat.waits(1_000));
            }
            "expired input" => {
                let mut chat = input();
                chat.waits(1_000);
                is(&part(&chat), cell);
                others(&row, &how_many(), |chat| chat.waits(1_000));
            }
            "cancelled approval" => {
                let mut chat = Conversation::new();
                chat.says("go");
                chat.server_streams(reply().start("a1").approval("ap", "c1"));
                chat.stops();
                is(&part(&chat), cell);
                stopped(&row, &may_run("c1"));
            }
            "cancelled question or input" => {
                let mut chat = Conversation::new();
                chat.says("go");
                chat.server_streams(reply().start("a1").question("c1"));
                chat.stops();
                is(&part(&chat), cell);
                stopped(&row, &how_many());
            }
            "superseded approval" => {
                let mut chat = quiet();
                chat.says("never mind");
                is(&part(&chat), cell);
                let mut waits = waiting(may_run("c1"));
                waits.server_ends();
                waits.says("never mind");
                assert_eq!(told(&waits), row[2]);
                left(&row, &may_run("c1"));
            }
            "superseded question or input" => {
                let mut chat = input();
                chat.says("never mind");
                is(&part(&chat), cell);
                left(&row, &how_many());
            }
            "withdrawn approval" => {
                let mut chat = Conversation::new();
                chat.says("go");
                chat.server_streams(reply().start("a1").approval("ap", "c1"));
                chat.server_streams(reply().output("c1", json!("sent")));
                assert_eq!(part(&chat)["output"], "sent");
                let mut waits = waiting(may_run("c1"));
                waits.connection_drops("mcp/files");
                assert_eq!(told(&waits), row[2]);
            }
            "unknown approval, when the person writes on" => {
                let mut chat = asked_to_approve(&["c1"]);
                chat.allows("c1");
                chat.connection_breaks();
                chat.says("well?");
                is(&part(&chat), cell);
                assert_eq!(part(&chat)["approval"], json!(null), "never as approved");
            }
            other => panic!("nothing shows this row: {other}"),
        }
    }
}

/// The turn is stopped.
fn stopped(row: &[String], request: &Value) {
    let mut waits = waiting(request.clone());
    waits.stops();
    assert_eq!(told(&waits), row[2]);
    let mut anew = retry(request.clone());
    anew.says("go");
    anew.stops();
    assert_eq!(retried(&anew), row[3]);
}

/// Another conversation is loaded.
fn left(row: &[String], request: &Value) {
    let other = json!([{ "id": "other", "role": "user", "parts": [] }]);
    let mut waits = waiting(request.clone());
    waits.loads(&other);
    assert_eq!(told(&waits), row[2]);
    let mut anew = retry(request.clone());
    anew.says("go");
    anew.loads(&other);
    assert_eq!(retried(&anew), row[3]);
}
