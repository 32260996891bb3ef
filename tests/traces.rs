//! Conversations that were recorded in JavaScript end natively as they ended
//! there. `tests/react/trace.test.ts` records them.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use countersign::host::native::NativeHost;
use countersign::replay::{Replay, Unreadable};
use serde_json::Value;

fn fixture(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/traces");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn replayed(trace: &str) -> Replay {
    let mut replay = Replay::new(Rc::new(NativeHost));
    for line in trace.lines() {
        replay
            .line(line)
            .unwrap_or_else(|error| panic!("{error}: {line}"));
    }
    replay
}

fn ends_as_recorded(name: &str) {
    let replay = replayed(&fixture(&format!("{name}.jsonl")));
    let end: Value = serde_json::from_str(&fixture(&format!("{name}.json"))).unwrap();
    let controller = replay.controller();
    let messages: Value = serde_json::from_str(&controller.view.to_json()).unwrap();
    assert_eq!(messages, end["messages"]);
    assert_eq!(controller.chat.status().name(), end["status"]);
}

#[test]
fn a_conversation_over_http_is_replayed() {
    ends_as_recorded("over-http");
}

#[test]
fn a_conversation_over_objects_that_began_before_is_replayed() {
    ends_as_recorded("over-objects");
}

#[test]
fn every_beginning_of_a_trace_is_replayed() {
    let trace = fixture("over-http.jsonl");
    let mut replay = Replay::new(Rc::new(NativeHost));
    for line in trace.lines() {
        replay.line(line).unwrap();
        let shown = replay.controller().view.to_json();
        serde_json::from_str::<Value>(&shown).expect("valid at every step");
    }
}

#[test]
fn what_is_no_trace_is_refused() {
    let mut replay = Replay::new(Rc::new(NativeHost));
    assert_eq!(replay.line("{}"), Err(Unreadable::Version));
    assert_eq!(replay.line("nonsense"), Err(Unreadable::Line));
    assert_eq!(
        replay.line(r#"{"trace":2,"settings":0}"#),
        Err(Unreadable::Version)
    );
    replay
        .line(r#"{"trace":1,"settings":0,"run":1,"token":1}"#)
        .unwrap();
    assert_eq!(
        replay.line(r#"{"call":"noSuchCall","args":[]}"#),
        Err(Unreadable::Call)
    );
    assert_eq!(
        replay.line(r#"{"call":"end","args":["one"]}"#),
        Err(Unreadable::Argument(0))
    );
}
