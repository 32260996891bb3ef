//! The order of events, and how a run ends.

use countersign::model::{ChatStatus, ErrorCode};
use serde_json::json;

use crate::stage::{Agent, calls, finished, result, says, started, success};

#[test]
fn a_text_is_said() {
    let mut agent = Agent::asked();
    agent.runs(&says("m1", "Hello."), success());
    assert_eq!(
        agent.chat.shows(),
        "user: \"go\" | fresh-2: step, \"Hello.\""
    );
    assert_eq!(agent.chat.status(), ChatStatus::Ready);
    assert_eq!(
        agent.parts()[1]["providerMetadata"],
        json!({ "ag-ui": { "id": "m1" } })
    );
}

#[test]
fn what_comes_before_a_run_has_started_is_an_error() {
    let mut agent = Agent::asked();
    agent.sends(&says("m1", "Hello."));
    agent.fails_with(
        ErrorCode::ChunkOrder,
        "TEXT_MESSAGE_START does not fit: no run has started",
    );
}

#[test]
fn a_response_that_ends_before_its_run_is_an_interruption() {
    let mut agent = Agent::asked();
    agent.sends(&[started()]);
    agent.sends(&says("m1", "Hello."));
    agent.chat.server_ends();
    agent.fails_with(ErrorCode::Network, "The response ended before its run did.");
    assert_eq!(agent.chat.status(), ChatStatus::Error);
}

#[test]
fn content_of_a_text_that_is_not_open_is_an_error() {
    let mut agent = Agent::asked();
    agent.sends(&[
        started(),
        json!({ "type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "x" }),
    ]);
    agent.fails_with(ErrorCode::ChunkOrder, "TEXT_MESSAGE_CONTENT does not fit");
}

#[test]
fn a_run_does_not_finish_over_an_open_call() {
    let mut agent = Agent::asked();
    agent.sends(&[started()]);
    agent.sends(&calls("c1", "pay", "{}")[..2]);
    agent.sends(&[finished(success())]);
    agent.fails_with(
        ErrorCode::ChunkOrder,
        "RUN_FINISHED does not fit: this is still open: \"c1\"",
    );
}

#[test]
fn a_call_that_is_said_again_does_not_double_its_arguments() {
    let mut agent = Agent::asked();
    let mut events = calls("c1", "pay", "{\"x\":1}");
    events.extend(calls("c1", "pay", "{\"x\":1}"));
    agent.runs(&events, success());
    assert_eq!(agent.chat.call("c1")["input"], json!({ "x": 1 }));
    assert_eq!(agent.parts().as_array().unwrap().len(), 2);
}

#[test]
fn of_two_results_the_first_counts() {
    let mut agent = Agent::asked();
    let mut events = calls("c1", "pay", "{}");
    events.extend([result("c1", "one"), result("c1", "two")]);
    agent.runs(&events, success());
    assert_eq!(agent.chat.call("c1")["output"], "one");
}

#[test]
fn an_error_of_the_run_is_told_in_its_words() {
    let mut agent = Agent::asked();
    agent.sends(&[
        started(),
        json!({ "type": "RUN_ERROR", "message": "no credit" }),
    ]);
    assert_eq!(agent.chat.last_error(), (ErrorCode::Server, "no credit"));
}

#[test]
fn a_cancelled_run_leaves_nothing_to_answer() {
    let mut agent = Agent::asked();
    agent.runs(&calls("c1", "pay", "{}"), json!({ "type": "cancelled" }));
    assert_eq!(agent.chat.call("c1")["state"], "output-error");
    assert_eq!(agent.chat.listed(), Vec::<String>::new());
}

#[test]
fn an_outcome_that_is_not_known_is_no_success() {
    let mut agent = Agent::asked();
    agent.sends(&[started(), finished(json!({ "type": "paused" }))]);
    agent.fails_with(ErrorCode::InvalidChunk, "");
}

#[test]
fn a_call_that_was_half_said_is_not_sent_back() {
    let mut agent = Agent::asked();
    agent.sends(&[started()]);
    agent.sends(&says("m1", "I pay."));
    agent.sends(&calls("c1", "pay", "{\"amount\":50")[..2]);
    agent.chat.server_ends();
    agent.chat.says("go on");
    let messages = agent.input()["messages"].clone();
    assert_eq!(
        messages[1],
        json!({ "id": "m1", "role": "assistant", "content": "I pay." })
    );
    assert_eq!(messages.as_array().unwrap().len(), 3);
}

#[test]
fn results_go_back_in_the_order_of_their_calls() {
    let mut agent = Agent::asked();
    let mut events = calls("c1", "look", "{}");
    events.extend(calls("c2", "look", "{}"));
    events.extend([result("c2", "two"), result("c1", "one")]);
    agent.runs(&events, success());
    agent.chat.says("more");
    let messages = agent.input()["messages"].clone();
    assert_eq!(messages[2]["content"], "one");
    assert_eq!(messages[3]["content"], "two");
}

#[test]
fn a_question_that_is_not_answered_goes_back_as_an_error() {
    let mut agent = Agent::default().advertising(&["ask"]);
    agent.chat.says("go");
    agent.input();
    agent.runs(&calls("q1", "ask", "{}"), success());
    agent.chat.says("never mind");
    let told = agent.input()["messages"][2].clone();
    assert_eq!(told["toolCallId"], "q1");
    assert_eq!(
        told["error"],
        "Not answered: the user wrote a new message instead."
    );
}

#[test]
fn an_agent_that_comes_back_to_a_message_adds_to_it() {
    let mut agent = Agent::asked();
    let mut events = calls("c1", "look", "{}");
    events.push(result("c1", "one"));
    events.extend(says("m2", "And now:"));
    events.extend(calls("c2", "look", "{}"));
    events.push(result("c2", "two"));
    agent.runs(&events, success());
    agent.chat.says("more");
    let messages = agent.input()["messages"].clone();
    assert_eq!(messages[1]["id"], "m1");
    assert_eq!(messages[1]["toolCalls"].as_array().unwrap().len(), 2);
    assert_eq!(messages[4]["id"], "m2");
}
