//! Values that the application's schemas check hold the response up until the
//! check is done.

use countersign::model::{ChatStatus, ErrorCode};
use serde_json::{Value, json};

use crate::conversation::{Conversation, reply};

fn checking() -> Conversation {
    let mut chat = Conversation::new().with_hooks(|hooks| {
        hooks.metadata_schema = true;
        hooks.data_schemas = true;
        hooks.data = true;
    });
    chat.says("go");
    chat.so_far();
    chat
}

fn weather(data: Value) -> Value {
    json!({ "type": "data-weather", "id": "w", "data": data })
}

#[test]
fn data_is_checked_before_it_is_shown() {
    let mut chat = checking();
    chat.server_streams(
        reply()
            .start("a1")
            .chunk(weather(json!({ "c": 7 })))
            .text("after"),
    );
    assert_eq!(chat.told(), [r#"validate data-weather {"c":7}"#]);
    assert_eq!(chat.shows(), "user: \"go\" | a1: ");
    chat.value_passes();
    assert_eq!(chat.told(), ["status streaming", "data data-weather"]);
    assert_eq!(chat.shows(), "user: \"go\" | a1: data-weather, \"after\"");
}

#[test]
fn data_that_fails_is_an_error_and_not_shown() {
    let mut chat = checking();
    chat.server_streams(
        reply()
            .start("a1")
            .chunk(weather(json!("wet")))
            .text("after"),
    );
    chat.so_far();
    chat.value_fails("not a weather");
    assert_eq!(
        chat.told(),
        ["error not a weather", "status error", "finish failed"]
    );
    assert_eq!(chat.last_error().0, ErrorCode::SchemaMismatch);
    assert_eq!(chat.shows(), "user: \"go\" | a1: ");
}

#[test]
fn each_value_is_checked_anew() {
    let mut chat = checking();
    chat.server_streams(
        reply()
            .start("a1")
            .chunk(weather(json!(1)))
            .chunk(weather(json!(2))),
    );
    chat.so_far();
    chat.value_passes();
    assert_eq!(
        chat.told(),
        [
            "status streaming",
            "data data-weather",
            "validate data-weather 2"
        ]
    );
    assert_eq!(chat.last_message()["parts"][0]["data"], 1);
    chat.value_passes();
    assert_eq!(chat.last_message()["parts"][0]["data"], 2);
}

#[test]
fn transient_data_is_checked_too() {
    let mut chat = checking();
    let transient = json!({ "type": "data-weather", "data": 1, "transient": true });
    chat.server_streams(reply().chunk(transient));
    assert_eq!(chat.told(), ["validate data-weather 1"]);
    chat.value_passes();
    assert_eq!(chat.told(), ["data data-weather"]);
}

#[test]
fn metadata_is_checked_wherever_it_comes() {
    let mut chat = checking();
    chat.server_streams(
        reply()
            .chunk(json!({ "type": "start", "messageId": "a1", "messageMetadata": { "a": 1 } }))
            .chunk(json!({ "type": "message-metadata", "messageMetadata": { "b": 2 } }))
            .chunk(
                json!({ "type": "finish", "finishReason": "stop", "messageMetadata": { "c": 3 } }),
            ),
    );
    assert_eq!(chat.told(), [r#"validate metadata {"a":1}"#]);
    chat.value_passes();
    assert_eq!(chat.told(), [r#"validate metadata {"b":2}"#]);
    assert_eq!(chat.last_message()["metadata"], json!({ "a": 1 }));
    chat.value_passes();
    assert_eq!(
        chat.told(),
        ["status streaming", r#"validate metadata {"c":3}"#]
    );
    chat.value_passes();
    chat.server_ends();
    assert_eq!(
        chat.last_message()["metadata"],
        json!({ "a": 1, "b": 2, "c": 3 })
    );
    assert_eq!(chat.told(), ["status ready", "finish with stop"]);
}

#[test]
fn metadata_that_fails_is_an_error_and_not_merged() {
    let mut chat = checking();
    chat.server_streams(
        reply()
            .start("a1")
            .chunk(json!({ "type": "message-metadata", "messageMetadata": { "b": 2 } })),
    );
    chat.value_fails("no b");
    assert_eq!(chat.last_message()["metadata"], Value::Null);
    assert_eq!(chat.status(), ChatStatus::Error);
}

#[test]
fn the_end_waits_for_the_check() {
    let mut chat = checking();
    chat.server_replies(reply().start("a1").chunk(weather(json!(1))));
    assert_eq!(chat.status(), ChatStatus::Submitted);
    chat.value_passes();
    assert_eq!(chat.status(), ChatStatus::Ready);
    assert_eq!(chat.shows(), "user: \"go\" | a1: data-weather");
}

#[test]
fn what_comes_while_a_check_is_under_way_is_kept_in_order() {
    let mut chat = checking();
    chat.server_streams(reply().start("a1").chunk(weather(json!(1))));
    chat.server_streams(reply().text_start("t"));
    chat.server_streams(reply().text_delta("t", "x").text_end("t"));
    chat.value_passes();
    assert_eq!(chat.shows(), "user: \"go\" | a1: data-weather, \"x\"");
}

#[test]
fn a_stop_during_a_check_ends_the_turn() {
    let mut chat = checking();
    chat.server_streams(reply().start("a1").chunk(weather(json!(1))).text("after"));
    chat.stops();
    chat.value_passes();
    assert_eq!(chat.shows(), "user: \"go\" | a1: ");
    assert_eq!(chat.status(), ChatStatus::Ready);
}

#[test]
fn a_chunk_of_the_applications_own_transport_waits_as_well() {
    let mut chat = checking();
    chat.transport_gives(&json!({ "type": "start", "messageId": "a1" }));
    chat.transport_gives(&json!({ "type": "data-weather", "id": "w", "data": 1 }));
    assert_eq!(chat.last_message()["parts"], json!([]));
    chat.value_passes();
    assert_eq!(chat.last_message()["parts"].as_array().unwrap().len(), 1);
}
