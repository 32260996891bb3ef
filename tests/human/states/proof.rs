//! What the end of a request proves of the answers in it.

use serde_json::json;

use crate::asked::{asked_to_approve, ran};
use crate::conversation::{Conversation, reply};

use super::table::table;

const PROVEN: [u16; 7] = [400, 401, 403, 404, 413, 422, 429];

/// Kinds of answers that a request carries: a permission, a refusal, an output.
fn sending(kind: &str) -> Conversation {
    if kind == "question" {
        let mut chat = Conversation::new();
        chat.says("go");
        chat.server_replies(reply().start("a1").step().question("c1"));
        chat.answers("c1", json!("yes"));
        return chat;
    }
    let mut chat = asked_to_approve(&["c1"]);
    chat.responds("c1", json!(kind == "permission")).unwrap();
    chat
}

fn ends_in(kind: &str, end: impl FnOnce(&mut Conversation)) -> String {
    let mut chat = sending(kind);
    end(&mut chat);
    chat.named("c1")["stage"].as_str().unwrap().to_owned()
}

fn for_all(stage: &str, end: fn(&mut Conversation)) {
    for kind in ["permission", "refusal", "question"] {
        assert_eq!(ends_in(kind, end), stage, "{kind}");
    }
}

#[test]
fn every_row_of_proof_is_so() {
    for row in table(
        "what happened to the request",
        "what becomes of the answers in it",
    ) {
        let (what, becomes) = (row[0].as_str(), row[1].as_str());
        match what {
            "it never left, or the status was 400, 401, 403, 404, 413, 422 or 429" => {
                assert!(becomes.starts_with("answered"));
                for_all("answered", Conversation::request_never_leaves);
                for status in PROVEN {
                    for kind in ["permission", "refusal", "question"] {
                        let stage = ends_in(kind, |chat| chat.server_refuses_with(status));
                        assert_eq!(stage, "answered", "{status} {kind}");
                    }
                }
            }
            "any other error status (409 and 5xx too)" => {
                assert_eq!(becomes, "unknown");
                for status in (400..600).filter(|status| !PROVEN.contains(status)) {
                    let stage = ends_in("permission", |chat| chat.server_refuses_with(status));
                    assert_eq!(stage, "unknown", "{status}");
                }
            }
            "the connection broke, or the server reported an error, before any content" => {
                assert_eq!(becomes, "unknown");
                for_all("unknown", Conversation::connection_breaks);
                for_all("unknown", |chat| chat.server_replies(reply().error("no")));
            }
            "content came: a question, or a refusal" => {
                assert!(becomes.starts_with("settled"));
                let come = |chat: &mut Conversation| {
                    chat.server_streams(reply().start("a1").step().text("Well,"));
                    chat.connection_breaks();
                };
                assert_eq!(ends_in("question", come), "settled");
                assert_eq!(ends_in("refusal", come), "denied");
                assert_eq!(
                    ends_in("permission", come),
                    "unknown",
                    "it may have run, or not"
                );
            }
            "the call's own result came: an approval" => {
                assert_eq!(becomes, "settled");
                let stage = ends_in("permission", |chat| chat.server_replies(ran(&["c1"])));
                assert_eq!(stage, "approved");
                let denied = reply().start("a1").denied("c1");
                assert_eq!(
                    ends_in("refusal", |chat| chat.server_replies(denied)),
                    "denied"
                );
            }
            "the response finished after content: a question, or a refusal" => {
                assert_eq!(becomes, "settled");
                let finish = |chat: &mut Conversation| {
                    chat.server_replies(reply().start("a1").step().text("Fine.").finish());
                };
                assert_eq!(ends_in("question", finish), "settled");
                assert_eq!(ends_in("refusal", finish), "denied");
            }
            "the response finished without any content" => {
                assert_eq!(becomes, "unknown");
                for_all("unknown", Conversation::server_ends);
            }
            other => panic!("nothing proves this row: {other}"),
        }
    }
}
