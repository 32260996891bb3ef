//! Recordings of real servers, response by response.

#![allow(dead_code, reason = "each test program uses a part of it")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::conversation::{Automatic, Conversation};

/// Folders in which several clients took part: what follows each response. A
/// number is that request; a name is that file.
const FOLLOWED_BY: &[(&str, &[&str])] = &[
    (
        "13-reload-answered-but-unsent",
        &["1", "client1-final-messages.json"],
    ),
    (
        "33-tampered-approval-input-with-secret",
        &[
            "2",
            "client1-final-messages.json",
            "client0-final-messages.json",
        ],
    ),
    (
        "47-resume-replays-continuation",
        &["1", "client0-final-messages.json"],
    ),
];

/// One recorded response.
pub struct Response {
    pub name: String,
    pub request: Value,
    pub bytes: Vec<u8>,
    /// The messages after it, as the recorded client had them.
    pub expected: Value,
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/ai-sdk")
}

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    serde_json::from_str(&text).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Requests and responses of AI SDK 7's server, a folder per scenario.
fn ai7_server() -> Vec<Response> {
    let root = fixtures().join("ai7-server");
    let mut responses = Vec::new();
    for scenario in names(&root) {
        let folder = root.join(&scenario);
        let requests: Vec<Value> = (0..)
            .map(|number| folder.join(format!("request-{number}.json")))
            .take_while(|path| path.exists())
            .map(|path| json(&path)["body"].clone())
            .collect();
        let followed_by = FOLLOWED_BY.iter().find(|(name, _)| *name == scenario);
        for (number, request) in requests.iter().enumerate() {
            let next = match followed_by {
                Some((_, next)) => next[number].to_owned(),
                None if number + 1 < requests.len() => (number + 1).to_string(),
                None => "final-messages.json".to_owned(),
            };
            let after = match next.parse::<usize>() {
                Ok(number) => requests[number]["messages"].clone(),
                Err(_) => json(&folder.join(&next)),
            };
            let bytes = fs::read(folder.join(format!("response-{number}.sse"))).unwrap();
            let name = format!("ai7-server/{scenario} {number}");
            responses.push(response(name, request, bytes, after));
        }
    }
    responses
}

/// Requests and responses of Pydantic AI's server, files side by side.
fn pydantic_ai() -> Vec<Response> {
    let root = fixtures().join("pydantic-ai");
    let mut responses = Vec::new();
    for file in names(&root) {
        let Some(scenario) = file.strip_suffix(".messages.json") else {
            continue;
        };
        let last = json(&root.join(&file));
        let requests: Vec<Value> = (1..)
            .map(|number| root.join(format!("{scenario}.{number}.request.json")))
            .take_while(|path| path.exists())
            .map(|path| json(&path))
            .collect();
        for (at, request) in requests.iter().enumerate() {
            let after = requests.get(at + 1).map_or(&last, |next| &next["messages"]);
            let bytes = fs::read(root.join(format!("{scenario}.{}.sse", at + 1))).unwrap();
            let name = format!("pydantic-ai/{scenario} {}", at + 1);
            responses.push(response(name, request, bytes, after.clone()));
        }
    }
    responses
}

fn response(name: String, request: &Value, bytes: Vec<u8>, after: Value) -> Response {
    let expected = without_own_action(after, &request["messages"], &bytes);
    Response {
        name,
        request: request.clone(),
        bytes,
        expected,
    }
}

/// What the client had when the response was over: without what its user did
/// then, which is a new message, or answers to calls that neither the request
/// nor the response has answered.
fn without_own_action(mut after: Value, before: &Value, response: &[u8]) -> Value {
    let chunks = chunks(response);
    let messages = after.as_array_mut().unwrap();
    let known = before.as_array().unwrap().len();
    while messages.len() > known && messages.last().is_some_and(|last| last["role"] == "user") {
        messages.pop();
    }
    for message in messages.iter_mut() {
        let id = message["id"].clone();
        for part in message["parts"].as_array_mut().unwrap() {
            let call = part["toolCallId"].clone();
            let answered = |part: &&Value| part["toolCallId"] == call && is_answered(part);
            let answered_before = before
                .as_array()
                .unwrap()
                .iter()
                .filter(|message| message["id"] == id)
                .flat_map(|message| message["parts"].as_array().unwrap())
                .any(|part| answered(&part));
            let answered_by_server = chunks.iter().any(|chunk| {
                chunk["toolCallId"] == call
                    && chunk["type"].as_str().unwrap().starts_with("tool-output")
            });
            if !call.is_null() && !answered_before && !answered_by_server {
                forget_answer(part, &chunks);
            }
        }
    }
    after
}

fn is_answered(part: &Value) -> bool {
    let has = |field: &str| part.get(field).is_some();
    has("output") || has("errorText") || part["approval"].get("approved").is_some()
}

fn forget_answer(part: &mut Value, chunks: &[Value]) {
    let fields = part.as_object_mut().unwrap();
    let was_invalid = chunks.iter().any(|chunk| {
        chunk["toolCallId"] == fields["toolCallId"] && chunk["type"] == "tool-input-error"
    });
    if was_invalid {
        return;
    }
    fields.remove("output");
    fields.remove("errorText");
    let state = match fields.get_mut("approval") {
        Some(approval) => {
            let approval = approval.as_object_mut().unwrap();
            approval.remove("approved");
            approval.remove("reason");
            "approval-requested"
        }
        None => "input-available",
    };
    fields.insert("state".to_owned(), Value::from(state));
}

pub fn chunks(response: &[u8]) -> Vec<Value> {
    std::str::from_utf8(response)
        .unwrap()
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .filter(|data| *data != "[DONE]")
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

/// The conversation as it is when the request leaves.
pub fn requested(response: &Response) -> Conversation {
    let mut messages = response.request["messages"].clone();
    let list = messages.as_array_mut().unwrap();
    let new = list.pop_if(|last| last["role"] == "user");
    let mut conversation = Conversation::opened_with(&messages).sending(Automatic::Off);
    // Where the server names no message, the client has drawn an id.
    let answer = response.expected.as_array().unwrap().last().unwrap();
    conversation.names_the_next_answer(answer["id"].as_str().unwrap());
    match new {
        Some(new) => conversation.sends_message(&new, None, 0).unwrap(),
        None => conversation.sends_again(),
    }
    conversation
}

pub fn all() -> Vec<Response> {
    let mut all = ai7_server();
    all.extend(pydantic_ai());
    all
}
