//! What waits for a person, by its public interface.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm
)]

use countersign::chat::{Answering, Effect, NewMessage, Request, RunId, Settings};
use countersign::controller::ChatController;
use countersign::human::{Decision, Remember, Scope, Stage};
use countersign::json::{RawJson, Value, Wtf8};
use countersign::model::Payload;
use countersign::view::OwnedView;

struct Conversation(ChatController<OwnedView>);

impl Conversation {
    fn begin() -> Conversation {
        let settings = Settings {
            sends_automatically: true,
            ..Settings::default()
        };
        Conversation(ChatController::new(settings, OwnedView::new()))
    }

    fn say(&mut self) -> RunId {
        let message =
            RawJson::parse(r#"{"id":"u","role":"user","parts":[{"type":"text","text":"go"}]}"#)
                .unwrap();
        let ChatController { chat, view, .. } = &mut self.0;
        chat.send_message(
            view,
            NewMessage {
                value: Payload::Raw(message),
                skeleton: message,
                replaces: None,
            },
            Request::default(),
        )
        .unwrap();
        self.runs()[0]
    }

    /// Everything the host is asked; predicates say yes. Gives the requests.
    fn runs(&mut self) -> Vec<RunId> {
        let mut runs = Vec::new();
        while let Some(effect) = self.0.next_effect() {
            match effect {
                Effect::Send { run, .. } => runs.push(run),
                Effect::Evaluate { token, .. } => {
                    let ChatController { chat, view, .. } = &mut self.0;
                    chat.verdict(view, token, true, "next".into());
                }
                _ => {}
            }
        }
        runs
    }

    fn feed(&mut self, run: RunId, chunks: &[&str]) {
        for chunk in chunks {
            self.0.feed(run, format!("data: {chunk}\n\n").as_bytes());
        }
    }

    fn approvals(&self) -> Value {
        Value::parse(&self.0.view.approvals_json()).unwrap()
    }

    fn decide(&mut self, handle: &str, decision: Decision) {
        let ChatController { chat, view, .. } = &mut self.0;
        chat.respond_to_approval(
            view,
            Wtf8::from_str(handle),
            decision,
            &Answering::default(),
        )
        .unwrap();
    }
}

const ASK: [&str; 3] = [
    r#"{"type":"start","messageId":"a"}"#,
    r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"send","input":{"to":"x"}}"#,
    r#"{"type":"tool-approval-request","toolCallId":"c1","approvalId":"p1","reason":"writes"}"#,
];

#[test]
fn an_approval_is_listed_with_its_input_until_it_is_answered() {
    let mut talk = Conversation::begin();
    let run = talk.say();
    talk.feed(run, &ASK);
    talk.0.end(run);
    talk.runs();
    let card = talk.approvals();
    let card = card.at(0).unwrap();
    assert_eq!(card.get("toolName").unwrap().as_str(), Some("send"));
    assert_eq!(card.get("input").unwrap().to_json(), r#"{"to":"x"}"#);
    assert_eq!(card.get("reason").unwrap().as_str(), Some("writes"));
    assert_eq!(card.get("messageId").unwrap().as_str(), Some("a"));

    talk.decide("c1", Decision::plain(true));
    let sent = talk.runs();
    assert_eq!(sent.len(), 1);
    assert_eq!(talk.0.view.approvals_json(), "[]");
}

#[test]
fn always_allow_answers_the_second_call_without_asking() {
    let mut talk = Conversation::begin();
    let run = talk.say();
    talk.feed(run, &ASK);
    talk.0.end(run);
    talk.runs();
    talk.decide(
        "p1",
        Decision {
            approved: true,
            remember: Some(Remember {
                scope: Scope::Conversation,
                exact_input: false,
            }),
            ..Decision::default()
        },
    );
    let run = talk.runs()[0];
    talk.feed(
        run,
        &[
            r#"{"type":"tool-output-available","toolCallId":"c1","output":1}"#,
            r#"{"type":"start-step"}"#,
            r#"{"type":"tool-input-available","toolCallId":"c2","toolName":"send","input":{"to":"y"}}"#,
            r#"{"type":"tool-approval-request","toolCallId":"c2","approvalId":"p2"}"#,
        ],
    );
    talk.0.end(run);
    assert_eq!(talk.runs().len(), 1, "sent by itself");
    assert_eq!(talk.0.view.approvals_json(), "[]");
    let item = talk.0.chat.items().iter().last().unwrap();
    assert!(matches!(item.stage, Stage::Sending(_)));
    let log = talk.0.chat.items().audit_lines(0);
    assert!(
        log.lines()
            .any(|entry| entry.contains(r#""by":{"kind":"grant","grant":1}"#)),
        "{log:#?}"
    );
}
