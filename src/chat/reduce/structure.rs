//! Where a response and its steps begin, and the message's metadata.

use crate::human::{Actor, Outcome};
use crate::json::Wtf8;
use crate::model::{ChatError, Message, Patch, Payload};

use super::{Effect, Reducer, Validation, Wrote, position};
use crate::chat::effect::{Kept, Trigger};
use crate::chat::repeating::Replay;

impl Reducer<'_> {
    pub(super) fn start(
        &mut self,
        message_id: Option<Wtf8<'_>>,
        metadata: Option<Payload<'_>>,
    ) -> Result<Wrote, ChatError> {
        // Once its metadata has been checked the event comes a second time.
        if !self.run.validated {
            self.begin_resumed(message_id);
            if let Some(id) = message_id {
                self.run.named = Some(id.to_owned());
                self.name_message(id);
            }
            if message_id.is_some() && metadata.is_none() {
                self.open_target();
                return Ok(Wrote::Quietly);
            }
        }
        Ok(match metadata {
            Some(value) => self.metadata(value, Wrote::Quietly),
            None => Wrote::Nothing,
        })
    }

    /// A resumed response that begins with a `start` comes from its beginning:
    /// what the message has of it is repeated. One that names another message
    /// than the one at hand is another response, unless it repeats this one:
    /// some servers name a message anew with every response.
    fn begin_resumed(&mut self, message_id: Option<Wtf8<'_>>) {
        if self.run.trigger != Trigger::ResumeStream {
            return;
        }
        let is_first = std::mem::take(&mut self.run.awaits_start);
        if is_first {
            self.run.forget_open();
            self.run.pending_steps = 0;
        }
        let Some(at) = self.target() else { return };
        let other = message_id.filter(|id| self.is_other(at, *id));
        if other.is_some() && !(is_first && self.run.reloaded) {
            self.run.forget_open();
            self.run.pending_steps = 0;
            self.run.leave_message();
        } else if is_first {
            let len = self.parts(at).len();
            // Of a response that broke off before it said anything it is not
            // known whether the server ever began it: an earlier one may come.
            let said_something = self.run.began_at < len;
            let began_at = (!self.run.reloaded && said_something).then_some(self.run.began_at);
            let replay = Replay::of(len, began_at, other.map(Wtf8::to_owned));
            self.run.replay = replay;
        }
    }

    fn is_other(&self, at: usize, id: Wtf8<'_>) -> bool {
        let has_id = |message: &Message| message.id.as_wtf8() == id;
        match &self.run.named {
            Some(named) if named.as_wtf8() == id => false,
            // The response broke off before it named its message.
            None if !self.run.reloaded => false,
            Some(_) | None => !self.messages.get(at).is_some_and(has_id),
        }
    }

    /// The server names the message. A message that is continued keeps the id
    /// it has: one id survives every pause.
    fn name_message(&mut self, id: Wtf8<'_>) {
        if self.run.continues {
            return;
        }
        match self.target() {
            Some(at) => {
                let renamed = self.messages.get_mut(at).is_some_and(|message| {
                    let differs = message.id.as_wtf8() != id;
                    if differs {
                        message.id = id.to_owned();
                    }
                    differs
                });
                if renamed {
                    self.view.apply(Patch::SetMessageId {
                        message: position(at),
                        id,
                    });
                }
            }
            None => self.run.fresh_id = id.to_owned(),
        }
    }

    /// What the current step has said is withdrawn; its `step-start` stays.
    pub(super) fn step_reset(&mut self) -> Wrote {
        self.run.forget_open();
        if self.run.pending_steps > 0 {
            return Wrote::Nothing;
        }
        let Some(at) = self.target() else {
            return Wrote::Nothing;
        };
        let Some(message) = self.messages.get_mut(at) else {
            return Wrote::Nothing;
        };
        let len = message.current_step();
        if len >= message.parts.len() {
            return Wrote::Nothing;
        }
        self.calls.forget();
        let withdrawn: Vec<_> = message
            .parts
            .drain(len..)
            .filter_map(|part| part.tool().and_then(|tool| tool.item))
            .collect();
        for item in withdrawn {
            self.items.settle(item, Outcome::Withdrawn, &Actor::Agent);
        }
        self.view.apply(Patch::TruncateParts {
            message: position(at),
            len: position(len),
        });
        Wrote::Content
    }

    pub(super) fn metadata(&mut self, value: Payload<'_>, wrote: Wrote) -> Wrote {
        if self.hooks.metadata_schema && !self.run.validated {
            let message = self.target();
            self.events.before.push(Effect::Validate {
                run: self.run.id,
                subject: Validation::Metadata {
                    message: message.map(position),
                    message_id: message
                        .and_then(|at| self.messages.get(at))
                        .map_or_else(|| self.run.fresh_id.clone(), |message| message.id.clone()),
                    value: Kept::of(value),
                },
            });
            self.run.blocked = true;
            self.run.validating = true;
            return Wrote::Nothing;
        }
        if let Some(at) = self.open_target() {
            self.view.apply(Patch::MergeMetadata {
                message: position(at),
                value,
            });
        }
        wrote
    }
}
