//! Conversations in which something has been asked.

use serde_json::json;

use crate::conversation::{Conversation, Reply, reply};

/// The agent asks whether it may run these calls of `sendEmail`; the approval
/// of `c1` is `ap-c1`.
pub fn asked_to_approve(calls: &[&str]) -> Conversation {
    asked_in(Conversation::new(), calls)
}

/// The same, in a conversation that was set up before.
pub fn asked_in(mut chat: Conversation, calls: &[&str]) -> Conversation {
    chat.says("go");
    chat.server_replies(asks(reply().start("a1").step(), calls));
    chat
}

/// Adds calls and the requests for their approval.
pub fn asks(mut reply: Reply, calls: &[&str]) -> Reply {
    for call in calls {
        reply = reply.approval(&format!("ap-{call}"), call);
    }
    reply
}

/// The server has run these calls and says something.
pub fn ran(calls: &[&str]) -> Reply {
    let mut ran = reply().start("a1");
    for call in calls {
        ran = ran.output(call, json!("sent"));
    }
    ran.step().text("Done.").finish()
}

/// Two questions of the ask-user tool.
pub fn questions() -> serde_json::Value {
    json!({ "questions": [
        {
            "header": "Size",
            "question": "Which size?",
            "options": [{ "label": "Small" }, { "label": "Large", "description": "Two litres" }],
        },
        {
            "header": "Extras",
            "question": "What else?",
            "options": [{ "label": "Ice" }, { "label": "Lemon" }],
            "multi_select": true,
        },
    ] })
}

/// The agent asks these questions in the call `q1`.
pub fn asked_questions() -> Conversation {
    let mut chat = Conversation::new().with_human(|settings| settings.asks_user = true);
    chat.says("go");
    chat.server_replies(
        reply()
            .start("a1")
            .step()
            .call("q1", "ask_user_question", questions()),
    );
    chat
}

/// A request for approval as a back end makes it.
pub fn may_run(call: &str) -> serde_json::Value {
    json!({
        "toolCallId": call,
        "toolName": "delete_file",
        "input": { "path": "/tmp/a" },
        "answers": { "reason": true, "editInput": true, "remember": true },
    })
}

/// A request for input as a back end makes it.
pub fn how_many() -> serde_json::Value {
    json!({
        "id": "booking-1",
        "message": "How many guests?",
        "schema": {
            "type": "object",
            "properties": { "guests": { "type": "integer", "minimum": 1 } },
            "required": ["guests"],
        },
    })
}
