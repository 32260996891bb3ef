//! What must hold after every step.

use countersign::human::{Queue, Settlement, Stage};
use serde_json::Value;

use super::session::{Session, TERMINAL, card_name};

impl Session {
    /// What is listed is what waits.
    pub fn compare(&self) {
        let mut listed: Vec<String> = Vec::new();
        for card in self
            .chat
            .approvals()
            .iter()
            .chain(&self.chat.input_requests())
        {
            if card["stage"] == "pending" {
                listed.push(card_name(card));
            }
        }
        listed.sort();
        let mut waiting: Vec<String> = self.oracle.pending.keys().cloned().collect();
        waiting.sort();
        assert_eq!(listed, waiting, "listed, and what waits");
        let mut held: Vec<String> = Vec::new();
        for card in self
            .chat
            .approvals()
            .iter()
            .chain(&self.chat.input_requests())
        {
            if card["stage"] == "answered" {
                held.push(card_name(card));
            }
        }
        held.sort();
        let can: Vec<String> = self.oracle.held.keys().cloned().collect();
        let mut can = can;
        can.sort();
        assert_eq!(held, can, "listed, and what can be taken back");
        self.nobody_hangs();
        self.nothing_is_forgotten();
    }

    /// Whoever waits waits for a person, for a window, or for a claim.
    pub(super) fn nobody_hangs(&self) {
        for waiter in self.chat.waiting() {
            let item = self.chat.item_of_waiter(waiter);
            let has_cause = match item.stage {
                Stage::Pending => true,
                Stage::Answered => item.held_until.is_some() || !self.chat.side.claims.is_empty(),
                Stage::Sending(_) | Stage::Unknown | Stage::Settled(_) => false,
            };
            assert!(has_cause, "{waiter} waits for nothing: {item:?}");
        }
    }

    /// An answer for a connection that is there has gone out.
    pub(super) fn nothing_is_forgotten(&self) {
        let items = self.chat.controller.chat.items();
        for id in items.unsent_replies() {
            let item = items.get(id).unwrap();
            let waits_for_connection =
                matches!(item.settlement, Settlement::Retry { .. }) && !self.connected;
            assert!(
                waits_for_connection
                    || item.held_until.is_some()
                    || !self.chat.side.claims.is_empty(),
                "forgotten: {item:?}"
            );
            assert_eq!(items.waits_for(id), Some(Queue::Reply));
        }
    }

    /// What was allowed goes out once, and again only when a person says so or
    /// it is proven not to have been accepted.
    pub(super) fn watch_requests(&mut self, person_asks: bool) {
        let sent: Vec<Value> = self.chat.requests()[self.seen_requests..]
            .iter()
            .map(|sent| sent.messages.clone())
            .collect();
        self.seen_requests += sent.len();
        for messages in sent {
            for name in granted(&messages) {
                let again = self.carried.get(&name).is_some_and(|refused| !refused);
                assert!(
                    person_asks || !again,
                    "{name} was allowed and sent, and is sent again by itself"
                );
                self.carried.insert(name, false);
            }
        }
    }

    pub(super) fn watch_retries(&mut self, person_asks: bool) {
        let made: Vec<u64> = self.chat.side.retried[self.seen_retries..]
            .iter()
            .map(|retried| retried.request["n"].as_u64().unwrap())
            .collect();
        self.seen_retries += made.len();
        for number in made {
            let again = self.retried.get(&number).is_some_and(|may_go| !may_go);
            self.retried.insert(number, false);
            assert!(person_asks || !again, "request {number} is made anew twice");
        }
    }

    /// Each item settles once; nothing moves but as the page about states says.
    pub(super) fn watch_log(&mut self) {
        let log = self.chat.log();
        for entry in log
            .iter()
            .filter(|entry| entry["sequence"].as_u64().unwrap() >= self.checked as u64)
        {
            let item = entry["item"].as_str().unwrap().to_owned();
            assert!(
                !self.terminal.contains(&item),
                "{item} is over and moves: {entry}"
            );
            let to = entry["to"].as_str().unwrap();
            if TERMINAL.contains(&to) {
                self.terminal.insert(item);
            }
            let found = format!(
                "{} → {to} by {}",
                entry["from"].as_str().unwrap_or("–"),
                entry["by"]["kind"].as_str().unwrap()
            );
            assert!(self.allowed_moves.contains(&found), "no such move: {found}");
            self.moves.insert(found);
            if entry["from"] == "unknown" && entry["to"] == "answered" {
                let by = &entry["by"]["kind"];
                assert!(
                    by == "person" || self.checked == 0,
                    "unknown became answered by {by}"
                );
            }
        }
        self.checked = log.last().map_or(self.checked, |entry| {
            1 + usize::try_from(entry["sequence"].as_u64().unwrap()).unwrap()
        });
    }
}

/// The calls that these messages say are allowed and have no result.
fn granted(messages: &Value) -> Vec<String> {
    messages
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|message| message["parts"].as_array().unwrap())
        .filter(|part| {
            part["state"] == "approval-responded" && part["approval"]["approved"] == true
        })
        .map(|part| part["toolCallId"].as_str().unwrap().to_owned())
        .collect()
}
