//! Sending by itself. The application says whether the answers are complete;
//! we make sure that there is an answer to send, so that nothing can loop.

use crate::json::Wtf8Buf;
use crate::model::{ChatError, MessageKey, View};

use super::effect::{Effect, Trigger};
use super::reduce::position;
use super::sending::Request;
use super::{Chat, PendingOnSend, Step};

/// The application has been asked and has not said yet.
#[derive(Debug)]
pub(super) struct Decision {
    token: u32,
    owner: MessageKey,
    options: u32,
    pub(super) waiters: Vec<u32>,
}

impl Chat {
    /// Asks the application whether to send, if there is anything to send.
    pub(super) fn evaluate(&mut self, view: &mut dyn View, options: u32, waiters: Vec<u32>) {
        let owner = self
            .unsent_owner()
            .filter(|owner| !self.items.is_holding() && !self.items.is_batch_open(*owner))
            .filter(|key| self.sends_automatically && !self.interrupted.contains(key));
        let place = owner.and_then(|key| self.index_of(key).map(|at| (key, at)));
        let Some((owner, at)) = place else {
            self.end_turn_if_over(view);
            self.settle_queue(false, waiters);
            return;
        };
        let shown = self.messages.get(..=at).unwrap_or_default();
        if self.sends_when.is_some_and(|needed| !needed.holds(shown)) {
            self.settle_queue(false, waiters);
            return;
        }
        let token = self.next_token;
        self.next_token = self.next_token.saturating_add(1);
        self.decisions.push(Decision {
            token,
            owner,
            options,
            waiters,
        });
        // A note that the application put after the message is not shown to the
        // predicate: helpers look at the last message only.
        self.push(Effect::Evaluate {
            token,
            messages: position(at.saturating_add(1)),
        });
    }

    /// The application has said whether to send. `response_id` names the
    /// answer's message if the server does not.
    pub fn verdict(&mut self, view: &mut dyn View, token: u32, send: bool, response_id: Wtf8Buf) {
        let Some(decision) = self.take_decision(token) else {
            return;
        };
        let owner = self.index_of(decision.owner);
        // What may have run already is not sent again unasked.
        let held = self.pending_on_send == PendingOnSend::Refuse && self.has_unknown_grants();
        let stale = held
            || self.status.is_busy()
            || self.unsent_owner().is_none()
            || self.interrupted.contains(&decision.owner);
        let message_id = owner
            .and_then(|at| self.messages.get(at))
            .map(|message| message.id.clone());
        if !send || stale || message_id.is_none() {
            self.settle_queue(false, decision.waiters);
            return;
        }
        self.close_unknown_grants(view, None);
        let options = self.answer_options().unwrap_or(decision.options);
        let id = self.begin(
            view,
            Trigger::SubmitMessage,
            message_id,
            Request {
                response_id,
                options,
                waiter: 0,
            },
        );
        if let Some(run) = self.runs.iter_mut().find(|run| run.id == id) {
            run.waiters = decision.waiters;
        }
    }

    /// The application's predicate threw: the error is shown, the answers stay.
    pub fn verdict_failed(&mut self, token: u32, error: ChatError) {
        let Some(decision) = self.take_decision(token) else {
            return;
        };
        self.queue.pause();
        self.push(Effect::Error { error });
        self.agenda.push_back(Step::ShowError);
        self.fulfil_failed(decision.waiters);
    }

    fn take_decision(&mut self, token: u32) -> Option<Decision> {
        let at = self
            .decisions
            .iter()
            .position(|decision| decision.token == token)?;
        Some(self.decisions.remove(at))
    }

    /// The options that came with the latest answer, if any came.
    fn answer_options(&self) -> Option<u32> {
        self.items
            .unsent()
            .filter_map(|id| self.items.get(id))
            .map(|item| item.options)
            .find(|options| *options != 0)
    }
}
