//! A deadline that passes ends an item as expired: nobody decided, the agent is
//! told as its protocol allows, and never that it may go on. No sleep of the
//! machine makes an answer count that came too late.

use countersign::human::{Outcome, Stage};
use countersign::model::ErrorCode;
use serde_json::{Value, json};

use crate::asked::{asked_in, asked_to_approve, how_many, may_run, questions};
use crate::conversation::{Automatic, Conversation, NOON, Told, reply};

const LIMIT: u64 = 60_000;

fn with_limit() -> Conversation {
    Conversation::new().with_human(|settings| {
        settings.deadline = Some(LIMIT);
        settings.input_deadline = Some(LIMIT);
        settings.asks_user = true;
    })
}

fn due_at(mut request: Value, deadline: Value) -> Value {
    request["deadline"] = deadline;
    request
}

#[test]
fn without_a_limit_an_approval_waits_for_ever() {
    let mut chat = asked_to_approve(&["c1"]);
    assert_eq!(chat.side.timer, None);
    chat.waits(365 * 24 * 3_600_000);
    assert_eq!(chat.listed(), ["c1"]);
}

#[test]
fn an_approval_expires_when_the_limit_is_reached() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    chat.waits(LIMIT - 1);
    assert_eq!(chat.named("c1")["stage"], "pending");
    chat.waits(1);
    assert_eq!(chat.named("c1")["stage"], "expired");
    assert_eq!(chat.named("c1")["by"], json!({ "kind": "deadline" }));
    assert_eq!(chat.listed(), [""; 0]);
}

#[test]
fn over_ai_sdk_an_expired_approval_is_refused_with_the_reason() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    chat.waits(LIMIT);
    assert_eq!(chat.requests().len(), 2);
    let sent = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(sent["state"], "approval-responded");
    assert_eq!(
        sent["approval"],
        json!({ "id": "ap-c1", "approved": false, "reason": "Not decided in time." })
    );
}

#[test]
fn the_refusal_waits_for_the_rest_of_the_batch() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    chat.waits(1);
    let mut chat = {
        chat.server_streams(reply());
        chat
    };
    chat.changes_messages(|messages| {
        let mut second = messages[1]["parts"][1].clone();
        second["toolCallId"] = json!("c2");
        second["approval"] = json!({ "id": "ap-c2" });
        messages[1]["parts"].as_array_mut().unwrap().push(second);
    });
    chat.waits(LIMIT - 1);
    assert_eq!(chat.named("c1")["stage"], "expired");
    assert_eq!(chat.listed(), ["c2"], "asked one millisecond later");
    assert_eq!(chat.requests().len(), 1);
    chat.allows("c2");
    let parts = chat.last_request().messages[1]["parts"].clone();
    assert_eq!(parts[1]["approval"]["approved"], false);
    assert_eq!(parts[2]["approval"]["approved"], true);
}

#[test]
fn a_refusal_that_was_not_accepted_goes_with_the_next_request() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    chat.waits(LIMIT);
    chat.server_refuses_with(401);
    assert_eq!(chat.named("c1")["stage"], "expired");
    chat.sends_again();
    let sent = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(sent["approval"]["approved"], false);
    assert_eq!(chat.last_request().message_id.as_deref(), Some("a1"));
}

#[test]
fn an_answer_after_the_deadline_is_told_that_it_is_late() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    chat.waits(LIMIT);
    let late = chat.responds("c1", json!(true)).unwrap_err();
    assert_eq!(late.code, ErrorCode::Expired);
    assert_eq!(chat.call("c1")["approval"]["approved"], false);
}

#[test]
fn an_answer_after_a_sleep_past_the_deadline_never_allows() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    // No timer rang.
    chat.sleeps(LIMIT);
    let late = chat.responds("c1", json!(true)).unwrap_err();
    assert_eq!(late.code, ErrorCode::Expired);
    assert_eq!(chat.call("c1")["approval"]["approved"], false);
    assert_eq!(chat.named("c1")["stage"], "expired");
}

#[test]
fn ai_sdks_own_answer_after_a_sleep_past_the_deadline_never_allows() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    chat.sleeps(LIMIT);
    let late = chat.tries_to_decide("ap-c1", true).unwrap_err();
    assert_eq!(late, ErrorCode::Expired);
    assert_eq!(chat.call("c1")["approval"]["approved"], false);
}

#[test]
fn no_way_of_answering_gets_past_a_deadline() {
    type Answer = fn(&mut Conversation);
    let ways: [(&str, Answer); 5] = [
        ("all", |chat| {
            assert_eq!(chat.decides_all(None, true), 0);
        }),
        ("batch", |chat| {
            chat.gives_prepared().unwrap_err();
        }),
        ("prepare", |chat| {
            chat.prepares("c1", json!({ "approved": true }))
                .unwrap_err();
        }),
        ("policy", |chat| {
            chat.policy_says(Some(countersign::human::Decision::plain(true)));
        }),
        ("always", |chat| {
            chat.responds("c1", json!({ "approved": true, "remember": true }))
                .unwrap_err();
        }),
    ];
    for (way, answer) in ways {
        let mut chat = asked_in(with_limit().with_slow_policy(), &["c1"]);
        chat.prepares("c1", json!({ "approved": true })).unwrap();
        chat.sleeps(LIMIT);
        answer(&mut chat);
        assert_eq!(chat.named("c1")["stage"], "expired", "{way}");
        assert_eq!(chat.call("c1")["approval"]["approved"], false, "{way}");
        assert_eq!(chat.grants(), [json!(null); 0], "{way}");
    }
}

#[test]
fn an_answer_in_time_counts_although_it_is_sent_later() {
    let mut chat = asked_in(with_limit().sending(Automatic::Off), &["c1"]);
    chat.waits(LIMIT - 1);
    chat.allows("c1");
    chat.waits(LIMIT);
    assert_eq!(chat.named("c1")["stage"], "answered");
    chat.sends_again();
    let sent = &chat.last_request().messages[1]["parts"][1];
    assert_eq!(sent["approval"]["approved"], true);
}

#[test]
fn a_back_end_says_until_when_it_waits_in_milliseconds() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/files", due_at(may_run("c1"), json!(NOON + 500)));
    chat.waits(499);
    assert_eq!(chat.waiting(), [waiter]);
    chat.waits(1);
    assert_eq!(
        chat.told_to(waiter),
        Some(&Told::Nobody(Outcome::Expired)),
        "nobody decided: no refusal, and never an allow"
    );
}

#[test]
fn a_back_end_says_until_when_it_waits_in_rfc_3339() {
    let mut chat = Conversation::new();
    let request = due_at(may_run("c1"), json!("2025-12-01T13:00:01.5+01:00"));
    chat.backend_asks("ag-ui", request);
    assert_eq!(chat.approvals()[0]["deadline"], NOON + 1_500);
}

#[test]
fn a_deadline_that_cannot_be_read_is_an_error_and_asks_nothing() {
    let mut chat = Conversation::new();
    for wrong in [
        json!("soon"),
        json!("2025-12-01"),
        json!("2025-12-01T12:00:00"),
        json!(1.5),
        json!(-1),
        json!(true),
        json!({}),
    ] {
        for request in [may_run("c1"), how_many()] {
            let error = chat
                .tries_to_ask("mcp/files", due_at(request, wrong.clone()))
                .unwrap_err();
            assert_eq!(error.code, ErrorCode::InvalidArgument, "{wrong}");
            assert_eq!(error.path, Some("deadline"), "{wrong}");
        }
    }
    assert_eq!(chat.approvals(), [json!(null); 0]);
    assert_eq!(chat.input_requests(), [json!(null); 0]);
}

#[test]
fn the_back_ends_deadline_takes_the_place_of_the_own_limit() {
    let mut chat = with_limit();
    chat.backend_asks("mcp/files", due_at(may_run("c1"), json!(NOON + 2 * LIMIT)));
    chat.waits(LIMIT);
    assert_eq!(chat.listed(), ["c1"]);
    chat.waits(LIMIT);
    assert_eq!(chat.listed(), [""; 0]);
}

#[test]
fn a_deadline_that_has_passed_already_leaves_nothing_to_answer() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/files", due_at(may_run("c1"), json!(NOON - 1)));
    let late = chat.responds("c1", json!(true)).unwrap_err();
    assert_eq!(late.code, ErrorCode::Expired);
    assert_eq!(chat.told_to(waiter), Some(&Told::Nobody(Outcome::Expired)));
}

#[test]
fn an_expired_call_of_a_back_end_shows_as_refused_in_its_message() {
    let mut chat = Conversation::new();
    chat.says("go");
    chat.server_streams(
        reply()
            .start("a1")
            .step()
            .call("c1", "delete_file", json!({})),
    );
    chat.backend_asks("local", due_at(may_run("c1"), json!(NOON + 500)));
    assert_eq!(chat.call("c1")["state"], "approval-requested");
    chat.waits(500);
    assert_eq!(chat.call("c1")["state"], "output-denied");
    assert_eq!(
        chat.call("c1")["approval"]["reason"],
        "Not decided in time."
    );
}

#[test]
fn a_form_that_expires_is_cancelled_for_whoever_waits() {
    let mut chat = Conversation::new();
    let waiter = chat.backend_asks("mcp/hotel", due_at(how_many(), json!(NOON + 500)));
    chat.waits(500);
    assert_eq!(chat.told_to(waiter), Some(&Told::Nobody(Outcome::Expired)));
    assert_eq!(chat.input_requests(), [json!(null); 0]);
    let late = chat
        .fills(
            "booking-1",
            json!({ "action": "accept", "content": { "guests": 1 } }),
        )
        .unwrap_err();
    assert_eq!(late.code, ErrorCode::Expired);
}

#[test]
fn questions_that_expire_tell_the_model_so() {
    let mut chat = with_limit();
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .call("q1", "ask_user_question", questions()),
    );
    chat.waits(LIMIT);
    assert_eq!(chat.stage("q1"), Stage::Settled(Outcome::Expired));
    let sent = &chat.last_request().messages[1]["parts"][0];
    assert_eq!(sent["state"], "output-available");
    assert!(
        sent["output"]
            .as_str()
            .unwrap()
            .starts_with("Nobody answered in time.")
    );
}

#[test]
fn several_deadlines_pass_in_their_order() {
    let mut chat = Conversation::new();
    let late = chat.backend_asks("mcp/files", due_at(may_run("c1"), json!(NOON + 300)));
    let soon = chat.backend_asks("mcp/files", due_at(may_run("c2"), json!(NOON + 100)));
    assert_eq!(chat.side.timer, Some(NOON + 100));
    chat.waits(100);
    assert_eq!(chat.waiting(), [late]);
    assert_ne!(chat.told_to(soon), None);
    assert_eq!(chat.side.timer, Some(NOON + 300));
    chat.waits(200);
    assert_eq!(chat.waiting(), [0; 0]);
    assert_eq!(chat.side.timer, None);
}

#[test]
fn an_answer_takes_its_timer_along() {
    let mut chat = Conversation::new();
    chat.backend_asks("mcp/files", due_at(may_run("c1"), json!(NOON + 300)));
    chat.allows("c1");
    assert_eq!(chat.side.timer, None);
}

#[test]
fn a_clock_that_is_set_back_brings_no_deadline_back() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    chat.waits(LIMIT);
    chat.controller.chat.set_time(NOON);
    let late = chat.responds("c1", json!(true)).unwrap_err();
    assert_eq!(late.code, ErrorCode::Expired);
}

#[test]
fn the_log_says_that_the_clock_ended_it() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    chat.waits(LIMIT);
    assert_eq!(
        chat.moves("c1"),
        ["– → pending by agent", "pending → expired by deadline"]
    );
}

#[test]
fn the_agent_is_not_told_of_a_call_that_it_ran_all_the_same() {
    let mut chat = asked_in(with_limit(), &["c1"]);
    chat.waits(LIMIT);
    chat.server_streams(reply().start("a1").output("c1", json!("sent")));
    chat.server_refuses_with(401);
    assert_eq!(
        chat.exported()["items"],
        json!([]),
        "nothing is left to send"
    );
}
