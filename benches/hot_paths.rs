//! The paths that are taken most often, natively.
//!
//!     cargo bench --bench hot_paths                    time of a thousand steps of each, by divan
//!     cargo bench --bench hot_paths -- text-delta 500  500 steps of one, for a profiler
//!
//! `cargo xtask instructions` counts the instructions of a step and
//! compares them with benches/instructions.txt.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a program for developers"
)]

use std::fmt::Write;
use std::hint::black_box;

use countersign::chat::{
    ApprovalAnswer, Effect, NewMessage, OutputAnswer, Request, RunId, Settings, ToolOutput,
};
use countersign::controller::ChatController;
use countersign::form::validate;
use countersign::host::native::NativeHost;
use countersign::json::{RawJson, Wtf8, Wtf8Buf};
use countersign::model::Payload;
use countersign::stream::partial::{PartialJson, TreeSink};
use countersign::stream::sse::SseFramer;
use countersign::view::OwnedView;

type Controller = ChatController<OwnedView>;

/// Takes so many steps of a path.
type Path = fn(usize);

const PATHS: &[(&str, Path)] = &[
    ("sse-event", sse_event),
    ("text-delta", text_delta),
    ("text-delta-spaced", text_delta_spaced),
    ("input-delta-long-string", input_delta_long_string),
    ("input-delta-list", input_delta_list),
    ("partial-json-20-bytes", partial_json),
    ("tool-call", tool_call),
    ("approval-answer", approval_answer),
    ("output-answer", output_answer),
    ("form-validation", form_validation),
];

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    match arguments.as_slice() {
        [] => divan::main(),
        [names] if names == "--names" => PATHS.iter().for_each(|(name, _)| println!("{name}")),
        [name, steps] => path_of(name)(steps.parse().unwrap()),
        _ => panic!("give a path and a number of steps, or nothing"),
    }
}

/// A thousand steps of a path, with what goes before them.
#[divan::bench(args = PATHS.iter().map(|(name, _)| *name))]
fn thousand_steps(bencher: divan::Bencher<'_, '_>, name: &str) {
    let path = path_of(name);
    bencher
        .counter(divan::counter::ItemsCount::new(1000_usize))
        .bench_local(|| path(1000));
}

fn path_of(name: &str) -> Path {
    let found = PATHS.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no such path: {name}")).1
}

fn sse_event(steps: usize) {
    let event = data(r#"{"type":"text-delta","id":"t","delta":"some words"}"#);
    let mut framer = SseFramer::new();
    for _ in 0..steps {
        let mut input = event.as_bytes();
        black_box(framer.next(&mut input).unwrap());
    }
}

fn text_delta(steps: usize) {
    feed_text(
        steps,
        r#"{"type":"text-delta","id":"t","delta":"some words "}"#,
    );
}

/// As servers write it that put a space after each comma and colon.
fn text_delta_spaced(steps: usize) {
    feed_text(
        steps,
        r#"{"type": "text-delta", "id": "t", "delta": "some words "}"#,
    );
}

fn feed_text(steps: usize, delta: &str) {
    let (mut controller, run) = asked();
    controller.feed(run, data(r#"{"type":"text-start","id":"t"}"#).as_bytes());
    feed(&mut controller, run, &data(delta), steps);
}

fn input_delta_long_string(steps: usize) {
    feed_input(steps, r#"{"body":""#, "a line of code \\n  ");
}

fn input_delta_list(steps: usize) {
    feed_input(steps, r#"{"rows":[0"#, r#",{"id":1,"ok":true}"#);
}

fn feed_input(steps: usize, opening: &str, piece: &str) {
    let (mut controller, run) = asked();
    let start = r#"{"type":"tool-input-start","toolCallId":"c","toolName":"x"}"#;
    controller.feed(run, data(start).as_bytes());
    controller.feed(run, input_data(opening).as_bytes());
    feed(&mut controller, run, &input_data(piece), steps);
}

fn feed(controller: &mut Controller, run: RunId, event: &str, steps: usize) {
    for _ in 0..steps {
        controller.feed(run, event.as_bytes());
    }
    assert!(controller.chat.is_open(run), "the stream went wrong");
}

fn partial_json(steps: usize) {
    let mut parser = PartialJson::new();
    let mut tree = TreeSink::new();
    parser.push(Wtf8::from_str(r#"{"rows":[0"#), &mut tree);
    for _ in 0..steps {
        parser.push(Wtf8::from_str(r#",{"id":1,"ok":true}"#), &mut tree);
    }
    assert!(parser.is_defined());
}

/// A whole call with its result, in a response that has many.
fn tool_call(steps: usize) {
    let (mut controller, run) = asked();
    let mut event = String::new();
    for number in 0..steps {
        event.clear();
        write!(
            event,
            "data: {{\"type\":\"start-step\"}}\n\n\
             data: {{\"type\":\"tool-input-available\",\"toolCallId\":\"c{number}\",\"toolName\":\"x\",\"input\":{{\"a\":1}}}}\n\n\
             data: {{\"type\":\"tool-output-available\",\"toolCallId\":\"c{number}\",\"output\":{{\"b\":2}}}}\n\n\
             data: {{\"type\":\"finish-step\"}}\n\n"
        )
        .unwrap();
        controller.feed(run, event.as_bytes());
    }
    assert!(controller.chat.is_open(run), "the stream went wrong");
}

fn approval_answer(steps: usize) {
    let mut controller = waiting(steps, "approval-requested");
    for number in 0..steps {
        let id = Wtf8Buf::from(format!("p{number}").as_str());
        let ChatController { chat, view, .. } = &mut controller;
        let answer = ApprovalAnswer {
            approval_id: id.as_wtf8(),
            approved: true,
            reason: None,
            seen: None,
            options: 0,
        };
        chat.add_tool_approval_response(view, answer).unwrap();
        controller.show();
    }
}

fn output_answer(steps: usize) {
    let mut controller = waiting(steps, "input-available");
    let output = RawJson::parse(r#"{"ok":true}"#).unwrap();
    for number in 0..steps {
        let id = Wtf8Buf::from(format!("c{number}").as_str());
        let ChatController { chat, view, .. } = &mut controller;
        let answer = OutputAnswer {
            call_id: id.as_wtf8(),
            output: ToolOutput::Output(Payload::Raw(output)),
            options: 0,
        };
        chat.add_tool_output(view, answer).unwrap();
        controller.show();
    }
}

fn form_validation(steps: usize) {
    let schema = RawJson::parse(
        r#"{"type":"object","required":["mail","age"],"properties":{"mail":{"type":"string","format":"email"},"age":{"type":"integer","minimum":18},"plan":{"enum":["free","paid"]}}}"#,
    )
    .unwrap();
    let value = RawJson::parse(r#"{"mail":"anna@example.com","age":41,"plan":"paid"}"#).unwrap();
    for _ in 0..steps {
        black_box(validate(schema, value, &NativeHost));
    }
}

fn data(chunk: &str) -> String {
    format!("data: {chunk}\n\n")
}

fn input_data(text: &str) -> String {
    data(&format!(
        r#"{{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":{}}}"#,
        serde_json::to_string(text).unwrap()
    ))
}

/// A conversation whose last message has so many calls that wait.
fn waiting(calls: usize, state: &str) -> Controller {
    let mut controller = Controller::new(Settings::default(), OwnedView::new());
    let parts: Vec<String> = (0..calls)
        .map(|number| {
            let approval = if state == "approval-requested" {
                format!(r#","approval":{{"id":"p{number}"}}"#)
            } else {
                String::new()
            };
            format!(
                r#"{{"type":"tool-x","toolCallId":"c{number}","state":"{state}","input":{{"a":1}}{approval}}}"#
            )
        })
        .collect();
    let list = format!(
        r#"[{{"id":"a","role":"assistant","parts":[{}]}}]"#,
        parts.join(",")
    );
    controller.load(RawJson::parse(&list).unwrap()).unwrap();
    controller
}

/// A controller whose request is answered.
fn asked() -> (Controller, RunId) {
    let mut controller = Controller::new(Settings::default(), OwnedView::new());
    let message = RawJson::parse(r#"{"id":"u","role":"user","parts":[]}"#).unwrap();
    let new = NewMessage {
        value: Payload::Raw(message),
        skeleton: message,
        replaces: None,
    };
    let ChatController { chat, view, .. } = &mut controller;
    let request = Request {
        response_id: Wtf8Buf::from("a"),
        options: 0,
        waiter: 0,
    };
    chat.send_message(view, new, request).unwrap();
    loop {
        match controller.next_effect() {
            Some(Effect::Send { run, .. }) => return (controller, run),
            Some(_) => {}
            None => panic!("nothing was sent"),
        }
    }
}
