//! Recorded runs of a real server, and written ones, however their bytes come.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::conversation::Conversation;
use crate::stage::Agent;

fn folder(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/ag-ui")
        .join(name);
    let mut found: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "sse"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

pub fn all() -> Vec<(String, String)> {
    let mut all = folder("pydantic-ai");
    all.extend(folder("synthetic"));
    all
}

/// The pieces in which a response comes.
fn cut(text: &str, how: How) -> Vec<Vec<u8>> {
    let bytes = text.as_bytes();
    match how {
        How::Whole => vec![bytes.to_vec()],
        How::Bytes => bytes.iter().map(|byte| vec![*byte]).collect(),
        How::Random(mut seed) => {
            let mut pieces = Vec::new();
            let mut rest = bytes;
            while !rest.is_empty() {
                let length = random(&mut seed) % 50 + 1;
                let (piece, after) = rest.split_at(length.min(rest.len()));
                pieces.push(piece.to_vec());
                rest = after;
            }
            pieces
        }
        How::WithCrlf => vec![text.replace('\n', "\r\n").into_bytes()],
    }
}

/// A number that the seed draws.
pub fn random(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*seed >> 40) as usize
}

#[derive(Clone, Copy)]
enum How {
    Whole,
    Bytes,
    Random(u64),
    WithCrlf,
}

fn replayed(name: &str, text: &str, how: How) -> (Value, String, Vec<String>) {
    let mut agent = patient();
    // A continuation begins with what the run before it has left.
    agent.chat.says("go");
    if let Some(first) = before(name) {
        agent.input();
        agent.chat.server_sends_bytes(first.as_bytes());
        agent.chat.server_ends();
        answer(&mut agent, &recorded_request(name));
    }
    agent.input();
    for piece in cut(text, how) {
        agent.chat.server_sends_bytes(&piece);
    }
    agent.chat.server_ends();
    let errors = agent
        .chat
        .errors()
        .iter()
        .map(|error| error.message.to_string_lossy().into_owned());
    (agent.chat.messages(), agent.chat.shows(), errors.collect())
}

/// The run that a recorded run continues.
fn before(name: &str) -> Option<String> {
    let (number, rest) = name.split_at_checked(2)?;
    let letter = match rest.as_bytes().first()? {
        b'b' => "a_",
        b'd' => "c_",
        _ => return None,
    };
    number.parse::<u32>().ok()?;
    let begin = format!("{number}{letter}");
    folder("pydantic-ai")
        .into_iter()
        .find(|(name, _)| name.starts_with(&begin))
        .map(|(_, text)| text)
}

fn recorded_request(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/ag-ui/pydantic-ai")
        .join(format!("{name}.request.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// How long a person has, in milliseconds.
const LONG: u64 = 60_000;

/// Whoever does not answer in time cancels.
fn patient() -> Agent {
    Agent::with(Conversation::new().with_human(|human| human.deadline = Some(LONG)))
}

/// The answers that were recorded between two runs.
fn answer(agent: &mut Agent, request: &Value) {
    for entry in request["resume"].as_array().into_iter().flatten() {
        let id = entry["interruptId"].as_str().unwrap();
        if entry["status"] == "cancelled" {
            agent.chat.waits(LONG);
            continue;
        }
        let payload = &entry["payload"];
        let mut decision = serde_json::json!({ "approved": payload["approved"] == true });
        if let Some(edited) = payload.get("editedArgs") {
            decision["editedInput"] = edited.clone();
        }
        if let Some(reason) = payload.get("reason") {
            decision["reason"] = reason.clone();
        }
        agent.chat.responds(id, decision).unwrap();
    }
    let last = request["messages"].as_array().unwrap().last().unwrap();
    if last["role"] == "tool" {
        let call = last["toolCallId"].as_str().unwrap();
        match last["error"].as_str() {
            // One text serves the model and whoever looks at the call.
            Some(_) => agent
                .chat
                .answers_with_error(call, last["content"].as_str().unwrap())
                .unwrap(),
            None => agent.chat.answers(call, last["content"].clone()),
        }
    }
}

/// What each recording leaves, in short, and the errors that it gives.
const LEFT: &str = include_str!("../fixtures/ag-ui/left.txt");

#[test]
fn a_recording_leaves_the_same_messages_however_its_bytes_come() {
    for (name, text) in all() {
        let (whole, ..) = replayed(&name, &text, How::Whole);
        assert_eq!(replayed(&name, &text, How::Bytes).0, whole, "{name}");
        assert_eq!(replayed(&name, &text, How::WithCrlf).0, whole, "{name}");
        for seed in 0..20 {
            assert_eq!(
                replayed(&name, &text, How::Random(seed)).0,
                whole,
                "{name} {seed}"
            );
        }
    }
}

#[test]
fn a_recording_leaves_what_its_server_said() {
    let found: Vec<String> = all()
        .iter()
        .map(|(name, text)| {
            let (_, shows, errors) = replayed(name, text, How::Whole);
            format!("{name}: {shows} {errors:?}\n")
        })
        .collect();
    assert_eq!(found.concat(), LEFT);
}

#[test]
fn what_goes_back_is_what_the_recorded_client_sent() {
    let mut compared = 0;
    for (name, _) in folder("pydantic-ai") {
        let Some(first) = before(&name) else { continue };
        let mut recorded = recorded_request(&name);
        let mut agent = patient();
        agent
            .chat
            .sends_message(&said(&recorded["messages"][0]), None, 0)
            .unwrap();
        agent.input();
        agent.chat.server_sends_bytes(first.as_bytes());
        agent.chat.server_ends();
        answer(&mut agent, &recorded);
        let mut input = agent.input();
        // The client names the messages in which the page answers.
        for messages in [&mut recorded["messages"], &mut input["messages"]] {
            for message in messages.as_array_mut().unwrap() {
                if message["role"] == "tool" {
                    message["id"] = Value::Null;
                    message.as_object_mut().unwrap().remove("error");
                }
            }
        }
        assert_eq!(input["messages"], recorded["messages"], "{name}");
        assert_eq!(input["resume"], recorded["resume"], "{name}");
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

fn said(message: &Value) -> Value {
    serde_json::json!({ "id": message["id"], "role": "user", "parts": [
        { "type": "text", "text": message["content"] },
    ] })
}
