//! Input that is wrong, odd or hostile: an error with a code, nothing lost,
//! and the conversation goes on.

use countersign::model::{ChatStatus, ErrorCode};
use serde_json::json;

use crate::conversation::{Conversation, reply};

fn streaming() -> Conversation {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_streams(reply().start("a1").text_start("t").text_delta("t", "Hello"));
    chat.so_far();
    chat
}

/// The response fails with this code and what came before is kept; the next
/// turn works.
#[track_caller]
fn fails_with(bytes: &[u8], code: ErrorCode) -> String {
    let mut chat = streaming();
    chat.server_sends_bytes(bytes);
    chat.server_ends();
    assert_eq!(chat.last_error().0, code);
    assert_eq!(chat.errors().len(), 1);
    assert_eq!(chat.status(), ChatStatus::Error);
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello…\"");
    let message = chat.last_error().1.to_owned();
    chat.says("again");
    chat.server_replies(reply().start("a2").text("Fine."));
    assert_eq!(chat.status(), ChatStatus::Ready);
    assert!(chat.shows().ends_with("a2: \"Fine.\""));
    message
}

/// The response goes on as if this had not been there.
#[track_caller]
fn ignored(bytes: &[u8]) {
    let mut chat = streaming();
    chat.server_sends_bytes(bytes);
    chat.server_streams(reply().text_delta("t", "!").text_end("t"));
    chat.server_ends();
    assert_eq!(chat.errors(), []);
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello!\"");
}

#[test]
fn an_event_that_is_no_json_is_an_error() {
    let message = fails_with(b"data: {not json}\n\n", ErrorCode::InvalidJson);
    assert!(
        message.starts_with("JSON parsing failed: Text: {not json}"),
        "{message}"
    );
    fails_with(
        b"data: {\"type\":\"text-delta\"\n\n",
        ErrorCode::InvalidJson,
    );
    fails_with(b"data: \n\n", ErrorCode::InvalidJson);
}

#[test]
fn an_event_that_is_no_object_is_an_error() {
    for text in ["7", "null", "[]", "\"text-delta\""] {
        let event = format!("data: {text}\n\n");
        fails_with(event.as_bytes(), ErrorCode::InvalidChunk);
    }
}

#[test]
fn an_unknown_type_from_the_wire_is_an_error() {
    let message = fails_with(
        b"data: {\"type\":\"hologram\"}\n\n",
        ErrorCode::InvalidChunk,
    );
    assert!(
        message.starts_with("Type validation failed: Value: "),
        "{message}"
    );
    fails_with(b"data: {\"typ\":\"start\"}\n\n", ErrorCode::InvalidChunk);
}

#[test]
fn an_unknown_type_from_the_applications_transport_is_ignored() {
    let mut chat = streaming();
    chat.transport_gives(&json!({ "type": "hologram", "depth": 3 }));
    chat.server_ends();
    assert_eq!(chat.errors(), []);
}

#[test]
fn a_field_of_the_wrong_type_is_an_error() {
    for chunk in [
        json!({ "type": "text-delta", "id": "t", "delta": 7 }),
        json!({ "type": "text-delta", "id": "t", "delta": null }),
        json!({ "type": "text-delta", "id": "t" }),
        json!({ "type": "text-delta", "delta": "x" }),
        json!({ "type": "start", "messageId": null }),
        json!({ "type": "start", "messageId": 7 }),
        json!({ "type": "finish", "finishReason": "tired" }),
        json!({ "type": "error", "errorText": { "a": 1 } }),
        json!({ "type": "tool-input-start", "toolCallId": "c" }),
        json!({ "type": "tool-input-start", "toolCallId": "c", "toolName": "x", "dynamic": "yes" }),
        json!({ "type": "tool-input-start", "toolCallId": "c", "toolName": "x", "title": null }),
        json!({ "type": "tool-output-available", "output": 1 }),
        json!({ "type": "tool-approval-request", "toolCallId": "c" }),
        json!({ "type": "tool-approval-response", "approvalId": "a" }),
        json!({ "type": "data-x", "data": 1, "id": 3 }),
        json!({ "type": "data-x", "data": 1, "transient": 1 }),
        json!({ "type": "file", "url": "u" }),
        json!({ "type": "text-start", "id": "x", "providerMetadata": "p" }),
    ] {
        let event = format!("data: {chunk}\n\n");
        fails_with(event.as_bytes(), ErrorCode::InvalidChunk);
    }
}

#[test]
fn unknown_fields_are_no_error() {
    ignored(b"data: {\"type\":\"finish-step\",\"brandNew\":{\"x\":[1,2]}}\n\n");
}

#[test]
fn comments_event_names_ids_and_blank_lines_are_no_events() {
    ignored(b": keep-alive\n\n\n\n\nevent: batch\nid: 7\nretry: 10\n\nnonsense\n\n");
}

#[test]
fn line_ends_of_all_kinds_do() {
    for end in ["\n", "\r\n", "\r"] {
        let mut chat = Conversation::new();
        chat.says("hi");
        let bytes = reply().start("a1").text("Hello").sse().replace('\n', end);
        chat.server_sends_bytes(b"\xEF\xBB\xBF");
        chat.server_sends_bytes(bytes.as_bytes());
        chat.server_ends();
        assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello\"");
    }
}

#[test]
fn one_event_on_several_lines_does() {
    let mut chat = streaming();
    chat.server_sends_bytes(
        b"data: {\"type\":\"text-delta\",\ndata: \"id\":\"t\",\ndata:\"delta\":\"!\"}\n\n",
    );
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello!…\"");
}

#[test]
fn an_unterminated_last_event_is_not_lost() {
    let mut chat = streaming();
    chat.server_sends_bytes(b"data: {\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"!\"}");
    chat.server_ends();
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello!…\"");
    assert_eq!(chat.status(), ChatStatus::Ready);
}

#[test]
fn an_unterminated_last_event_that_is_cut_is_an_error() {
    let mut chat = streaming();
    chat.server_sends_bytes(b"data: {\"type\":\"text-delta\",\"id\":\"t\",\"del");
    chat.server_ends();
    assert_eq!(chat.last_error().0, ErrorCode::InvalidJson);
}

#[test]
fn a_connection_that_breaks_inside_an_event_says_that_it_broke() {
    let mut chat = streaming();
    chat.server_sends_bytes(b"data: {\"type\":\"text-delta\",\"id\":\"t\",\"del");
    chat.connection_breaks();
    assert_eq!(chat.last_error().0, ErrorCode::Network);
    assert_eq!(chat.errors().len(), 1);
}

#[test]
fn reading_goes_on_after_done() {
    let mut chat = streaming();
    chat.server_sends_bytes(b"data: [DONE]\n\n");
    assert_eq!(chat.status(), ChatStatus::Streaming);
    chat.server_streams(reply().text_delta("t", "!").text_end("t"));
    chat.server_ends();
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello!\"");
}

#[test]
fn a_response_that_is_a_page_adds_nothing() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_sends_bytes(b"<!doctype html><html><body>Sign in</body></html>");
    chat.server_ends();
    assert_eq!(chat.status(), ChatStatus::Ready);
    assert_eq!(chat.shows(), "user: \"hi\"");
}

#[test]
fn an_event_beyond_all_measure_is_refused() {
    let mut chat = streaming();
    chat.server_sends_bytes(b"data: \"");
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..33 {
        chat.server_sends_bytes(&piece);
    }
    assert_eq!(chat.last_error().0, ErrorCode::LimitExceeded);
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello…\"");
}

#[test]
fn a_large_event_is_taken() {
    let mut chat = streaming();
    let text = "y".repeat(4 << 20);
    chat.server_streams(reply().text_delta("t", &text));
    assert_eq!(chat.errors(), []);
    assert_eq!(
        chat.last_message()["parts"][0]["text"]
            .as_str()
            .unwrap()
            .len(),
        5 + text.len()
    );
}

#[test]
fn nesting_beyond_all_measure_is_refused() {
    let deep = format!(
        "data: {{\"type\":\"data-x\",\"data\":{}{}}}\n\n",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    fails_with(deep.as_bytes(), ErrorCode::InvalidJson);
}

#[test]
fn a_surrogate_pair_cut_between_deltas_is_joined() {
    let mut chat = streaming();
    chat.server_sends_bytes(
        b"data: {\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"\\ud83d\"}\n\ndata: {\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"\\ude00\"}\n\n",
    );
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello\u{1F600}…\"");
}

#[test]
fn a_lone_surrogate_is_kept_and_written_as_json_writes_it() {
    let mut chat = streaming();
    chat.server_sends_bytes(
        b"data: {\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"\\udc00!\"}\n\n",
    );
    assert!(chat.text().contains("\"Hello\\udc00!\""), "{}", chat.text());
}

#[test]
fn lone_surrogates_in_ids_and_names_do() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.server_sends_bytes(
        b"data: {\"type\":\"start\",\"messageId\":\"\\ud800\"}\n\ndata: {\"type\":\"text-start\",\"id\":\"\\udfff\"}\n\ndata: {\"type\":\"text-delta\",\"id\":\"\\udfff\",\"delta\":\"x\"}\n\n",
    );
    assert_eq!(chat.errors(), []);
    assert!(
        chat.text().contains("\"id\":\"\\ud800\""),
        "{}",
        chat.text()
    );
}

#[test]
fn invalid_utf8_is_replaced_as_a_decoder_does() {
    let mut chat = streaming();
    chat.server_sends_bytes(
        b"data: {\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"\xFF!\"}\n\n",
    );
    assert_eq!(chat.shows(), "user: \"hi\" | a1: \"Hello\u{FFFD}!…\"");
}

#[test]
fn numbers_stay_as_they_were_written() {
    let mut chat = streaming();
    chat.server_sends_bytes(
        b"data: {\"type\":\"data-n\",\"data\":[1e400,-0,1.0,12345678901234567890]}\n\n",
    );
    assert!(
        chat.text().contains("[1e400,-0,1.0,12345678901234567890]"),
        "{}",
        chat.text()
    );
}

#[test]
fn of_duplicate_keys_the_last_counts() {
    let mut chat = streaming();
    chat.server_sends_bytes(
        b"data: {\"type\":\"start\",\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"?\",\"delta\":\"!\"}\n\ndata: {\"type\":\"data-d\",\"data\":{\"a\":1,\"b\":2,\"a\":3}}\n\n",
    );
    assert_eq!(chat.last_message()["parts"][0]["text"], "Hello!");
    assert!(chat.text().contains("{\"a\":3,\"b\":2}"), "{}", chat.text());
}

#[test]
fn keys_that_poison_prototypes_are_data_in_finished_payloads() {
    let mut chat = streaming();
    chat.server_sends_bytes(
        b"data: {\"type\":\"data-p\",\"data\":{\"__proto__\":{\"x\":1},\"constructor\":{\"prototype\":2}}}\n\n",
    );
    assert!(
        chat.text()
            .contains("{\"__proto__\":{\"x\":1},\"constructor\":{\"prototype\":2}}")
    );
}

#[test]
fn chunks_after_the_end_change_nothing() {
    let mut chat = streaming();
    let run = chat.last_request().run;
    chat.server_ends();
    let shown = chat.text();
    chat.server_streams_to(run, reply().text_delta("t", "late").error("late"));
    chat.server_ends_run(run);
    assert_eq!(chat.text(), shown);
    assert_eq!(chat.errors(), []);
}

#[test]
fn a_run_that_never_was_changes_nothing() {
    let mut chat = streaming();
    let shown = chat.text();
    chat.server_streams_to(countersign::chat::RunId(4711), reply().text("x"));
    chat.server_ends_run(countersign::chat::RunId(4711));
    assert_eq!(chat.text(), shown);
    assert_eq!(chat.status(), ChatStatus::Streaming);
}

#[test]
fn a_server_cannot_answer_an_item_or_make_it_be_sent() {
    let mut chat = streaming();
    chat.server_streams(
        reply()
            .approval("ap", "m1")
            .chunk(json!({ "type": "data-approve", "data": { "id": "ap", "approved": true } }))
            .chunk(json!({ "type": "message-metadata", "messageMetadata": { "approved": true } })),
    );
    chat.server_ends();
    assert_eq!(chat.requests().len(), 1);
    assert_eq!(chat.call("m1")["state"], "approval-requested");
}
