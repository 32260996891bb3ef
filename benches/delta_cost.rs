//! What one delta costs, in nanoseconds, where little has come before and where
//! much has: it grows neither with the message nor with the conversation. Run
//! with `cargo bench --bench delta_cost`; a cost that grows is a failure.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a program for developers"
)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use countersign::chat::{Effect, NewMessage, Request, RunId, Settings};
use countersign::controller::ChatController;
use countersign::json::RawJson;
use countersign::model::Payload;
use countersign::view::OwnedView;

type Controller = ChatController<OwnedView>;

/// How much dearer a delta may be at the larger size. It measures the same
/// work twice; the rest is noise of the machine and of its caches.
const TOLERATED: f64 = 2.0;
const DELTAS: usize = 20_000;
const ROUNDS: usize = 7;

fn main() -> ExitCode {
    let comparisons = [
        compare(
            "text, 20 bytes each, after 10 kB and after 1 MB of text",
            [10_000, 1_000_000].map(|bytes| text_after(10, bytes)),
        ),
        compare(
            "text, 20 bytes each, after 10 and after 1000 messages",
            [10, 1000].map(|messages| text_after(messages, 10_000)),
        ),
        compare(
            "tool input, 20 bytes each, one long string, after 50 kB and after 1 MB",
            [50_000, 1_000_000]
                .map(|bytes| input_after("{\"body\":\"", "lorem ipsum dolor si", bytes)),
        ),
        compare(
            "tool input, 20 bytes each, a long list, after 50 kB and after 1 MB",
            [50_000, 1_000_000]
                .map(|bytes| input_after("{\"rows\":[0", ",{\"id\":1,\"s\":\"abcd\"}", bytes)),
        ),
    ];
    if comparisons.into_iter().all(|is_flat| is_flat) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn compare(what: &str, [small, large]: [Duration; 2]) -> bool {
    let [small, large] = [small, large].map(|time| time.as_secs_f64() * 1e9 / DELTAS as f64);
    let growth = large / small;
    let verdict = if growth <= TOLERATED { "flat" } else { "GROWS" };
    println!("{small:7.0} ns {large:7.0} ns  x{growth:.2}  {verdict}  {what}");
    growth <= TOLERATED
}

/// The time for all deltas of a text that follows so many messages, and so many
/// bytes of its own.
fn text_after(messages: usize, bytes: usize) -> Duration {
    let start = event(r#"{"type":"text-start","id":"t"}"#);
    let before = event(&format!(
        r#"{{"type":"text-delta","id":"t","delta":"{}"}}"#,
        "x".repeat(bytes)
    ));
    let delta = event(r#"{"type":"text-delta","id":"t","delta":"lorem ipsum dolor si"}"#);
    best(&conversation(messages), &[start, before], &delta)
}

/// The time for all deltas of a tool's input that follows so many bytes of it.
fn input_after(opening: &str, piece: &str, bytes: usize) -> Duration {
    let start = event(r#"{"type":"tool-input-start","toolCallId":"c","toolName":"x"}"#);
    let input_delta = |text: &str| {
        event(&format!(
            r#"{{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":{}}}"#,
            serde_json::to_string(text).unwrap()
        ))
    };
    let text = format!("{opening}{}", piece.repeat(bytes / piece.len()));
    best(
        &conversation(10),
        &[start, input_delta(&text)],
        &input_delta(piece),
    )
}

fn best(conversation: &str, before: &[String], delta: &str) -> Duration {
    let deltas = delta.repeat(DELTAS);
    (0..ROUNDS)
        .map(|_| {
            let (mut controller, run) = asked(conversation);
            for event in before {
                controller.feed(run, event.as_bytes());
            }
            // As a network read brings them: some deltas at a time.
            let started = Instant::now();
            for read in deltas.as_bytes().chunks(delta.len() * 4) {
                controller.feed(run, read);
            }
            let time = started.elapsed();
            assert!(controller.chat.is_open(run), "the stream went wrong");
            time
        })
        .min()
        .unwrap()
}

fn event(chunk: &str) -> String {
    format!("data: {chunk}\n\n")
}

/// Messages of a thousand bytes each, every other one with a finished call.
fn conversation(messages: usize) -> String {
    let list: Vec<String> = (0..messages)
        .map(|number| {
            let text = "y".repeat(900);
            if number % 2 == 0 {
                format!(
                    r#"{{"id":"u{number}","role":"user","parts":[{{"type":"text","text":"{text}"}}]}}"#
                )
            } else {
                format!(
                    r#"{{"id":"a{number}","role":"assistant","parts":[{{"type":"step-start"}},{{"type":"tool-x","toolCallId":"c{number}","state":"output-available","input":{{}},"output":1}},{{"type":"text","text":"{text}","state":"done"}}]}}"#
                )
            }
        })
        .collect();
    format!("[{}]", list.join(","))
}

/// A controller with these messages whose last request is answered.
fn asked(conversation: &str) -> (Controller, RunId) {
    let mut controller = ChatController::new(Settings::default(), OwnedView::new());
    controller
        .load(RawJson::parse(conversation).unwrap())
        .unwrap();
    let message = RawJson::parse(r#"{"id":"u","role":"user","parts":[]}"#).unwrap();
    let new = NewMessage {
        value: Payload::Raw(message),
        skeleton: message,
        replaces: None,
    };
    controller
        .chat
        .send_message(&mut controller.view, new, Request::default())
        .unwrap();
    let mut sent = None;
    while let Some(effect) = controller.next_effect() {
        if let Effect::Send { run, .. } = effect {
            sent = Some(run);
        }
    }
    (controller, sent.unwrap())
}
