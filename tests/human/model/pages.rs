//! Reloads, and what the application does to the messages.

use serde_json::{Value, json};

use crate::conversation::NOON;

use super::oracle::Way;
use super::session::{Session, card_name, fresh};

impl Session {
    pub(super) fn reloads(&mut self) {
        self.chat.looks_at_the_clock();
        self.watch_requests(false);
        self.watch_retries(false);
        self.watch_log();
        let saved = self.chat.exported();
        let mut page = fresh(self.setting);
        page.sleeps(self.chat.now() - NOON);
        page.loads(&self.chat.messages());
        page.imports(&saved).unwrap();
        assert_eq!(
            comparable(&page.exported()),
            comparable(&saved),
            "what is saved comes back as it was"
        );
        assert_eq!(
            page.messages(),
            self.chat.messages(),
            "messages are shown as they were"
        );
        assert!(page.requests().is_empty(), "nothing is sent by loading");
        self.chat = page;
        self.checked = 0;
        self.terminal.clear();
        self.seen_requests = 0;
        self.seen_retries = 0;
        self.open = None;
        self.connected = false;
        self.oracle.ends(|_, waits| waits.way == Way::Reply);
        for (_, call) in &mut self.calls {
            call.waiter = None;
        }
    }

    pub(super) fn loads_another(&mut self) {
        if !self.is_idle() {
            return;
        }
        let is_another = !self.chat.messages().as_array().unwrap().is_empty();
        self.said += 1;
        let id = format!("other-{}", self.said);
        self.chat
            .loads(&json!([{ "id": id, "role": "user", "parts": [] }]));
        self.oracle
            .ends(|_, waits| is_another || matches!(waits.way, Way::Message(_)));
        if is_another {
            self.oracle.always.clear();
            assert_eq!(
                self.chat.waiting(),
                [0; 0],
                "a back end of another conversation hangs"
            );
        }
        for (_, call) in &mut self.calls {
            call.message = None;
        }
    }

    pub(super) fn edits_input(&mut self, pick: u8) {
        if !self.is_idle() {
            return;
        }
        let Some((name, waits)) = self.waiting(pick, true) else {
            return;
        };
        if !matches!(waits.way, Way::Message(_)) {
            return;
        }
        let length = self.chat.log().len();
        self.chat.changes_messages(|messages| {
            for message in messages {
                for part in message["parts"].as_array_mut().unwrap() {
                    if part["toolCallId"] == json!(name) {
                        part["input"] = json!({ "to": format!("edited-{length}") });
                    }
                }
            }
        });
        if let Some(waits) = self.oracle.pending.get_mut(&name) {
            waits.prepared = None;
        }
    }
}

/// Own names are those of a page; what was on its way is unknown after it.
fn comparable(saved: &Value) -> Value {
    let mut saved = saved.clone();
    let items = saved["items"].as_array_mut().unwrap();
    for item in items.iter_mut() {
        item["id"] = json!(null);
        if item["stage"] == "sending" {
            item["stage"] = json!("unknown");
        }
    }
    items.sort_by_key(card_name);
    saved
}
