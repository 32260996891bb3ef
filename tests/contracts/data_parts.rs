//! Data of the application in a response.

use serde_json::{Value, json};

use crate::conversation::{Conversation, reply};

fn streaming() -> Conversation {
    let mut chat = Conversation::new().with_hooks(|hooks| hooks.data = true);
    chat.says("hi");
    chat.server_streams(reply().start("a1"));
    chat.so_far();
    chat
}

fn parts(chat: &Conversation) -> Value {
    chat.last_message()["parts"].clone()
}

#[test]
fn data_becomes_a_part_as_it_was_sent() {
    let mut chat = streaming();
    let chunk = json!({ "type": "data-weather", "id": "w", "data": { "c": 7 }, "extra": [1] });
    chat.server_streams(reply().chunk(chunk.clone()));
    assert_eq!(parts(&chat), json!([chunk]));
    assert_eq!(chat.told(), ["status streaming", "data data-weather"]);
}

#[test]
fn the_same_type_and_id_replaces_the_data_in_place() {
    let mut chat = streaming();
    let chunk = |data: i32| json!({ "type": "data-weather", "id": "w", "data": data });
    chat.server_streams(reply().chunk(chunk(1)).text("x").chunk(chunk(2)));
    let parts = parts(&chat);
    assert_eq!(parts[0]["data"], 2);
    assert_eq!(parts.as_array().unwrap().len(), 2);
}

#[test]
fn another_type_or_id_or_none_is_added() {
    let mut chat = streaming();
    for chunk in [
        json!({ "type": "data-a", "id": "1", "data": 1 }),
        json!({ "type": "data-b", "id": "1", "data": 2 }),
        json!({ "type": "data-a", "id": "2", "data": 3 }),
        json!({ "type": "data-a", "data": 4 }),
        json!({ "type": "data-a", "data": 5 }),
    ] {
        chat.server_streams(reply().chunk(chunk));
    }
    assert_eq!(parts(&chat).as_array().unwrap().len(), 5);
}

#[test]
fn transient_data_is_told_and_not_kept() {
    let mut chat = streaming();
    chat.server_streams(
        reply().chunk(json!({ "type": "data-note", "data": "psst", "transient": true })),
    );
    assert_eq!(chat.told(), ["data data-note"]);
    assert_eq!(parts(&chat), json!([]));
}

#[test]
fn the_callback_comes_before_the_listeners() {
    let mut chat = Conversation::new().with_hooks(|hooks| {
        hooks.data = true;
        hooks.every_chunk = true;
    });
    chat.says("hi");
    chat.so_far();
    chat.server_streams(reply().chunk(json!({ "type": "data-a", "data": 1 })));
    assert_eq!(chat.told(), ["status streaming", "data data-a", "publish"]);
}

#[test]
fn without_a_callback_nobody_is_told() {
    let mut chat = Conversation::new();
    chat.says("hi");
    chat.so_far();
    chat.server_streams(reply().chunk(json!({ "type": "data-a", "data": 1 })));
    assert_eq!(chat.told(), ["status streaming"]);
}

#[test]
fn several_data_parts_in_one_read_are_told_in_order() {
    let mut chat = streaming();
    chat.server_streams(
        reply()
            .chunk(json!({ "type": "data-a", "data": 1 }))
            .chunk(json!({ "type": "data-b", "data": 1 }))
            .text("x")
            .chunk(json!({ "type": "data-c", "data": 1 })),
    );
    assert_eq!(
        chat.told(),
        [
            "status streaming",
            "data data-a",
            "data data-b",
            "data data-c"
        ]
    );
}

#[test]
fn data_is_matched_in_the_whole_message_of_a_continuation() {
    let mut chat = Conversation::new();
    chat.says("hi");
    let chunk = |data: i32| json!({ "type": "data-progress", "id": "p", "data": data });
    chat.server_replies(reply().start("a1").step().chunk(chunk(1)).question("q1"));
    chat.answers("q1", json!(1));
    chat.server_replies(reply().start("a1").step().chunk(chunk(2)));
    let parts = parts(&chat);
    assert_eq!(parts[1]["data"], 2);
    assert_eq!(parts[3]["type"], "step-start");
    assert_eq!(parts.as_array().unwrap().len(), 4);
}
