//! A response that is resumed, at every point of every recorded response, after
//! a broken connection and after a reload, repeated from its beginning or going
//! on where it was: in the end the conversation is as if nothing had happened.

// The platform's services come by crates here; a browser has its own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use countersign::json::Value as JsValue;
use serde_json::Value;

mod conversation;
mod recorded;

use conversation::{Automatic, Conversation, Reply, in_short};
use recorded::{Response, all, chunks, requested};

/// How a response comes to be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    BrokenConnection,
    Reload,
}

/// What the server then sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sends {
    /// The whole response again.
    FromTheBeginning,
    /// What had not been sent.
    TheRest,
}

/// A recorded response that ends well, cut in two.
struct Cut<'r> {
    response: &'r Response,
    chunks: &'r [Value],
    at: usize,
}

impl Cut<'_> {
    fn resumed(&self, after: After, sends: Sends) -> Conversation {
        let mut chat = requested(self.response);
        let (before, rest) = self.chunks.split_at(self.at);
        chat.server_streams(Reply(before.to_vec()));
        let mut chat = match after {
            After::BrokenConnection => {
                chat.connection_breaks();
                chat
            }
            After::Reload => chat.reloaded().sending(Automatic::Off),
        };
        // Where the server names no message, the client has drawn an id.
        let answer = self.response.expected.as_array().unwrap().last().unwrap();
        chat.names_the_next_answer(answer["id"].as_str().unwrap());
        chat.resumes();
        chat.finds_a_stream();
        chat.server_replies(Reply(match sends {
            Sends::FromTheBeginning => self.chunks.to_vec(),
            Sends::TheRest => rest.to_vec(),
        }));
        chat
    }

    /// A step that has begun and shown nothing is not in what a reloaded page
    /// has; it comes again only with the whole response.
    fn hides_a_step(&self) -> bool {
        let shows = |chunk: &&Value| {
            let kind = chunk["type"].as_str().unwrap();
            !matches!(kind, "finish-step" | "finish" | "start")
        };
        let last = self.chunks[..self.at].iter().rfind(shows);
        last.is_some_and(|chunk| chunk["type"] == "start-step")
    }
}

fn same(left: &str, right: &str) -> bool {
    JsValue::parse(left).unwrap() == JsValue::parse(right).unwrap()
}

/// Resumes every response at every point. Gives how often, and complaints.
fn resume_everywhere(after: After, sends: Sends) -> (usize, Vec<String>) {
    let (mut count, mut complaints) = (0, Vec::new());
    for response in &all() {
        let chunks = chunks(&response.bytes);
        if chunks.iter().any(|chunk| chunk["type"] == "error") {
            continue;
        }
        let mut uninterrupted = requested(response);
        uninterrupted.server_replies(Reply(chunks.clone()));
        let expected = uninterrupted.text();
        for at in 0..=chunks.len() {
            let cut = Cut {
                response,
                chunks: &chunks,
                at,
            };
            if sends == Sends::TheRest && after == After::Reload && cut.hides_a_step() {
                continue;
            }
            let chat = cut.resumed(after, sends);
            count += 1;
            let failures = usize::from(after == After::BrokenConnection);
            if chat.errors().len() != failures || !same(&chat.text(), &expected) {
                complaints.push(format!(
                    "{} at {at}: {:?}\n  resumed       {}\n  uninterrupted {}",
                    response.name,
                    chat.errors().get(failures),
                    chat.shows(),
                    in_short(&serde_json::from_str(&expected).unwrap()),
                ));
            }
        }
    }
    (count, complaints)
}

#[track_caller]
fn nothing_is_lost_or_doubled(after: After, sends: Sends) {
    let (count, complaints) = resume_everywhere(after, sends);
    assert!(count > 900, "only {count}");
    let some: Vec<&String> = complaints.iter().take(5).collect();
    assert!(
        complaints.is_empty(),
        "{} of {count}:\n{some:#?}",
        complaints.len()
    );
}

#[test]
fn repeated_after_a_broken_connection() {
    nothing_is_lost_or_doubled(After::BrokenConnection, Sends::FromTheBeginning);
}

#[test]
fn going_on_after_a_broken_connection() {
    nothing_is_lost_or_doubled(After::BrokenConnection, Sends::TheRest);
}

#[test]
fn repeated_after_a_reload() {
    nothing_is_lost_or_doubled(After::Reload, Sends::FromTheBeginning);
}

#[test]
fn going_on_after_a_reload() {
    nothing_is_lost_or_doubled(After::Reload, Sends::TheRest);
}
