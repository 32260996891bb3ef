//! State that is shared with the agent, and patches of it.

use countersign::model::ErrorCode;
use serde_json::{Value, json};

use crate::stage::{Agent, started, success};

fn delta(operations: &Value) -> Value {
    json!({ "type": "STATE_DELTA", "delta": operations })
}

#[test]
fn what_the_agent_shares_goes_back_with_the_next_run() {
    let mut agent = Agent::asked();
    agent.runs(
        &[json!({ "type": "STATE_SNAPSHOT", "snapshot": { "n": 1.50 } })],
        success(),
    );
    assert_eq!(agent.state(), json!({ "n": 1.5 }));
    agent.chat.says("more");
    assert_eq!(agent.input()["state"], json!({ "n": 1.5 }));
}

#[test]
fn what_the_page_shares_goes_with_the_next_run() {
    let mut agent = Agent::asked().sharing(&json!({ "a": 1 }));
    agent.chat.says("more");
    assert_eq!(agent.input()["state"], json!({ "a": 1 }));
}

#[test]
fn without_a_state_an_empty_one_is_sent() {
    let mut agent = Agent::default();
    agent.chat.says("go");
    assert_eq!(agent.input()["state"], json!({}));
}

#[test]
fn null_is_a_state() {
    let mut agent = Agent::asked();
    agent.runs(
        &[json!({ "type": "STATE_SNAPSHOT", "snapshot": null })],
        success(),
    );
    assert_eq!(agent.state(), Value::Null);
}

#[test]
fn patches_do_what_rfc_6902_says() {
    for (before, patch, after) in [
        (
            json!({ "a": 1 }),
            json!([{ "op": "add", "path": "/b", "value": 2 }]),
            json!({ "a": 1, "b": 2 }),
        ),
        (
            json!({ "a": 1 }),
            json!([{ "op": "add", "path": "/a", "value": 2 }]),
            json!({ "a": 2 }),
        ),
        (
            json!({ "a": [1, 3] }),
            json!([{ "op": "add", "path": "/a/1", "value": 2 }]),
            json!({ "a": [1, 2, 3] }),
        ),
        (
            json!({ "a": [1] }),
            json!([{ "op": "add", "path": "/a/-", "value": [2] }]),
            json!({ "a": [1, [2]] }),
        ),
        (
            json!({ "a": 1, "b": 2 }),
            json!([{ "op": "remove", "path": "/a" }]),
            json!({ "b": 2 }),
        ),
        (
            json!({ "a": [1, 2] }),
            json!([{ "op": "remove", "path": "/a/0" }]),
            json!({ "a": [2] }),
        ),
        (
            json!({ "a": 1 }),
            json!([{ "op": "replace", "path": "/a", "value": null }]),
            json!({ "a": null }),
        ),
        (
            json!([1]),
            json!([{ "op": "replace", "path": "", "value": "all" }]),
            json!("all"),
        ),
        (
            json!({ "a": { "x": 1 }, "b": {} }),
            json!([{ "op": "move", "from": "/a/x", "path": "/b/y" }]),
            json!({ "a": {}, "b": { "y": 1 } }),
        ),
        (
            json!({ "a": { "x": 1 } }),
            json!([{ "op": "copy", "from": "/a", "path": "/b" }]),
            json!({ "a": { "x": 1 }, "b": { "x": 1 } }),
        ),
        (
            json!({ "a/b": 1, "m~n": 2 }),
            json!([{ "op": "replace", "path": "/a~1b", "value": 3 }, { "op": "remove", "path": "/m~0n" }]),
            json!({ "a/b": 3 }),
        ),
        (
            json!({ "": 1 }),
            json!([{ "op": "replace", "path": "/", "value": 2 }]),
            json!({ "": 2 }),
        ),
        (
            json!({ "a": 1 }),
            json!([{ "op": "test", "path": "/a", "value": 1.0 }, { "op": "remove", "path": "/a" }]),
            json!({}),
        ),
        (
            json!({ "__proto__": 1 }),
            json!([{ "op": "replace", "path": "/__proto__", "value": 2 }]),
            json!({ "__proto__": 2 }),
        ),
    ] {
        let mut agent = Agent::asked().sharing(&before);
        agent.runs(&[delta(&patch)], success());
        assert_eq!(agent.state(), after, "{patch}");
    }
}

#[test]
fn a_patch_that_fails_changes_nothing_and_is_reported() {
    let state = json!({ "a": [1], "n": 1 });
    let good = json!({ "op": "replace", "path": "/n", "value": 2 });
    for bad in [
        json!({ "op": "remove", "path": "/x" }),
        json!({ "op": "replace", "path": "/x", "value": 1 }),
        json!({ "op": "add", "path": "/x/y", "value": 1 }),
        json!({ "op": "add", "path": "/a/2", "value": 1 }),
        json!({ "op": "add", "path": "/a/01", "value": 1 }),
        json!({ "op": "add", "path": "/a/+0", "value": 1 }),
        json!({ "op": "add", "path": "/a/", "value": 1 }),
        json!({ "op": "add", "path": "/n/y", "value": 1 }),
        json!({ "op": "add", "path": "a", "value": 1 }),
        json!({ "op": "add", "path": "/~2", "value": 1 }),
        json!({ "op": "add", "path": "/x" }),
        json!({ "op": "test", "path": "/n", "value": "2" }),
        json!({ "op": "move", "from": "/a", "path": "/a/0" }),
        json!({ "op": "copy", "from": "/x", "path": "/y" }),
        json!({ "op": "mend", "path": "/n" }),
        json!({ "path": "/n" }),
        json!(7),
    ] {
        let mut agent = Agent::listening().sharing(&state);
        agent.runs(&[delta(&json!([good, bad]))], success());
        assert_eq!(agent.state(), state, "{bad}");
        assert_eq!(agent.events_told(), 1, "{bad}");
        assert_eq!(agent.chat.errors(), [], "{bad}");
    }
}

#[test]
fn a_patch_that_is_no_list_is_an_error() {
    let mut agent = Agent::asked();
    agent.sends(&[started(), delta(&json!({ "op": "add" }))]);
    agent.fails_with(ErrorCode::InvalidChunk, "Type validation failed");
}

#[test]
fn a_patch_of_nothing_makes_an_object() {
    let mut agent = Agent::asked();
    let patch = json!([{ "op": "add", "path": "/a", "value": 1 }]);
    agent.runs(&[delta(&patch)], success());
    assert_eq!(agent.state(), json!({ "a": 1 }));
}

#[test]
fn a_short_patch_cannot_make_a_huge_state() {
    let mut agent = Agent::asked().sharing(&json!({ "a": "x".repeat(1000) }));
    let doubling: Vec<Value> = (0..40)
        .map(|round| json!({ "op": "copy", "from": "", "path": format!("/b{round}") }))
        .collect();
    agent.runs(&[delta(&Value::from(doubling))], success());
    assert_eq!(agent.state()["b0"], Value::Null);
}

#[test]
fn patches_cannot_nest_without_end() {
    let mut agent = Agent::asked().sharing(&json!({ "a": 1 }));
    let deeper = json!([
        { "op": "add", "path": "/b", "value": {} },
        { "op": "move", "from": "/a", "path": "/b/a" },
        { "op": "move", "from": "/b", "path": "/a" },
    ]);
    let many: Vec<Value> = (0..50).map(|_| delta(&deeper)).collect();
    agent.sends(&[started()]);
    for _ in 0..40 {
        agent.sends(&many);
    }
    let depth = agent.depth();
    assert!((400..=512).contains(&depth), "{depth}");
}

#[test]
fn a_patch_that_shuffles_a_long_list_without_end_does_not_apply() {
    let mut agent = Agent::asked().sharing(&json!(vec![0; 100_000]));
    let shuffle: Vec<Value> = (0..9_999)
        .map(|_| json!({ "op": "move", "from": "/99999", "path": "/0" }))
        .collect();
    let patch = delta(&Value::from(shuffle));
    agent.sends(&[started(), patch]);
    assert_eq!(agent.thread.borrow().version(), 1);
}
