//! A person may change what a call is run with, where the protocol can carry
//! it. What they give has to fit the tool's input schema; `null` is a value.

use countersign::model::ErrorCode;
use serde_json::{Value, json};

use crate::asked::{asked_in, may_run};
use crate::conversation::{Conversation, raw};

fn editable() -> Conversation {
    asked_in(
        Conversation::new().with_human(|settings| {
            settings.answers.edit_input = true;
            settings.tools.push(countersign::human::ToolInfo {
                name: "sendEmail".into(),
                input_schema: Some(raw(&json!({
                    "type": "object",
                    "properties": { "to": { "type": "string", "minLength": 3 } },
                    "required": ["to"],
                }))),
                ..Default::default()
            });
        }),
        &["c1"],
    )
}

fn edited(input: Value) -> Value {
    json!({ "approved": true, "editedInput": input })
}

#[test]
fn the_edited_input_takes_the_place_of_the_first() {
    let mut chat = editable();
    chat.responds("c1", edited(json!({ "to": "b@x.io" })))
        .unwrap();
    let sent = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(sent["state"], "approval-responded");
    assert_eq!(sent["input"], json!({ "to": "b@x.io" }));
}

#[test]
fn an_edit_that_does_not_fit_the_schema_is_refused_and_says_where() {
    let mut chat = editable();
    let error = chat.responds("c1", edited(json!({ "to": 1 }))).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
    assert_eq!(error.path, Some("editedInput"));
    let errors: Value = serde_json::from_str(error.errors.as_deref().unwrap()).unwrap();
    assert_eq!(errors[0]["path"], "/to");
    assert_eq!(chat.call("c1")["input"], json!({ "to": "a@x.io" }));
    assert_eq!(chat.listed(), ["c1"]);
}

#[test]
fn null_is_a_value() {
    let mut chat = editable();
    let error = chat.responds("c1", edited(json!(null))).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput, "not an object");

    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("local", may_run("c1"));
    chat.responds("c1", edited(json!(null))).unwrap();
    assert_eq!(
        chat.answer_to(waiter),
        json!({ "approved": true, "editedInput": null })
    );
}

#[test]
fn without_a_schema_any_edit_is_taken() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("local", may_run("c1"));
    chat.responds("c1", edited(json!([1, "two"]))).unwrap();
    assert_eq!(chat.answer_to(waiter)["editedInput"], json!([1, "two"]));
}

#[test]
fn a_back_end_may_bring_its_tools_schema_along() {
    let mut chat = Conversation::new();
    let mut request = may_run("c1");
    request["inputSchema"] =
        json!({ "type": "object", "properties": { "path": { "type": "string" } } });
    let waiter = chat.backend_asks("local", request);
    let error = chat
        .responds("c1", edited(json!({ "path": 7 })))
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
    chat.responds("c1", edited(json!({ "path": "/tmp/b" })))
        .unwrap();
    assert_eq!(
        chat.answer_to(waiter)["editedInput"],
        json!({ "path": "/tmp/b" })
    );
}

#[test]
fn numbers_stay_as_the_person_wrote_them() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("local", may_run("c1"));
    let big: Value = serde_json::from_str("12345678901234567890.10").unwrap();
    chat.responds("c1", edited(json!({ "n": big.clone() })))
        .unwrap();
    assert_eq!(
        chat.answer_to(waiter)["editedInput"]["n"].to_string(),
        "12345678901234567890.10"
    );
}

#[test]
fn the_log_has_the_input_before_and_after() {
    let mut chat = editable();
    chat.responds("c1", edited(json!({ "to": "b@x.io" })))
        .unwrap();
    let log = chat.log();
    let answered = log.iter().find(|entry| entry["to"] == "answered").unwrap();
    assert_eq!(answered["input"], json!({ "to": "a@x.io" }));
    assert_eq!(answered["answer"]["editedInput"], json!({ "to": "b@x.io" }));
}
