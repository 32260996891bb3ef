//! An answer is claimed before it goes out. One window of the application
//! grants its own claims by going on; several agree on who sends.

use crate::human::Actor;
use crate::model::{ChatError, ErrorCode, ItemId, View};

use super::Chat;
use super::effect::{Effect, RunId};
use super::ending::{Delivery, Failure};

/// An answer that waits for its claim to be granted.
#[derive(Debug)]
pub(super) struct Claim {
    token: u32,
    items: Vec<ItemId>,
    /// What sends it.
    effect: Effect,
}

impl Chat {
    /// Sends answers, where need be once the host has granted their claim.
    pub(super) fn claim(&mut self, view: &mut dyn View, items: Vec<ItemId>, effect: Effect) {
        if !self.claims_answers || items.is_empty() {
            self.go_out(view, &items, effect);
            return;
        }
        let token = self.next_token;
        self.next_token = self.next_token.saturating_add(1);
        self.push(Effect::Claim {
            token,
            items: items.clone(),
        });
        self.claims.push(Claim {
            token,
            items,
            effect,
        });
    }

    /// The host has granted a claim, or another window sends its own answer.
    pub fn claimed(&mut self, view: &mut dyn View, token: u32, granted: bool) {
        let Some(at) = self.claims.iter().position(|claim| claim.token == token) else {
            return;
        };
        let Claim { items, effect, .. } = self.claims.remove(at);
        if granted {
            self.go_out(view, &items, effect);
        } else {
            self.give_up(view, &items, &effect);
        }
    }

    fn go_out(&mut self, view: &mut dyn View, items: &[ItemId], effect: Effect) {
        match (&effect, items) {
            (Effect::Reply { .. } | Effect::Retry { .. }, [id]) => {
                self.hand_over(view, *id, effect);
            }
            (_, _) => self.push(effect),
        }
    }

    /// Nothing was sent, and what was answered here does not count.
    fn give_up(&mut self, view: &mut dyn View, items: &[ItemId], effect: &Effect) {
        if let Effect::Send { run, .. } = effect {
            let message = "The answer is being sent from another window.";
            let error = ChatError::new(ErrorCode::Claimed, message);
            self.fail(*run, Failure::before_sending(error));
            return;
        }
        for id in items {
            let input = self
                .items
                .get(*id)
                .and_then(|item| item.original_input.clone());
            // What is over is told from the other window.
            self.items.keep_back(*id);
            self.items.reopen(*id, &Actor::Conversation);
            if let Some((at, part)) = self.place_of(*id) {
                self.write_requested(view, at, part, input.as_ref());
            }
        }
        self.set_timer();
    }

    /// Whether an answer waits for its claim to be granted.
    pub(super) fn is_claiming(&self, id: ItemId) -> bool {
        self.claims.iter().any(|claim| claim.items.contains(&id))
    }

    /// A request ends. Whether the agent can have seen it: not while it waited
    /// for its claim.
    pub(super) fn withdraw_claim(&mut self, run: RunId) -> Delivery {
        let before = self.claims.len();
        self.claims.retain(
            |claim| !matches!(&claim.effect, Effect::Send { run: sent, .. } if *sent == run),
        );
        if self.claims.len() == before {
            Delivery::Possible
        } else {
            Delivery::NotAccepted
        }
    }
}
