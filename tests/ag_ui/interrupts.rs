//! Interrupts become approvals and forms; their answers go back in one resume.

use countersign::human::Stage;
use serde_json::json;

use crate::stage::{Agent, approval, calls, result, says, success};

fn interrupted() -> Agent {
    let mut agent = Agent::asked();
    agent.interrupts(
        &calls("c1", "delete_file", "{\"path\": \"/tmp/a\"}"),
        json!([approval("int-c1", "c1")]),
    );
    agent
}

#[test]
fn an_approval_goes_back_and_its_result_settles_it() {
    let mut agent = interrupted();
    assert_eq!(agent.chat.call("c1")["state"], "approval-requested");
    assert_eq!(agent.chat.stage("c1"), Stage::Pending);
    agent.chat.approves("int-c1");
    let input = agent.input();
    assert_eq!(
        input["resume"],
        json!([{ "interruptId": "int-c1", "status": "resolved", "payload": { "approved": true } }])
    );
    assert_eq!(
        input["messages"],
        json!([
            { "id": "u1", "role": "user", "content": "go" },
            { "id": "m1", "role": "assistant", "toolCalls": [{
                "id": "c1", "type": "function",
                "function": { "name": "delete_file", "arguments": "{\"path\": \"/tmp/a\"}" },
            }] },
        ])
    );
    let mut events = vec![result("c1", "deleted")];
    events.extend(says("m2", "Done."));
    agent.runs(&events, success());
    assert_eq!(agent.chat.stage("c1").name(), "approved");
    assert_eq!(agent.chat.call("c1")["output"], "deleted");
    assert_eq!(agent.chat.errors(), []);
}

#[test]
fn a_denial_goes_back_with_its_reason_and_shows_as_denied() {
    let mut agent = interrupted();
    agent.chat.denies("int-c1", "use the trash");
    let input = agent.input();
    assert_eq!(
        input["resume"][0]["payload"],
        json!({ "approved": false, "reason": "use the trash" })
    );
    agent.runs(&[result("c1", "use the trash")], success());
    assert_eq!(agent.chat.call("c1")["state"], "output-denied");
    assert_eq!(agent.chat.call("c1")["approval"]["reason"], "use the trash");
    assert_eq!(agent.chat.stage("c1").name(), "denied");
}

#[test]
fn edited_arguments_go_back_and_stay_visible() {
    let mut agent = interrupted();
    agent
        .chat
        .responds(
            "int-c1",
            json!({ "approved": true, "editedInput": { "path": "/tmp/b" } }),
        )
        .unwrap();
    let input = agent.input();
    assert_eq!(
        input["resume"][0]["payload"],
        json!({ "approved": true, "editedArgs": { "path": "/tmp/b" } })
    );
    let call = &input["messages"][1]["toolCalls"][0]["function"];
    assert_eq!(call["arguments"], "{\"path\": \"/tmp/a\"}");
    agent.runs(&[result("c1", "deleted")], success());
    assert_eq!(agent.chat.call("c1")["input"], json!({ "path": "/tmp/b" }));
}

#[test]
fn a_form_is_filled_in() {
    let mut agent = Agent::asked();
    let schema = json!({ "type": "object", "properties": { "year": { "type": "integer" } } });
    agent.interrupts(
        &[],
        json!([{ "id": "int-f", "reason": "input_required", "message": "Year?", "responseSchema": schema }]),
    );
    let request = agent.chat.input_requests()[0].clone();
    assert_eq!(request["request"]["message"], "Year?");
    assert_eq!(request["request"]["schema"], schema);
    agent
        .chat
        .fills(
            "int-f",
            json!({ "action": "accept", "content": { "year": 2001 } }),
        )
        .unwrap();
    let input = agent.input();
    assert_eq!(
        input["resume"],
        json!([{ "interruptId": "int-f", "status": "resolved", "payload": { "year": 2001 } }])
    );
    assert_eq!(input["messages"].as_array().unwrap().len(), 1);
    agent.runs(&says("m2", "Thanks."), success());
    assert_eq!(agent.chat.stage("int-f").name(), "settled");
}

#[test]
fn a_form_that_is_declined_is_cancelled_on_the_wire() {
    let mut agent = Agent::asked();
    agent.interrupts(
        &[],
        json!([{ "id": "int-f", "reason": "crew", "responseSchema": { "type": "string", "enum": ["a"] } }]),
    );
    agent
        .chat
        .fills("int-f", json!({ "action": "decline" }))
        .unwrap();
    assert_eq!(
        agent.input()["resume"],
        json!([{ "interruptId": "int-f", "status": "cancelled" }])
    );
}
