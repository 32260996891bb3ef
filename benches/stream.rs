//! What the way from bytes to values costs.
//!
//!     cargo bench --bench stream

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use countersign::json::{RawJson, Wtf8, visit_object, write_string};
use countersign::stream::partial::{PartialJson, PartialSink, Slot, TreeSink};
use countersign::stream::sse::SseFramer;

/// The best of several runs, in nanoseconds for each of `units`.
fn report(name: &str, units: usize, mut run: impl FnMut()) {
    let mut best = Duration::MAX;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(400) {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed());
    }
    println!(
        "{name:<58} {:9.3} ns",
        best.as_nanos() as f64 / units as f64
    );
}

fn events(count: usize, end: &str) -> String {
    let mut stream = String::new();
    for index in 0..count {
        write!(
            stream,
            "data: {{\"type\":\"text-delta\",\"id\":\"0\",\"delta\":\"word {index} \"}}{end}{end}"
        )
        .unwrap();
    }
    stream
}

/// Frames and visits everything; gives the number of events.
fn read_events(stream: &[u8], piece: usize) -> usize {
    let mut framer = SseFramer::new();
    let mut count = 0;
    for mut input in stream.chunks(piece) {
        while let Some(data) = framer.next(&mut input).unwrap() {
            let mut delta = None;
            visit_object(data, &mut |key, value| {
                if key.eq_str("delta") {
                    delta = value.string();
                }
            })
            .unwrap();
            black_box(delta.unwrap().plain());
            count += 1;
        }
    }
    count
}

/// Tool input with one long string, escaped as code is.
fn long_string(bytes: usize) -> String {
    let mut text = String::from("{\"path\":\"src/main.rs\",\"edits\":[{\"line\":12,\"text\":\"");
    while text.len() < bytes {
        text.push_str("    let answer = call(argument, other); // and a comment\\n");
    }
    text.push_str("\"}]}");
    text
}

/// Tool input of many small values.
fn many_values(bytes: usize) -> String {
    let mut text = String::from("{\"rows\":[");
    let mut index = 0;
    while text.len() < bytes {
        index += 1;
        write!(
            text,
            "{{\"id\":{index},\"name\":\"row {index}\",\"ok\":true,\"at\":[1.5,-2e3,null]}},"
        )
        .unwrap();
    }
    text.push_str("0]}");
    text
}

/// What the parser itself costs.
struct NoSink;

impl PartialSink for NoSink {
    fn set_defined(&mut self, defined: bool) {
        black_box(defined);
    }
    fn open_object(&mut self, slot: Slot<'_>) {
        black_box(slot);
    }
    fn open_array(&mut self, slot: Slot<'_>) {
        black_box(slot);
    }
    fn scalar(&mut self, slot: Slot<'_>, value: RawJson<'_>) {
        black_box((slot, value));
    }
    fn string(&mut self, slot: Slot<'_>) {
        black_box(slot);
    }
    fn append(&mut self, text: Wtf8<'_>) {
        black_box(text);
    }
    fn close(&mut self) {}
}

fn push_all(text: &str, piece: usize, sink: &mut dyn PartialSink) {
    let mut parser = PartialJson::new();
    for delta in text.as_bytes().chunks(piece) {
        parser.push(std::str::from_utf8(delta).unwrap().into(), sink);
    }
    assert!(parser.is_defined());
}

fn main() {
    const EVENTS: usize = 2000;
    for end in ["\n", "\r\n"] {
        let stream = events(EVENTS, end);
        for (name, piece) in [("whole", usize::MAX), ("64 kB", 65_536), ("61 B", 61)] {
            report(
                &format!("SSE event framed and visited, {end:?}, reads of {name}"),
                EVENTS,
                || assert_eq!(read_events(stream.as_bytes(), piece), EVENTS),
            );
        }
    }
    let event = "{\"type\":\"text-delta\",\"id\":\"0\",\"delta\":\"abc\"}";
    report("visit_object of a text delta", 1000, || {
        for _ in 0..1000 {
            visit_object(black_box(event), &mut |key, value| {
                black_box((key, value));
            })
            .unwrap();
        }
    });

    for (size, bytes) in [("10 kB", 10_000), ("1 MB", 1_000_000)] {
        for (shape, text) in [
            ("long string", long_string(bytes)),
            ("many values", many_values(bytes)),
        ] {
            report(
                &format!("RawJson::parse, {shape}, {size}, per byte"),
                text.len(),
                || {
                    black_box(RawJson::parse(black_box(&text)).unwrap());
                },
            );
            for piece in [20, 4] {
                report(
                    &format!("partial JSON, {shape}, {size} by {piece} B, per byte"),
                    text.len(),
                    || push_all(black_box(&text), piece, &mut NoSink),
                );
            }
            report(
                &format!("partial JSON into a tree, {shape}, {size} by 20 B, per byte"),
                text.len(),
                || push_all(black_box(&text), 20, &mut TreeSink::new()),
            );
        }
    }
    let text = long_string(1_000_000);
    report("write_string, 1 MB, per byte", text.len(), || {
        let mut out = String::new();
        write_string(&mut out, Wtf8::from_str(black_box(&text)));
        black_box(out);
    });
}
