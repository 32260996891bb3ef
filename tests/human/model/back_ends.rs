//! What back ends and other windows do in a story.

use countersign::human::{Item, ItemKind, Settlement, Stage};
use countersign::model::ItemId;
use serde_json::{Value, json};

use super::oracle::{Waits, Way};
use super::session::{ANEW, BACK_END, Call, Session};

impl Session {
    pub(super) fn back_end_asks(&mut self, is_approval: bool) {
        let name = format!("c{}", self.calls.len());
        let waiter = self
            .chat
            .backend_asks(BACK_END, self.asks(&name, is_approval));
        self.calls.push((
            name.clone(),
            Call {
                message: None,
                waiter: Some(waiter),
                is_approval,
            },
        ));
        let waits = Waits {
            way: Way::Reply,
            is_approval,
            deadline: self.limit(),
            prepared: None,
        };
        self.oracle.asked(&name, BACK_END, waits);
    }

    pub(super) fn asks(&self, name: &str, is_approval: bool) -> Value {
        if is_approval {
            crate::asked::may_run(name)
        } else {
            let mut request = crate::asked::how_many();
            request["id"] = json!(name);
            request
        }
    }

    pub(super) fn back_end_gives_up(&mut self, pick: u8) {
        let waiting = self.chat.waiting();
        if let Some(waiter) = waiting.get(usize::from(pick) % waiting.len().max(1)) {
            self.chat.backend_gives_up(*waiter);
            let name = self.name_of_waiter(*waiter);
            self.oracle.ends(|ended, _| ended == name);
        }
    }

    pub(super) fn name_of_waiter(&self, waiter: u32) -> String {
        self.calls
            .iter()
            .rev()
            .find(|(_, call)| call.waiter == Some(waiter))
            .map(|(name, _)| name.clone())
            .unwrap()
    }

    pub(super) fn connection_drops(&mut self) {
        self.chat.connection_drops(BACK_END);
        self.oracle.ends(|_, waits| waits.way == Way::Reply);
        assert_eq!(self.chat.waiting(), [0; 0], "a back end hangs");
    }

    pub(super) fn asks_for_retry(&mut self, is_approval: bool) {
        let name = self.fresh_call(Call {
            message: None,
            waiter: None,
            is_approval,
        });
        let request = self.asks(&name, is_approval);
        let number = self.calls.len();
        self.chat
            .asks_for_retry(ANEW, request, json!({ "n": number }))
            .unwrap();
        let waits = Waits {
            way: Way::Retry,
            is_approval,
            deadline: self.limit(),
            prepared: None,
        };
        self.oracle.asked(&name, ANEW, waits);
    }

    pub(super) fn connects(&mut self, there: bool) {
        self.connected = there;
        if there {
            self.chat.connects(ANEW);
        } else {
            self.chat.disconnects(ANEW);
        }
    }

    pub(super) fn retry_ends(&mut self, pick: u8, how: u8) {
        let made: Vec<ItemId> = self
            .chat
            .side
            .retried
            .iter()
            .map(|retried| retried.item)
            .collect();
        if let Some(item) = made.get(usize::from(pick) % made.len().max(1)) {
            // Not accepted: again only when a person says so.
            let accepted = [Some(true), Some(false), None][usize::from(how) % 3];
            self.chat.retry_ends(*item, accepted);
        }
    }

    pub(super) fn claim_is(&mut self, granted: bool) {
        if self.chat.side.claims.is_empty() {
            return;
        }
        let open_again: Vec<(String, Waits)> = if granted {
            Vec::new()
        } else {
            self.claimed_replies()
        };
        let run_fails = !granted && self.chat.oldest_claim_is_of_run();
        self.chat.claim_is(granted);
        if run_fails {
            for not_accepted in self.carried.values_mut() {
                *not_accepted = true;
            }
        }
        for (name, waits) in open_again {
            self.oracle.pending.insert(name, waits);
        }
    }

    /// What waits again if the oldest claim is not granted.
    pub(super) fn claimed_replies(&self) -> Vec<(String, Waits)> {
        let items = self.chat.controller.chat.items();
        self.chat
            .items_of_oldest_claim()
            .into_iter()
            .filter_map(|id| items.get(id))
            .filter(|item| item.settlement != Settlement::Resume && item.stage == Stage::Answered)
            .map(|item| {
                let is_approval = item.kind.name() == "approval";
                let way = match item.settlement {
                    Settlement::Reply(_) => Way::Reply,
                    Settlement::Resume | Settlement::Retry { .. } => Way::Retry,
                };
                let waits = Waits {
                    way,
                    is_approval,
                    deadline: item.deadline,
                    prepared: None,
                };
                (name_of(item), waits)
            })
            .collect()
    }
}

fn name_of(item: &Item) -> String {
    match &item.kind {
        ItemKind::Input { request_id, .. } => request_id.to_string_lossy().into_owned(),
        ItemKind::Approval { .. } | ItemKind::Question => {
            item.call_id.to_string_lossy().into_owned()
        }
    }
}
