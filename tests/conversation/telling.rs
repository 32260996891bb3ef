//! What the host was told and what is shown, in words that tests compare.

use countersign::chat::{Effect, Kept, Validation};
use countersign::human::{Item, Stage};
use countersign::model::{ChatError, ChatStatus, ErrorCode};
use serde_json::Value;

use super::{Conversation, Sent};

/// An effect in words.
pub(super) fn words(effect: &Effect) -> String {
    match effect {
        Effect::Send {
            trigger,
            message_id,
            ..
        } => match message_id {
            Some(id) => format!("request {} {}", trigger.name(), id.as_str().unwrap()),
            None => format!("request {}", trigger.name()),
        },
        Effect::Reconnect { .. } => "reconnect".to_owned(),
        Effect::Abort { .. } => "abort".to_owned(),
        Effect::ToolCall { call, .. } => format!("tool call {}", field(call, "toolCallId")),
        Effect::Data { part, .. } => format!("data {}", field(part, "type")),
        Effect::Validate { subject, .. } => match subject {
            Validation::Metadata { value, .. } => format!("validate metadata {}", text(value)),
            Validation::Data {
                type_name, value, ..
            } => format!("validate {} {}", type_name.as_str().unwrap(), text(value)),
        },
        Effect::Error { error } => format!("error {}", error.message.as_str().unwrap()),
        Effect::Finish(finished) => {
            let mut words = "finish".to_owned();
            for (flag, word) in [
                (finished.is_abort, " stopped"),
                (finished.is_error, " failed"),
                (finished.is_disconnect, " disconnected"),
            ] {
                if flag {
                    words.push_str(word);
                }
            }
            if let Some(reason) = finished.reason {
                words.push_str(" with ");
                words.push_str(reason.name());
            }
            words
        }
        Effect::Evaluate { .. } => "asks whether to send".to_owned(),
        Effect::Reply { waiter, .. } => format!("reply to {waiter}"),
        Effect::ReplyCancelled { waiter, outcome } => {
            format!("no reply to {waiter}: {}", outcome.name())
        }
        Effect::Claim { items, .. } => format!("claims {}", items.len()),
        Effect::Retry { .. } => "retry".to_owned(),
        Effect::Policy { .. } => "asks the policy".to_owned(),
        Effect::Timer { at: Some(at) } => format!("timer at {at}"),
        Effect::Timer { at: None } => "no timer".to_owned(),
        Effect::Depart => "sends what waits".to_owned(),
        Effect::Publish => "publish".to_owned(),
        Effect::Done { failed: false, .. } => "done".to_owned(),
        Effect::Done { failed: true, .. } => "done, and failed".to_owned(),
    }
}

fn text(kept: &Kept) -> String {
    match kept {
        Kept::Raw(raw) => raw.as_raw().as_str().to_owned(),
        Kept::Host(number) => format!("value {number}"),
        Kept::Undefined => "undefined".to_owned(),
    }
}

fn field(kept: &Kept, name: &str) -> String {
    let text = text(kept);
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    value[name].as_str().map_or(text, str::to_owned)
}

impl Conversation {
    /// What the host has been told since the test looked last. Fulfilled
    /// promises are left out.
    pub fn told(&mut self) -> Vec<String> {
        let told = self.told[self.read..].to_vec();
        self.read = self.told.len();
        told.into_iter()
            .filter(|words| !words.starts_with("done"))
            .collect()
    }

    /// Forgets what the host has been told so far.
    pub fn so_far(&mut self) {
        self.read = self.told.len();
    }

    /// How many promises have been fulfilled since the test looked last.
    pub fn promises_kept(&mut self) -> usize {
        self.promises().0
    }

    /// How many promises have been fulfilled since the test looked last, and of
    /// how many the turn has failed.
    pub fn promises(&mut self) -> (usize, usize) {
        let count = |what: &str| {
            let told = self.told[self.read..].iter();
            told.filter(|words| *words == what).count()
        };
        let (kept, failed) = (count("done"), count("done, and failed"));
        self.so_far();
        (kept, failed)
    }

    pub fn status(&self) -> ChatStatus {
        self.controller.chat.status()
    }

    pub fn requests(&self) -> &[Sent] {
        &self.requests
    }

    pub fn last_request(&self) -> &Sent {
        self.requests.last().expect("something was sent")
    }

    pub fn errors(&self) -> &[ChatError] {
        &self.errors
    }

    pub fn last_error(&self) -> (ErrorCode, &str) {
        let error = self.errors.last().expect("there was an error");
        (error.code, error.message.as_str().unwrap())
    }

    /// All messages as they are shown.
    pub fn messages(&self) -> Value {
        serde_json::from_str(&self.text()).unwrap()
    }

    /// All messages as JSON text.
    pub fn text(&self) -> String {
        self.controller.view.to_json()
    }

    /// The last message.
    pub fn last_message(&self) -> Value {
        let mut messages = self.messages();
        messages.as_array_mut().unwrap().pop().expect("a message")
    }

    /// The newest part of this call.
    pub fn call(&self, call: &str) -> Value {
        let messages = self.messages();
        let mut parts = messages
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|message| message["parts"].as_array().unwrap());
        parts
            .rfind(|part| part["toolCallId"] == call)
            .unwrap_or_else(|| panic!("no call {call}"))
            .clone()
    }

    /// The newest item of this call.
    pub fn item(&self, call: &str) -> Item {
        self.controller
            .chat
            .items()
            .iter()
            .filter(|item| item.call_id.as_str() == Some(call))
            .last()
            .unwrap_or_else(|| panic!("no item of {call}"))
            .clone()
    }

    /// How far the newest item of this call is.
    pub fn stage(&self, call: &str) -> Stage {
        self.item(call).stage
    }

    /// What is shown, in short: `user: hi | a1: step, "Hello", q1 input-available`.
    pub fn shows(&self) -> String {
        in_short(&self.messages())
    }
}

/// Messages in short.
pub fn in_short(messages: &Value) -> String {
    let messages: Vec<String> = messages
        .as_array()
        .unwrap()
        .iter()
        .map(|message| {
            let name = match message["role"].as_str().unwrap() {
                "user" => "user",
                _ => message["id"].as_str().unwrap(),
            };
            let parts: Vec<String> = message["parts"]
                .as_array()
                .unwrap()
                .iter()
                .map(part_in_short)
                .collect();
            format!("{name}: {}", parts.join(", "))
        })
        .collect();
    messages.join(" | ")
}

fn part_in_short(part: &Value) -> String {
    if let Some(call) = part["toolCallId"].as_str() {
        return format!("{call} {}", part["state"].as_str().unwrap());
    }
    match part["type"].as_str().unwrap() {
        "text" => {
            let grows = if part["state"] == "streaming" {
                "…"
            } else {
                ""
            };
            format!("\"{}{grows}\"", part["text"].as_str().unwrap())
        }
        "step-start" => "step".to_owned(),
        other => other.to_owned(),
    }
}
