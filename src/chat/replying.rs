//! Answers on their way to back ends that wait for them, or that make their
//! request anew with them.

use crate::human::{Answer, Decision, InputResponse, ItemKind, Outcome, Queue, Settlement, Stage};
use crate::json::Wtf8;
use crate::model::{ItemId, View};

use super::Chat;
use super::effect::Effect;

impl Chat {
    /// Sends the answer of an item to whoever waits for it, unless it can still
    /// be taken back, or nobody is there to take it.
    pub(super) fn reply(&mut self, view: &mut dyn View, id: ItemId) {
        let Some(item) = self.items.get(id) else {
            return;
        };
        if self.items.waits_for(id) != Some(Queue::Reply)
            || item.held_until.is_some()
            || self.is_claiming(id)
        {
            return;
        }
        let effect = match &item.settlement {
            Settlement::Resume => return,
            Settlement::Reply(waiter) => match &item.answer {
                Some(answer) => Effect::Reply {
                    waiter: *waiter,
                    answer: answer.clone(),
                },
                None => return,
            },
            Settlement::Retry {
                connection,
                request,
            } => {
                if !self.connections.contains(connection) {
                    return;
                }
                Effect::Retry {
                    item: id,
                    connection: connection.clone(),
                    request: request.clone(),
                    answer: item.answer.clone().unwrap_or_else(|| nobody(&item.kind)),
                }
            }
        };
        self.claim(view, vec![id], effect);
    }

    /// An answer is handed to whoever waits for it.
    pub(super) fn hand_over(&mut self, view: &mut dyn View, id: ItemId, effect: Effect) {
        if self.items.waits_for(id) != Some(Queue::Reply) {
            return;
        }
        let is_waited_for = matches!(effect, Effect::Reply { .. });
        self.items.reply(id);
        self.push(effect);
        if is_waited_for {
            // The promise is fulfilled: whoever waits for it has the answer.
            self.items.accepted(id);
            self.show_denial(view, id);
        }
    }

    /// Somebody makes the requests of this connection anew from now on: answers
    /// that wait for it go out.
    pub fn connect(&mut self, view: &mut dyn View, connection: Wtf8<'_>) {
        if !self
            .connections
            .iter()
            .any(|known| known.as_wtf8() == connection)
        {
            self.connections.push(connection.to_owned());
        }
        for id in self.items.unsent_replies() {
            self.reply(view, id);
        }
    }

    /// Nobody makes the requests of this connection anew any more: its answers
    /// wait.
    pub fn disconnect(&mut self, connection: Wtf8<'_>) {
        self.connections
            .retain(|known| known.as_wtf8() != connection);
    }

    /// What became of a request that was made anew with an answer.
    pub fn retried(&mut self, view: &mut dyn View, id: ItemId, accepted: Option<bool>) {
        match accepted {
            Some(true) => {
                self.items.accepted(id);
                self.show_denial(view, id);
            }
            Some(false) => self.items.not_accepted(id),
            None => self.items.lost(id),
        }
    }

    /// A back end that called knows that its call will not run.
    fn show_denial(&mut self, view: &mut dyn View, id: ItemId) {
        let is_denied = self
            .items
            .get(id)
            .is_some_and(|item| item.stage == Stage::Settled(Outcome::Denied));
        if is_denied && let Some((at, part)) = self.place_of(id) {
            self.write_denied(view, at, part);
        }
    }
}

/// What goes back where nobody decided.
fn nobody(kind: &ItemKind) -> Answer {
    match kind {
        ItemKind::Approval { .. } => Answer::Decision(Decision::plain(false)),
        ItemKind::Question | ItemKind::Input { .. } => Answer::Input(InputResponse::Cancel),
    }
}
