//! Recordings of real servers: every recorded response goes through the core,
//! starting from the messages of its request, and what comes out must equal
//! what the recording's own client had.

// The platform's services come by crates here; a browser has its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use countersign::json::Value as JsValue;
use serde_json::Value;

mod conversation;

use conversation::{Automatic, Conversation, in_short};

/// A response after which we differ from the recorded client on purpose.
struct Difference {
    after: &'static str,
    because: &'static str,
    /// What we show instead, in short.
    shows: &'static str,
}

/// All of them. An entry that is no longer needed fails the test.
const DIFFERENCES: &[Difference] = &[
    Difference {
        after: "ai7-server/19-new-user-message-while-question-pending 1",
        because: "a new message settles the open question, so that the request does not fail",
        shows: "user: \"go\" | srv-msg-1: step, q1 output-error | \
                user: \"never mind, do X\" | srv-msg-2: ",
    },
    Difference {
        after: "ai7-server/21-new-user-message-while-approval-pending 1",
        because: "a new message settles the open approval as a denial",
        shows: "user: \"go\" | srv-msg-1: step, \"Shall I?\", m1 output-denied | \
                user: \"never mind\" | srv-msg-2: step, \"Moving on.\"",
    },
    Difference {
        after: "ai7-server/21-new-user-message-while-approval-pending 2",
        because: "a late decision about an older message never overwrites the newer one",
        shows: "user: \"go\" | srv-msg-1: step, \"Shall I?\", m1 approval-responded | \
                user: \"never mind\" | srv-msg-2: step, \"Moving on.\"",
    },
    Difference {
        after: "ai7-server/23-second-answer-later 1",
        because: "the recorded client let a second answer overwrite the first one",
        shows: "user: \"go\" | srv-msg-1: step, q1 output-available, step, \"Continued 1.\"",
    },
    Difference {
        after: "ai7-server/27-cut-stream-after-execution-then-retry 1",
        because: "the recording is what the server said; the connection broke on the way",
        shows: "user: \"go\" | srv-msg-1: step, m1 output-available, step, \"Sent.\"",
    },
    Difference {
        after: "ai7-server/29-no-ids-from-server 1",
        because: "a continuation under a new id does not duplicate the message",
        shows: "user: \"go\" | fresh-1: step, q1 output-available, step, \"Continued.\"",
    },
    Difference {
        after: "ai7-server/29b-no-originalMessages-no-onEnd 1",
        because: "a continuation under a new id does not duplicate the message",
        shows: "user: \"go\" | fresh-1: step, q1 output-available, step, \"Continued.\"",
    },
    Difference {
        after: "ai7-server/31-fake-output-for-approval-tool 0",
        because: "the recorded client dropped the approval when it forged an output",
        shows: "user: \"go\" | srv-msg-1: step, m1 approval-requested",
    },
    Difference {
        after: "ai7-server/43-reused-toolCallId-other-message 2",
        because: "the recorded client wrote the answer over a finished call of the same id",
        shows: "user: \"go\" | srv-msg-1: step, call_0 output-available, step, \"Done one.\" | \
                user: \"again\" | srv-msg-3: step, call_0 input-available",
    },
];

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
struct Response {
    name: String,
    request: Value,
    bytes: Vec<u8>,
    /// The messages after it, as the recorded client had them.
    expected: Value,
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

fn chunks(response: &[u8]) -> Vec<Value> {
    std::str::from_utf8(response)
        .unwrap()
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .filter(|data| *data != "[DONE]")
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

/// How the bytes of a response arrive.
#[derive(Clone, Copy, Debug)]
enum Arrival {
    Whole,
    ByteByByte,
    /// In pieces of random length; the same seed gives the same pieces.
    Pieces(u32),
}

const ARRIVALS: [Arrival; 5] = [
    Arrival::Whole,
    Arrival::ByteByByte,
    Arrival::Pieces(1),
    Arrival::Pieces(2),
    Arrival::Pieces(3),
];

impl Arrival {
    fn pieces(self, bytes: &[u8]) -> Vec<&[u8]> {
        let mut seed = match self {
            Arrival::Whole => return vec![bytes],
            Arrival::ByteByByte => return bytes.chunks(1).collect(),
            Arrival::Pieces(seed) => seed,
        };
        let mut pieces = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let len = (1 + (seed >> 16) as usize % 60).min(rest.len());
            let (piece, others) = rest.split_at(len);
            pieces.push(piece);
            rest = others;
        }
        pieces
    }
}

/// The conversation as it is when the request leaves.
fn requested(response: &Response) -> Conversation {
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

fn replayed(response: &Response, arrival: Arrival) -> Conversation {
    let mut conversation = requested(response);
    for piece in arrival.pieces(&response.bytes) {
        conversation.server_sends_bytes(piece);
    }
    conversation.server_ends();
    conversation
}

fn all() -> Vec<Response> {
    let mut all = ai7_server();
    all.extend(pydantic_ai());
    all
}

fn equal(left: &str, right: &Value) -> bool {
    JsValue::parse(left).unwrap() == JsValue::parse(&right.to_string()).unwrap()
}

#[test]
fn after_every_recorded_response_the_messages_are_those_of_the_recorded_client() {
    let responses = all();
    for known in DIFFERENCES {
        let is_there = responses
            .iter()
            .any(|response| response.name == known.after);
        assert!(is_there, "there is no recording {}", known.after);
    }
    let complaints: Vec<String> = responses.iter().filter_map(complaint).collect();
    assert!(responses.len() >= 80, "only {} recordings", responses.len());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What is wrong after this response, if anything is.
fn complaint(response: &Response) -> Option<String> {
    let name = &response.name;
    let shown = replayed(response, Arrival::Whole);
    let (ours, theirs) = (shown.shows(), in_short(&response.expected));
    let same = equal(&shown.text(), &response.expected);
    let known = DIFFERENCES.iter().find(|known| known.after == name);
    match (same, known) {
        (true, None) => None,
        (true, Some(_)) => Some(format!("{name}: is no longer different")),
        (false, Some(known)) if known.shows == ours => None,
        (false, Some(known)) => Some(format!("{name}: {}\n  {ours}", known.because)),
        (false, None) if ours == theirs => {
            let text = shown.text();
            Some(format!(
                "{name}:\n  ours   {text}\n  theirs {}",
                response.expected
            ))
        }
        (false, None) => Some(format!("{name}:\n  ours   {ours}\n  theirs {theirs}")),
    }
}

#[test]
fn how_the_bytes_are_cut_changes_nothing() {
    for response in all() {
        let whole = replayed(&response, Arrival::Whole).text();
        for arrival in ARRIVALS {
            let shown = replayed(&response, arrival).text();
            assert_eq!(shown, whole, "{} {arrival:?}", response.name);
        }
    }
}

#[test]
fn every_recorded_response_is_read_to_its_end() {
    for response in all() {
        let conversation = replayed(&response, Arrival::Whole);
        let failed = chunks(&response.bytes)
            .iter()
            .any(|chunk| chunk["type"] == "error");
        assert_eq!(
            conversation.errors().len(),
            usize::from(failed),
            "{}: {:?}",
            response.name,
            conversation.errors()
        );
    }
}
