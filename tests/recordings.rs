//! Recordings of real servers: every recorded response goes through the core,
//! starting from the messages of its request, and what comes out must equal
//! what the recording's own client had.

// The platform's services come by crates here; a browser has its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use countersign::json::Value as JsValue;
use serde_json::Value;

mod conversation;
mod recorded;

use conversation::{Conversation, in_short};
use recorded::{Response, all, chunks, requested};

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

fn replayed(response: &Response, arrival: Arrival) -> Conversation {
    let mut conversation = requested(response);
    for piece in arrival.pieces(&response.bytes) {
        conversation.server_sends_bytes(piece);
    }
    conversation.server_ends();
    conversation
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
