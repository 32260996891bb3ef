//! What the server does in a story, in the newest response.

use serde_json::json;

use crate::conversation::{Reply, reply};

use super::oracle::{Waits, Way};
use super::session::{Call, LIMIT, SERVER, Session};

impl Session {
    pub(super) fn streams(&mut self, more: Reply) {
        let Some(streamed) = self.open else { return };
        let id = format!("a{}", self.message);
        let mut reply = if streamed {
            reply()
        } else {
            reply().start(&id).step()
        };
        let is_content =
            !more.0.is_empty() && more.0.iter().any(|chunk| chunk["type"] != "start-step");
        if !streamed || more.0.iter().any(|chunk| chunk["type"] == "start-step") {
            self.step.clear();
        }
        for chunk in &more.0 {
            if chunk["type"] == "tool-input-available" {
                self.step
                    .push(chunk["toolCallId"].as_str().unwrap().to_owned());
            }
        }
        reply.0.extend(more.0);
        self.chat.server_streams(reply);
        self.open = Some(streamed || is_content);
    }

    pub(super) fn fresh_call(&mut self, call: Call) -> String {
        let name = format!("c{}", self.calls.len());
        self.calls.push((name.clone(), call));
        name
    }

    pub(super) fn limit(&self) -> Option<u64> {
        self.setting.limit.then(|| self.chat.now() + LIMIT)
    }

    pub(super) fn server_asks(&mut self, count: u8) {
        if self.open.is_none() {
            return;
        }
        for _ in 0..count {
            let name = self.fresh_call(Call {
                message: Some(self.message),
                waiter: None,
                is_approval: true,
            });
            self.streams(reply().approval(&format!("ap-{name}"), &name));
            let waits = Waits {
                way: Way::Message(self.message),
                is_approval: true,
                deadline: self.limit(),
                prepared: None,
            };
            self.oracle.asked(&name, SERVER, waits);
        }
    }

    pub(super) fn server_questions(&mut self, right: bool) {
        if self.open.is_none() {
            return;
        }
        let name = self.fresh_call(Call {
            message: Some(self.message),
            waiter: None,
            is_approval: false,
        });
        let options = if right {
            json!([{ "label": "Small" }, { "label": "Large" }])
        } else {
            json!([{ "label": "Only" }])
        };
        let questions = json!({ "questions": [
            { "header": "Size", "question": "Which size?", "options": options },
        ] });
        self.streams(reply().call(&name, "ask_user_question", questions));
        if right {
            let waits = Waits {
                way: Way::Message(self.message),
                is_approval: false,
                deadline: self.limit(),
                prepared: None,
            };
            self.oracle.asked(&name, SERVER, waits);
        }
    }

    pub(super) fn server_acts(&mut self, pick: u8) {
        if let Some(name) = self.call_of_message(pick) {
            self.streams(reply().output(&name, json!("done")));
            self.oracle.ends(|ended, _| ended == name);
        }
    }

    pub(super) fn server_denies(&mut self, pick: u8) {
        if let Some(name) = self.call_of_message(pick) {
            self.streams(reply().denied(&name));
            self.oracle.ends(|ended, _| ended == name);
        }
    }

    pub(super) fn server_decides(&mut self, pick: u8, approved: bool) {
        let Some(name) = self.call_of_message(pick) else {
            return;
        };
        // What was over before this page was loaded has no item here.
        let asked = self.chat.call(&name)["approval"]["id"].clone();
        if asked.is_string() && self.chat.knows(&name) {
            self.streams(reply().chunk(json!({
                "type": "tool-approval-response", "approvalId": asked, "approved": approved,
            })));
            self.oracle.ends(|ended, _| ended == name);
        }
    }

    pub(super) fn server_says_again(&mut self, pick: u8, other: bool) {
        let Some(name) = self.call_of_message(pick) else {
            return;
        };
        if self.open != Some(true) || !self.step.contains(&name) {
            return;
        }
        if !self.chat.knows(&name) {
            return;
        }
        let stage = self.chat.named(&name)["stage"].clone();
        let is_approval = self.chat.named(&name)["kind"] == "approval";
        if !is_approval || (stage != "pending" && stage != "answered") {
            return;
        }
        let input = if other {
            json!({ "to": format!("{}@x.io", self.chat.log().len()) })
        } else {
            self.chat.call(&name)["input"].clone()
        };
        self.streams(reply().call(&name, "sendEmail", input));
        self.oracle.taken_back(&name);
        if stage == "answered" || other {
            let message = self.message;
            let known = self.oracle.pending.remove(&name);
            let item = self.chat.item(&name);
            let waits = Waits {
                way: Way::Message(message),
                is_approval: true,
                deadline: known.map_or(item.deadline, |waits| waits.deadline),
                prepared: None,
            };
            self.oracle.asked(&name, SERVER, waits);
        }
    }

    pub(super) fn server_asks_anew(&mut self, pick: u8) {
        let Some(name) = self.call_of_message(pick) else {
            return;
        };
        let known = self
            .calls
            .iter()
            .any(|(known, call)| *known == name && call.is_approval);
        if !known {
            return;
        }
        let id = format!("again-{}", self.chat.log().len());
        self.streams(reply().asks(&id, &name));
        self.oracle.ends(|ended, _| ended == name);
        // Another request is another thing to send.
        self.carried.remove(&name);
        let waits = Waits {
            way: Way::Message(self.message),
            is_approval: true,
            deadline: self.limit(),
            prepared: None,
        };
        self.oracle.asked(&name, SERVER, waits);
    }

    pub(super) fn server_ends(&mut self) {
        if self.open.take().is_some() {
            self.chat.server_ends();
        }
    }

    pub(super) fn server_fails(&mut self, how: u8) {
        if self.open.take().is_none() {
            return;
        }
        let not_accepted = matches!(how % 5, 0 | 1);
        match how % 5 {
            0 => self.chat.server_refuses_with(401),
            1 => self.chat.request_never_leaves(),
            2 => self.chat.server_refuses_with(500),
            3 => self.chat.connection_breaks(),
            _ => self.chat.server_streams(reply().error("no")),
        }
        if not_accepted {
            for not_accepted in self.carried.values_mut() {
                *not_accepted = true;
            }
        }
    }

    /// A response may still be written somewhere: none, or one that goes on.
    pub(super) fn resumes(&mut self, how: u8) {
        let messages = self.chat.messages();
        let Some(last) = messages.as_array().unwrap().last() else {
            return;
        };
        if !self.is_idle() || self.said == 0 || last["role"] != "assistant" {
            return;
        }
        self.chat.resumes();
        if how.is_multiple_of(3) {
            self.chat.finds_nothing_to_resume();
            return;
        }
        self.chat.finds_a_stream();
        self.open = Some(false);
        self.streams(reply().text("Well."));
    }

    /// A request that has left is open until it ends.
    pub(super) fn note_open(&mut self) {
        let status = self.chat.status();
        if status.is_busy() && self.open.is_none() {
            self.open = Some(false);
        } else if !status.is_busy() {
            self.open = None;
        }
        // A claim that is not granted has nothing to answer to.
        if self.setting.claims && !self.chat.side.claims.is_empty() && self.open == Some(false) {
            let sends = self.chat.requests().len();
            if sends == self.seen_requests && self.chat.run_is_claiming() {
                self.open = None;
            }
        }
    }
}
