//! A call to the ask-user tool is a request for input; its answer is the call's
//! output. Wrong arguments are answered at once, for the model to mend.

use countersign::model::ErrorCode;
use serde_json::{Value, json};

use crate::asked::{asked_questions, questions};
use crate::conversation::{Conversation, reply};

const TOOL: &str = "ask_user_question";

fn asks(arguments: Value) -> Conversation {
    let mut chat = Conversation::new().with_human(|settings| settings.asks_user = true);
    chat.says("go");
    chat.server_replies(reply().start("a1").step().call("q1", TOOL, arguments));
    chat
}

fn accepts(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

#[test]
fn a_call_becomes_a_request_for_input_by_itself() {
    let chat = asked_questions();
    let request = &chat.input_requests()[0]["request"];
    assert_eq!(request["askUser"], true);
    let size = &request["schema"]["properties"]["Size"];
    assert_eq!(size["description"], "Which size?");
    assert_eq!(size["anyOf"][0]["const"], "Small");
    assert_eq!(size["anyOf"][1]["description"], "Two litres");
    assert_eq!(
        size["anyOf"][2],
        json!({ "type": "string" }),
        "an own answer"
    );
    assert_eq!(chat.call("q1")["state"], "input-available");
    assert_eq!(chat.requests().len(), 1);
}

#[test]
fn without_the_capability_it_stays_an_ordinary_call() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_replies(reply().start("a1").step().call("q1", TOOL, questions()));
    assert_eq!(chat.input_requests(), [json!(null); 0]);
    chat.answers("q1", json!("anything"));
}

#[test]
fn the_answer_is_the_calls_output_and_is_sent() {
    let mut chat = asked_questions();
    chat.fills(
        "q1",
        accepts(json!({ "Size": "Large", "Extras": ["Ice", "Lemon"] })),
    )
    .unwrap();
    let sent = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(sent["state"], "output-available");
    assert_eq!(
        sent["output"],
        json!({ "Size": ["Large"], "Extras": ["Ice", "Lemon"] })
    );
    assert_eq!(chat.requests().len(), 2);
    chat.server_replies(reply().start("a1").step().text("Coming."));
    assert_eq!(chat.named("q1")["stage"], "settled");
}

#[test]
fn an_own_answer_takes_the_place_of_picks() {
    let mut chat = asked_questions();
    chat.fills(
        "q1",
        accepts(json!({ "Size": "Enormous", "Extras": ["Ice", "Mint"] })),
    )
    .unwrap();
    assert_eq!(
        chat.call("q1")["output"],
        json!({ "Size": ["Enormous"], "Extras": ["Mint"] })
    );
}

#[test]
fn what_is_picked_twice_counts_once() {
    let mut chat = asked_questions();
    chat.fills(
        "q1",
        accepts(json!({ "Size": "Small", "Extras": ["Ice", "Ice"] })),
    )
    .unwrap();
    assert_eq!(chat.call("q1")["output"]["Extras"], json!(["Ice"]));
}

#[test]
fn a_question_without_an_answer_is_refused_at_its_header() {
    let mut chat = asked_questions();
    let error = chat
        .fills("q1", accepts(json!({ "Size": "Small" })))
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
    let errors: Value = serde_json::from_str(error.errors.as_deref().unwrap()).unwrap();
    assert_eq!(errors[0]["path"], "/Extras");
    assert_eq!(chat.call("q1")["state"], "input-available");
    assert_eq!(chat.input_requests().len(), 1);
}

#[test]
fn declining_tells_the_model_in_a_plain_sentence() {
    let mut chat = asked_questions();
    chat.fills("q1", json!({ "action": "decline" })).unwrap();
    let output = chat.call("q1")["output"].clone();
    assert!(
        output
            .as_str()
            .unwrap()
            .starts_with("The person chose not to answer."),
        "{output}"
    );
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn closing_it_is_not_declining() {
    let mut chat = asked_questions();
    chat.fills("q1", json!({ "action": "cancel" })).unwrap();
    let output = chat.call("q1")["output"].clone();
    assert!(output.as_str().unwrap().contains("without answering"));
}

#[test]
fn wrong_arguments_are_answered_at_once_and_say_what_to_mend() {
    let chat = asks(json!({ "questions": [
        { "header": "One", "question": "?", "options": [{ "label": "Only" }] },
    ] }));
    assert_eq!(chat.input_requests(), [json!(null); 0], "nobody is asked");
    assert_eq!(chat.requests().len(), 2);
    let sent = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(sent["state"], "output-error");
    let text = sent["errorText"].as_str().unwrap();
    assert!(text.contains("options"), "{text}");
}

#[test]
fn headers_that_a_person_cannot_tell_apart_are_refused() {
    let question = |header: &str| json!({ "header": header, "question": "?", "options": [{ "label": "a" }, { "label": "b" }] });
    let chat = asks(json!({ "questions": [question("file"), question("ﬁle")] }));
    assert_eq!(chat.call("q1")["state"], "output-error");
    let chat = asks(json!({ "questions": [question("Size"), question("SIZE")] }));
    assert_eq!(chat.call("q1")["state"], "output-error");
}

#[test]
fn a_right_and_a_wrong_call_of_one_step_are_one_batch() {
    let mut chat = Conversation::new().with_human(|settings| settings.asks_user = true);
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("q1", TOOL, questions())
            .call("q2", TOOL, json!({ "questions": [] })),
    );
    assert_eq!(chat.requests().len(), 1, "one waits for the person");
    chat.fills("q1", json!({ "action": "decline" })).unwrap();
    assert_eq!(chat.requests().len(), 2);
    let parts = &chat.last_request().messages[1]["parts"];
    assert_eq!(parts[1]["state"], "output-available");
    assert_eq!(parts[2]["state"], "output-error");
}

#[test]
fn the_first_answer_wins() {
    let mut chat = asked_questions();
    chat.fills("q1", json!({ "action": "decline" })).unwrap();
    let late = chat
        .fills("q1", accepts(json!({ "Size": "Small", "Extras": ["Ice"] })))
        .unwrap_err();
    assert_eq!(late.code, ErrorCode::AlreadyAnswered);
    let late = chat.tries_to_answer("q1", json!("other")).unwrap_err();
    assert_eq!(late, ErrorCode::AlreadyAnswered);
}

#[test]
fn ai_sdks_own_answer_ends_it_too() {
    let mut chat = asked_questions();
    chat.answers("q1", json!({ "Size": ["Small"] }));
    assert_eq!(chat.input_requests(), [json!(null); 0]);
    let late = chat
        .fills("q1", json!({ "action": "decline" }))
        .unwrap_err();
    assert_eq!(late.code, ErrorCode::AlreadyAnswered);
}

#[test]
fn a_reload_asks_the_same_question_again() {
    let chat = asked_questions();
    let card = chat.input_requests()[0].clone();
    let mut restored = chat.restored();
    assert_eq!(restored.input_requests(), [card]);
    restored
        .fills("q1", json!({ "action": "decline" }))
        .unwrap();
    assert_eq!(restored.call("q1")["state"], "output-available");
    assert_eq!(restored.requests().len(), 1);
}

#[test]
fn a_question_of_an_earlier_turn_is_not_asked_again() {
    let mut chat = asked_questions();
    chat.says("never mind");
    assert_eq!(chat.input_requests(), [json!(null); 0]);
    let restored = chat.restored();
    assert_eq!(restored.input_requests(), [json!(null); 0]);
}

#[test]
fn a_question_that_is_stopped_is_asked_no_more() {
    let mut chat = Conversation::new().with_human(|settings| settings.asks_user = true);
    chat.says("go");
    chat.server_streams(reply().start("a1").call("q1", TOOL, questions()));
    chat.stops();
    assert_eq!(chat.input_requests(), [json!(null); 0]);
    assert_eq!(chat.call("q1")["state"], "output-error");
}

#[test]
fn two_calls_are_two_requests() {
    let mut chat = Conversation::new().with_human(|settings| settings.asks_user = true);
    chat.says("go");
    chat.server_replies(reply().start("a1").call("q1", TOOL, questions()).call(
        "q2",
        TOOL,
        questions(),
    ));
    assert_eq!(chat.input_requests().len(), 2);
    chat.fills("q2", json!({ "action": "decline" })).unwrap();
    assert_eq!(chat.requests().len(), 1);
    chat.fills("q1", json!({ "action": "decline" })).unwrap();
    assert_eq!(chat.requests().len(), 2);
}

#[test]
fn a_call_that_the_provider_runs_asks_nobody() {
    let mut chat = Conversation::new().with_human(|settings| settings.asks_user = true);
    chat.says("go");
    chat.server_replies(reply().start("a1").chunk(json!({
        "type": "tool-input-available", "toolCallId": "q1", "toolName": TOOL,
        "input": questions(), "providerExecuted": true,
    })));
    assert_eq!(chat.input_requests(), [json!(null); 0]);
}
