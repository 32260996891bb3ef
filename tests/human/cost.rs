//! Answering, looking up and ending an item costs nothing that grows with the
//! conversation or the other items.

use std::time::{Duration, Instant};

use countersign::json::Wtf8;
use serde_json::json;

use crate::asked::may_run;
use crate::conversation::{Automatic, Conversation, NOON, reply};

const FEW: usize = 300;
const MANY: usize = 3_000;

/// Ten times as many others may not make it this much dearer; work that grows
/// with them would make it about ten times.
const ALLOWED: f64 = 4.0;

/// How long one of these takes, with this many around: the best of some tries.
fn cost(
    count: usize,
    prepare: fn(usize) -> Conversation,
    act: fn(&mut Conversation, usize),
) -> Duration {
    const MEASURED: usize = 50;
    const TRIES: usize = 5;
    let mut chat = prepare(count);
    // Spread over all of them.
    let stride = count / (MEASURED * TRIES);
    let mut best = Duration::MAX;
    for attempt in 0..TRIES {
        let start = Instant::now();
        for number in 0..MEASURED {
            act(&mut chat, (number * TRIES + attempt) * stride);
        }
        best = best.min(start.elapsed());
    }
    best
}

/// Other programs only ever add to a time: measuring again while it is too long
/// forgives them, and forgives no work that is really done.
fn stays(what: &str, prepare: fn(usize) -> Conversation, act: fn(&mut Conversation, usize)) {
    const ROUNDS: usize = 8;
    let (mut few, mut many) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        few = few.min(cost(FEW, prepare, act));
        many = many.min(cost(MANY, prepare, act));
        if many.as_secs_f64() < few.as_secs_f64() * ALLOWED {
            return;
        }
    }
    panic!("{what}: {few:?} with {FEW}, {many:?} with {MANY}");
}

/// One message asks for many approvals.
fn approvals(count: usize) -> Conversation {
    let mut chat = Conversation::new().sending(Automatic::Off);
    chat.says("go");
    let mut asks = reply().start("a1").step();
    for number in 0..count {
        asks = asks.approval(&format!("ap-{number}"), &format!("c{number}"));
    }
    chat.server_replies(asks);
    chat.so_far();
    chat
}

/// Many back ends wait, each until another time.
fn waiting(count: usize) -> Conversation {
    let mut chat = Conversation::new();
    for number in 0..count {
        let mut request = may_run(&format!("c{number}"));
        request["deadline"] = json!(NOON + 1_000_000_000 + number as u64);
        chat.backend_asks("mcp/files", request);
    }
    chat
}

/// Many turns, each with an approval that is done, and one message that asks.
fn long_conversation(count: usize) -> Conversation {
    let mut messages = Vec::new();
    for number in 0..count {
        messages.push(json!({ "id": format!("u{number}"), "role": "user", "parts": [] }));
        messages.push(
            json!({ "id": format!("m{number}"), "role": "assistant", "parts": [
            { "type": "tool-sendEmail", "toolCallId": format!("d{number}"),
              "state": "output-available", "input": {}, "output": 1,
              "approval": { "id": format!("done-{number}"), "approved": true } },
        ] }),
        );
    }
    let parts: Vec<serde_json::Value> = (0..FEW)
        .map(|number| {
            json!({ "type": "tool-sendEmail", "toolCallId": format!("c{number}"),
                "state": "approval-requested", "input": {}, "approval": { "id": format!("ap-{number}") } })
        })
        .collect();
    messages.push(json!({ "id": "a1", "role": "assistant", "parts": parts }));
    let mut chat = Conversation::new().sending(Automatic::Off);
    chat.loads(&json!(messages));
    chat
}

/// Many back ends wait, and one that expires soon.
fn expiring(count: usize) -> Conversation {
    let mut chat = waiting(count);
    chat.waits(1_000);
    chat
}

#[test]
fn answering_one_approval_of_many() {
    stays("answering", approvals, |chat, number| {
        chat.allows(&format!("c{number}"));
    });
}

#[test]
fn answering_one_approval_of_many_while_answers_are_sent_by_themselves() {
    let prepare = |count| approvals(count).sending(Automatic::WhenComplete);
    stays("answering", prepare, |chat, number| {
        chat.refuses(&format!("ap-{number}"));
    });
}

#[test]
fn answering_one_back_end_of_many() {
    stays("replying", waiting, |chat, number| {
        chat.allows(&format!("c{number}"));
    });
}

#[test]
fn taking_back_one_request_of_many() {
    stays("withdrawing", waiting, |chat, number| {
        let waiter = u32::try_from(number).unwrap() + 1;
        let id = countersign::model::ItemId(waiter - 1);
        chat.controller.chat.withdraw(&mut chat.controller.view, id);
        chat.controller.show();
    });
}

#[test]
fn answering_in_a_long_conversation() {
    stays(
        "answering after many turns",
        long_conversation,
        |chat, _| {
            let next = chat.listed_first();
            chat.allows(&next);
        },
    );
}

#[test]
fn looking_an_item_up() {
    stays("looking up", approvals, |chat, number| {
        for name in [
            format!("c{number}"),
            format!("ap-{number}"),
            format!("item-{number}"),
        ] {
            let items = chat.controller.chat.items();
            assert_eq!(items.named(Wtf8::from_str(&name)).count(), 1);
        }
    });
}

#[test]
fn preparing_one_answer_of_many() {
    stays("preparing", approvals, |chat, number| {
        chat.prepares(&format!("c{number}"), json!({ "approved": true }))
            .unwrap();
    });
}

#[test]
fn holding_and_taking_back_one_answer_of_many() {
    let prepare =
        |count| approvals(count).with_human(|settings| settings.undo_window = Some(1_000));
    stays("undo", prepare, |chat, number| {
        chat.allows(&format!("c{number}"));
        chat.undoes(&format!("c{number}")).unwrap();
    });
}

#[test]
fn one_deadline_of_many_passing() {
    stays("expiring", expiring, |chat, number| {
        let mut request = may_run(&format!("soon-{number}"));
        request["deadline"] = json!(chat.now() + 1);
        chat.backend_asks("mcp/files", request);
        chat.waits(1);
    });
}

#[test]
fn asking_when_many_wait() {
    stays("asking", waiting, |chat, number| {
        chat.backend_asks("mcp/files", may_run(&format!("more-{number}")));
    });
}
