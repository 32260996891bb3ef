//! The view of a front end and the one of plain Rust values are given the same
//! patches and must show the same; what was published once never changes.

use countersign::chat::{NewMessage, Request, RunId, Settings};
use countersign::controller::ChatController;
use countersign::json::{RawJson, Wtf8Buf};
use countersign::model::{Leaf, Patch, Payload, View};
use countersign::view::OwnedView;
use countersign::wasm::JsView;
use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// Gives every patch to both views.
struct Both {
    owned: OwnedView,
    js: JsView,
}

impl View for Both {
    fn apply(&mut self, patch: Patch<'_>) {
        self.owned.apply(patch);
        self.js.apply(patch);
    }

    fn read_text(&mut self, leaf: Leaf) -> Option<Wtf8Buf> {
        let text = self.owned.read_text(leaf);
        assert_eq!(self.js.read_text(leaf), text);
        text
    }

    fn read_json(&mut self, leaf: Leaf) -> Option<String> {
        let json = self.owned.read_json(leaf);
        assert_eq!(self.js.read_json(leaf).is_some(), json.is_some());
        json
    }
}

impl Both {
    fn assert_agree(&mut self) -> JsValue {
        let list = self.js.publish();
        // Numbers and escapes are normalised by the engine on both sides.
        let owned = JSON::parse(&self.owned.to_json()).unwrap();
        assert_eq!(text(&list), text(&owned));
        list
    }
}

fn text(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

fn conversation() -> (ChatController<Both>, RunId) {
    let view = Both {
        owned: OwnedView::new(),
        js: JsView::new(),
    };
    let mut chat = ChatController::new(Settings::default(), view);
    let message = RawJson::parse(
        r#"{"id":"u1","role":"user","parts":[{"type":"text","text":"hi","later":{"kept":1}}],"unknown":[1e400]}"#,
    )
    .unwrap();
    let ChatController {
        chat: rules, view, ..
    } = &mut chat;
    rules
        .send_message(
            view,
            NewMessage {
                value: Payload::Raw(message),
                skeleton: message,
                replaces: None,
            },
            Request {
                response_id: "a1".into(),
                ..Request::default()
            },
        )
        .unwrap();
    while chat.next_effect().is_some() {}
    (chat, RunId(1))
}

/// One of every kind of chunk, some of them more than once.
const CHUNKS: &[&str] = &[
    r#"{"type":"start","messageId":"m1","messageMetadata":{"a":{"b":1},"list":[1]}}"#,
    r#"{"type":"start-step"}"#,
    r#"{"type":"reasoning-start","id":"r","providerMetadata":{"p":{"k":1}}}"#,
    r#"{"type":"reasoning-delta","id":"r","delta":"Let me \ud83d"}"#,
    r#"{"type":"reasoning-delta","id":"r","delta":"\ude00 think"}"#,
    r#"{"type":"reasoning-end","id":"r"}"#,
    r#"{"type":"text-start","id":"t"}"#,
    r#"{"type":"text-delta","id":"t","delta":"Grüße, \ud800 alone"}"#,
    r#"{"type":"text-delta","id":"t","delta":" and more"}"#,
    r#"{"type":"text-end","id":"t","providerMetadata":{"p":{"k":2}}}"#,
    r#"{"type":"file","mediaType":"image/png","url":"data:,x"}"#,
    r#"{"type":"source-url","sourceId":"s","url":"https://example.org"}"#,
    r#"{"type":"source-document","sourceId":"s","mediaType":"text/plain","title":"T"}"#,
    r#"{"type":"custom","kind":"p.q"}"#,
    r#"{"type":"data-note","id":"n","data":{"v":1},"extra":true}"#,
    r#"{"type":"data-note","id":"n","data":{"v":[1,2,{"x":null}]}}"#,
    r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"find"}"#,
    r#"{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"{\"q\":\"par"}"#,
    r#"{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"is \\ud83d\\ude00\",\"n\":[1"}"#,
    r#"{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"2,{\"deep\":tr"}"#,
    r#"{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"ue},\"x\"],\"n\":3"}"#,
    r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"find","input":{"q":"paris","n":1e2}}"#,
    r#"{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"}"}"#,
    r#"{"type":"tool-output-available","toolCallId":"c1","output":{"rows":[1,2]},"preliminary":true}"#,
    r#"{"type":"tool-output-available","toolCallId":"c1","output":[null]}"#,
    r#"{"type":"tool-input-start","toolCallId":"c2","toolName":"raw","inputEncoding":"text","dynamic":true,"title":"Raw"}"#,
    r#"{"type":"tool-input-delta","toolCallId":"c2","inputTextDelta":"plain "}"#,
    r#"{"type":"tool-input-delta","toolCallId":"c2","inputTextDelta":"text"}"#,
    r#"{"type":"tool-input-error","toolCallId":"c2","toolName":"raw","input":"x","errorText":"bad"}"#,
    r#"{"type":"tool-input-available","toolCallId":"c3","toolName":"send","input":{"__proto__":{"own":1}}}"#,
    r#"{"type":"tool-approval-request","toolCallId":"c3","approvalId":"p1","reason":"writes","approvalDescriptor":{"d":1},"signature":"s"}"#,
    r#"{"type":"tool-approval-response","approvalId":"p1","approved":false,"reason":"no"}"#,
    r#"{"type":"tool-output-denied","toolCallId":"c3"}"#,
    r#"{"type":"tool-input-available","toolCallId":"c4","toolName":"boom","input":null}"#,
    r#"{"type":"tool-output-error","toolCallId":"c4","errorText":"broke"}"#,
    r#"{"type":"finish-step"}"#,
    r#"{"type":"start-step"}"#,
    r#"{"type":"text-start","id":"t"}"#,
    r#"{"type":"text-delta","id":"t","delta":"withdrawn"}"#,
    r#"{"type":"reset-step"}"#,
    r#"{"type":"text-start","id":"t"}"#,
    r#"{"type":"text-delta","id":"t","delta":"stays"}"#,
    r#"{"type":"message-metadata","messageMetadata":{"a":{"c":2},"list":[3]}}"#,
    r#"{"type":"steering-message","id":"st","parts":[{"type":"text","text":"faster"}]}"#,
    r#"{"type":"finish","finishReason":"stop","messageMetadata":{"a":null}}"#,
];

fn stream() -> Vec<u8> {
    let mut bytes = Vec::new();
    for chunk in CHUNKS {
        bytes.extend_from_slice(b"data: ");
        bytes.extend_from_slice(chunk.as_bytes());
        bytes.extend_from_slice(b"\n\n");
    }
    bytes
}

fn feed(chat: &mut ChatController<Both>, run: RunId, bytes: &[u8]) {
    chat.feed(run, bytes);
    while chat.next_effect().is_some() {}
}

#[wasm_bindgen_test]
fn both_views_show_the_same_after_every_chunk() {
    let (mut chat, run) = conversation();
    for chunk in CHUNKS {
        feed(&mut chat, run, format!("data: {chunk}\n\n").as_bytes());
        assert!(chat.chat.is_open(run), "{chunk} failed");
        chat.view.assert_agree();
    }
}

#[wasm_bindgen_test]
fn both_views_show_the_same_however_the_bytes_are_cut() {
    let bytes = stream();
    let mut results = Vec::new();
    for size in [1, 2, 3, 7, 64, 1000, bytes.len()] {
        let (mut chat, run) = conversation();
        for (index, piece) in bytes.chunks(size).enumerate() {
            feed(&mut chat, run, piece);
            // Publishing at other moments must not change the outcome.
            if index % 5 == 0 {
                chat.view.assert_agree();
            }
        }
        results.push(text(&chat.view.assert_agree()));
    }
    results.dedup();
    assert_eq!(results.len(), 1);
}

#[wasm_bindgen_test]
fn what_was_published_never_changes() {
    let (mut chat, run) = conversation();
    let mut published = Vec::new();
    for piece in stream().chunks(11) {
        feed(&mut chat, run, piece);
        let list = chat.view.js.publish();
        published.push((text(&list), list));
    }
    for (then, list) in published {
        assert_eq!(text(&list), then);
    }
}

#[wasm_bindgen_test]
fn nothing_new_gives_the_same_list_and_what_did_not_change_keeps_its_identity() {
    let (mut chat, run) = conversation();
    feed(&mut chat, run, &stream());
    let before = chat.view.js.publish();
    assert!(Object::is(&before, &chat.view.js.publish()));

    feed(
        &mut chat,
        run,
        b"data: {\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"!\"}\n\n",
    );
    let after = chat.view.js.publish();
    assert!(!Object::is(&before, &after));
    let (before, after) = (Array::from(&before), Array::from(&after));
    assert!(
        Object::is(&before.get(0), &after.get(0)),
        "the user's message"
    );
    assert!(!Object::is(&before.get(1), &after.get(1)), "the answer");
    let parts = |message: JsValue| Array::from(&Reflect::get(&message, &"parts".into()).unwrap());
    let (old, new) = (parts(before.get(1)), parts(after.get(1)));
    let changed: Vec<u32> = (0..new.length())
        .filter(|at| !Object::is(&old.get(*at), &new.get(*at)))
        .collect();
    let grown = (0..new.length())
        .find(|at| text(&new.get(*at)).contains("stays!"))
        .unwrap();
    assert_eq!(changed, [grown], "only the text that grew");
}

fn text_delta(delta: &str) -> Vec<u8> {
    format!("data: {{\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"{delta}\"}}\n\n").into_bytes()
}

#[wasm_bindgen_test]
fn texts_of_every_length_grow_the_same_in_ascii_and_beyond_it() {
    let (mut chat, run) = conversation();
    feed(
        &mut chat,
        run,
        b"data: {\"type\":\"text-start\",\"id\":\"t\"}\n\n",
    );
    for length in 0..70 {
        feed(&mut chat, run, &text_delta(&"x".repeat(length)));
        chat.view.assert_agree();
        feed(
            &mut chat,
            run,
            &text_delta(&format!("{}é", "y".repeat(length))),
        );
        chat.view.assert_agree();
    }
}

#[wasm_bindgen_test]
fn a_short_text_is_read_where_the_memory_is_that_has_grown() {
    let (mut chat, run) = conversation();
    feed(
        &mut chat,
        run,
        b"data: {\"type\":\"text-start\",\"id\":\"t\"}\n\n",
    );
    feed(&mut chat, run, &text_delta("before "));
    chat.view.assert_agree();
    let pages = core::arch::wasm32::memory_grow(0, 1);
    assert!(pages != usize::MAX, "the memory did not grow");
    feed(&mut chat, run, &text_delta("after"));
    chat.view.assert_agree();
}

#[wasm_bindgen_test]
fn a_long_text_with_half_a_character_is_handed_over_whole() {
    let (mut chat, run) = conversation();
    feed(
        &mut chat,
        run,
        b"data: {\"type\":\"text-start\",\"id\":\"t\"}\n\n",
    );
    // More units than an engine takes as arguments of one call.
    feed(
        &mut chat,
        run,
        &text_delta(&format!("\\ud83d{}", "z".repeat(300_000))),
    );
    chat.view.assert_agree();
}
