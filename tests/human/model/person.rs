//! What the person does in a story.

use countersign::human::Settlement;
use serde_json::{Value, json};

use super::oracle::{Waits, Way};
use super::session::{Call, Session, WINDOW, source};

impl Session {
    /// No request is under way, nor waits for its claim.
    pub(super) fn is_idle(&self) -> bool {
        !self.chat.status().is_busy()
    }

    pub(super) fn says(&mut self) {
        if !self.is_idle() {
            return;
        }
        self.said += 1;
        self.message = self.said;
        self.chat.says("go");
        // Calls of back ends stand in no message here.
        self.oracle
            .ends(|_, waits| matches!(waits.way, Way::Message(_)));
    }

    /// One that waits, by its number.
    pub(super) fn waiting(&self, pick: u8, is_approval: bool) -> Option<(String, Waits)> {
        let fitting: Vec<(&String, &Waits)> = self
            .oracle
            .pending
            .iter()
            .filter(|(_, waits)| waits.is_approval == is_approval)
            .collect();
        let (name, waits) = fitting.get(usize::from(pick) % fitting.len().max(1))?;
        Some(((*name).clone(), **waits))
    }

    pub(super) fn any_call(&self, pick: u8) -> Option<(String, Call)> {
        self.calls
            .get(usize::from(pick) % self.calls.len().max(1))
            .cloned()
    }

    /// A call of the message that is being written.
    pub(super) fn call_of_message(&self, pick: u8) -> Option<String> {
        self.open?;
        let own: Vec<&String> = self
            .calls
            .iter()
            .filter(|(_, call)| call.message == Some(self.message))
            .map(|(name, _)| name)
            .collect();
        own.get(usize::from(pick) % own.len().max(1))
            .map(|name| (*name).clone())
    }

    pub(super) fn held_until(&self) -> Option<u64> {
        self.setting.undo.then(|| self.chat.now() + WINDOW)
    }

    pub(super) fn decides(&mut self, pick: u8, approved: bool) {
        let Some((name, _)) = self.waiting(pick, true) else {
            return;
        };
        let answered = self.chat.responds(&name, json!(approved));
        assert!(answered.is_ok(), "{name} waits: {answered:?}");
        self.oracle.answered(&name, self.held_until());
    }

    pub(super) fn always_allows(&mut self, pick: u8) {
        // Taking rules back together with answers is another test's story.
        if self.setting.undo {
            return;
        }
        let Some((name, waits)) = self.waiting(pick, true) else {
            return;
        };
        let decision = json!({ "approved": true, "remember": true });
        self.chat.responds(&name, decision).unwrap();
        self.oracle.answered(&name, None);
        self.oracle.always_allows(source(&waits), source);
    }

    pub(super) fn answers_late(&mut self, pick: u8) {
        let Some((name, call)) = self.any_call(pick) else {
            return;
        };
        if self.oracle.pending.contains_key(&name) {
            return;
        }
        let before = self.chat.text();
        let late = if call.is_approval {
            self.chat.responds(&name, json!(true))
        } else {
            self.chat.fills(&name, json!({ "action": "decline" }))
        };
        assert!(late.is_err(), "{name} does not wait and took an answer");
        if !self.setting.undo && !self.setting.limit {
            assert_eq!(self.chat.text(), before, "a late answer changed something");
        }
    }

    pub(super) fn fills(&mut self, pick: u8, accepts: bool) {
        let Some((name, waits)) = self.waiting(pick, false) else {
            return;
        };
        let content = match waits.way {
            Way::Message(_) => json!({ "Size": "Small" }),
            Way::Reply | Way::Retry => json!({ "guests": 2 }),
        };
        let response = if accepts {
            json!({ "action": "accept", "content": content })
        } else {
            json!({ "action": "decline" })
        };
        let answered = self.chat.fills(&name, response);
        assert!(answered.is_ok(), "{name} waits: {answered:?}");
        self.oracle.answered(&name, self.held_until());
    }

    pub(super) fn prepares(&mut self, pick: u8, approved: bool) {
        let Some((name, _)) = self.waiting(pick, true) else {
            return;
        };
        self.chat
            .prepares(&name, json!({ "approved": approved }))
            .unwrap();
        if let Some(waits) = self.oracle.pending.get_mut(&name) {
            waits.prepared = Some(approved);
        }
    }

    pub(super) fn gives_prepared(&mut self) {
        let prepared: Vec<String> = self
            .oracle
            .pending
            .iter()
            .filter(|(_, waits)| waits.prepared.is_some())
            .map(|(name, _)| name.clone())
            .collect();
        let given = self.chat.gives_prepared();
        assert_eq!(given.is_ok(), !prepared.is_empty(), "{given:?}");
        for name in prepared {
            self.oracle.answered(&name, self.held_until());
        }
    }

    pub(super) fn decides_all(&mut self, approved: bool) {
        let waiting: Vec<String> = self
            .oracle
            .pending
            .iter()
            .filter(|(_, waits)| waits.is_approval)
            .map(|(name, _)| name.clone())
            .collect();
        assert_eq!(self.chat.decides_all(None, approved), waiting.len());
        for name in waiting {
            self.oracle.answered(&name, self.held_until());
        }
    }

    pub(super) fn undoes(&mut self, pick: u8) {
        let Some((name, _)) = self.any_call(pick) else {
            return;
        };
        let can = self.oracle.held.contains_key(&name);
        let undone = self.chat.undoes(&name);
        assert_eq!(undone.is_ok(), can, "{name}: {undone:?}");
        self.oracle.taken_back(&name);
    }

    pub(super) fn resends(&mut self, pick: u8) {
        if !self.is_idle() {
            return;
        }
        if let Some((name, _)) = self.any_call(pick) {
            let resent = self.chat.resends(&name);
            if resent.is_ok()
                && let Settlement::Retry { request, .. } = self.chat.newest(&name).settlement
            {
                // It may have to wait for its connection.
                let request: Value = serde_json::from_str(request.as_str()).unwrap();
                self.retried.insert(request["n"].as_u64().unwrap(), true);
                self.watch_retries(true);
            }
            self.sent_early();
        }
    }

    pub(super) fn sends_again(&mut self) {
        if self.is_idle() && self.said > 0 {
            self.chat.sends_again();
            self.sent_early();
        }
    }

    /// A person has answers sent although they could still be taken back.
    pub(super) fn sent_early(&mut self) {
        let items = self.chat.controller.chat.items();
        let gone: Vec<String> = self
            .oracle
            .held
            .keys()
            .filter(|name| {
                let newest = items.named(countersign::json::Wtf8::from_str(name)).last();
                newest.is_none_or(|item| item.held_until.is_none())
            })
            .cloned()
            .collect();
        for name in gone {
            self.oracle.held.remove(&name);
        }
    }

    pub(super) fn revokes(&mut self) {
        for grant in self.chat.grants() {
            let id = u32::try_from(grant["id"].as_u64().unwrap()).unwrap();
            assert!(self.chat.revokes(id));
        }
        self.oracle.always.clear();
    }

    pub(super) fn stops(&mut self) {
        let is_waited_for = self
            .oracle
            .pending
            .values()
            .any(|waits| waits.way == Way::Reply)
            || self
                .oracle
                .held
                .values()
                .any(|held| held.waits.way == Way::Reply)
            || !self.chat.waiting().is_empty();
        let is_active = !self.is_idle() || is_waited_for;
        let streamed = self.open == Some(true);
        let message = self.message;
        self.chat.stops();
        self.oracle.pending.retain(|_, waits| match waits.way {
            Way::Message(of) => !(streamed && of == message),
            Way::Reply => false,
            Way::Retry => !is_active,
        });
        self.oracle
            .held
            .retain(|_, held| held.waits.way != Way::Reply);
        self.open = None;
        assert_eq!(self.chat.waiting(), [0; 0], "a back end hangs after a stop");
    }
}
