//! How an answer, or the lack of one, is written into the message.

use crate::human::{Actor, Answer, Decision, Item, Outcome, Stage};
use crate::json::{RawJson, RawJsonBuf, Wtf8Buf};
use crate::model::unanswered::{EXPIRED, STOPPED, SUPERSEDED, WITHDRAWN};
use crate::model::{Field, ItemId, Patch, Payload, ToolState, View};

use super::Chat;
use super::reduce::leaf;

/// What the model is told where nobody answered.
pub(super) fn why_unanswered(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Cancelled => STOPPED,
        Outcome::Expired => EXPIRED,
        Outcome::Superseded => SUPERSEDED,
        Outcome::Withdrawn | Outcome::Approved | Outcome::Denied | Outcome::Answered => WITHDRAWN,
    }
}

/// How a call that nobody will answer is written.
#[derive(Clone, Copy)]
pub(super) enum Closing {
    /// It failed.
    Error(&'static str),
    /// It was refused.
    Denial(&'static str),
    /// The person has refused it, with or without a reason of their own.
    OwnDenial,
}

impl Chat {
    /// Where an item's call stands.
    pub(super) fn place_of(&self, id: ItemId) -> Option<(usize, usize)> {
        let item = self.items.get(id)?;
        let at = self.message_of(item)?;
        let parts = &self.messages.get(at)?.parts;
        let hint = item.part_hint;
        let is_it = |part: usize| {
            parts
                .get(part)
                .and_then(|part| part.tool())
                .is_some_and(|tool| tool.item == Some(id))
        };
        if is_it(hint) {
            return Some((at, hint));
        }
        (0..parts.len())
            .find(|part| is_it(*part))
            .map(|part| (at, part))
    }

    /// The index of an item's message.
    pub(super) fn message_of(&self, item: &Item) -> Option<usize> {
        let key = item.message?;
        let hint = item.message_hint;
        let is_there = self
            .messages
            .get(hint)
            .is_some_and(|message| message.key == key);
        if is_there {
            Some(hint)
        } else {
            self.index_of(key)
        }
    }

    /// The call at this place is what the item is about.
    pub(super) fn attach(&mut self, at: usize, part: usize, id: ItemId) {
        if let Some(tool) = self.tool_at(at, part) {
            tool.item = Some(id);
        }
        if let Some(item) = self.items.get_mut(id) {
            item.message_hint = at;
            item.part_hint = part;
        }
    }

    /// Nobody will answer an item for which a back end waits: its call is
    /// closed.
    pub(super) fn end_item(
        &mut self,
        view: &mut dyn View,
        id: ItemId,
        outcome: Outcome,
        by: &Actor,
    ) {
        let is_open = self.items.get(id).is_some_and(|item| match item.stage {
            Stage::Pending | Stage::Answered => true,
            Stage::Sending(_) | Stage::Unknown | Stage::Settled(_) => false,
        });
        self.items.settle(id, outcome, by);
        if is_open && let Some((at, part)) = self.place_of(id) {
            let closing = Closing::Denial(why_unanswered(outcome));
            self.close_part(view, at, part, closing);
        }
    }

    /// Writes a call that nobody will answer.
    pub(super) fn close_part(
        &mut self,
        view: &mut dyn View,
        at: usize,
        part: usize,
        closing: Closing,
    ) {
        let Some(tool) = self.tool_at(at, part) else {
            return;
        };
        let set = |field, value| Patch::Set {
            leaf: leaf(at, part, field),
            value,
        };
        match closing {
            Closing::Error(text) => {
                tool.state = ToolState::OutputError;
                tool.approval = None;
                view.apply(Patch::Unset {
                    leaf: leaf(at, part, Field::Approval),
                });
                view.apply(set(Field::State, Payload::word("output-error")));
                view.apply(set(Field::ErrorText, Payload::word(text)));
            }
            Closing::OwnDenial => {
                tool.state = ToolState::OutputDenied;
                view.apply(set(Field::State, Payload::word("output-denied")));
            }
            Closing::Denial(reason) => {
                tool.state = ToolState::OutputDenied;
                if let Some(approval) = &mut tool.approval {
                    approval.approved = Some(false);
                }
                view.apply(set(Field::State, Payload::word("output-denied")));
                view.apply(Patch::SetObject {
                    leaf: leaf(at, part, Field::Approval),
                    merge: true,
                    fields: &[
                        (Field::Approved, Payload::Bool(false)),
                        (Field::Reason, Payload::word(reason)),
                    ],
                });
            }
        }
        self.changes.messages = true;
    }

    /// The call was refused, and whoever waits for the decision knows.
    pub(super) fn write_denied(&mut self, view: &mut dyn View, at: usize, part: usize) {
        let waits = self
            .tool_at(at, part)
            .is_some_and(|tool| tool.state == ToolState::ApprovalResponded);
        if waits {
            self.close_part(view, at, part, Closing::OwnDenial);
        }
    }

    pub(super) fn write_decision(
        &mut self,
        view: &mut dyn View,
        at: usize,
        part: usize,
        decision: &Decision,
    ) {
        if let Some(tool) = self.tool_at(at, part) {
            tool.state = ToolState::ApprovalResponded;
            if let Some(approval) = &mut tool.approval {
                approval.approved = Some(decision.approved);
            }
        }
        let set = |field, value| Patch::Set {
            leaf: leaf(at, part, field),
            value,
        };
        view.apply(set(Field::State, Payload::word("approval-responded")));
        if let Some(input) = &decision.edited_input {
            view.apply(set(Field::Input, Payload::Raw(input.as_raw())));
        }
        let reason = decision.reason.as_ref().map(Wtf8Buf::as_wtf8);
        view.apply(Patch::SetObject {
            leaf: leaf(at, part, Field::Approval),
            merge: true,
            fields: &[
                (Field::Approved, Payload::Bool(decision.approved)),
                (
                    Field::Reason,
                    reason.map_or(Payload::Undefined, Payload::Text),
                ),
            ],
        });
        self.changes.messages = true;
    }

    pub(super) fn write_output(
        &mut self,
        view: &mut dyn View,
        at: usize,
        part: usize,
        output: &str,
    ) {
        let Ok(output) = RawJson::parse(output) else {
            return;
        };
        if let Some(tool) = self.tool_at(at, part) {
            tool.state = ToolState::OutputAvailable;
        }
        for (field, value) in [
            (Field::State, Payload::word("output-available")),
            (Field::Output, Payload::Raw(output)),
            (Field::ErrorText, Payload::Undefined),
        ] {
            view.apply(Patch::Set {
                leaf: leaf(at, part, field),
                value,
            });
        }
        self.changes.messages = true;
    }

    /// An answer that was saved is written where its message was saved before
    /// it.
    pub(super) fn write_answer(&mut self, view: &mut dyn View, at: usize, part: usize, id: ItemId) {
        let answer = self.items.get(id).and_then(|item| item.answer.clone());
        let Some(tool) = self.tool_at(at, part) else {
            return;
        };
        let (state, approved) = (
            tool.state,
            tool.approval
                .as_ref()
                .and_then(|approval| approval.approved),
        );
        match answer {
            Some(Answer::Decision(decision)) if approved != Some(decision.approved) => {
                self.write_decision(view, at, part, &decision);
            }
            Some(Answer::Input(response)) if state == ToolState::InputAvailable => {
                if let Ok(Some(output)) = self.output_of(view, id, &response) {
                    self.write_output(view, at, part, &output);
                }
            }
            Some(Answer::Decision(_) | Answer::Input(_) | Answer::Output) | None => {}
        }
    }

    /// An answer was taken back: the part asks again, with the input as it was.
    pub(super) fn write_requested(
        &mut self,
        view: &mut dyn View,
        at: usize,
        part: usize,
        input: Option<&RawJsonBuf>,
    ) {
        let Some(tool) = self.tool_at(at, part) else {
            return;
        };
        let set = |field, value| Patch::Set {
            leaf: leaf(at, part, field),
            value,
        };
        if let Some(approval) = &mut tool.approval {
            approval.approved = None;
            tool.state = ToolState::ApprovalRequested;
            view.apply(set(Field::State, Payload::word("approval-requested")));
            if let Some(input) = input {
                view.apply(set(Field::Input, Payload::Raw(input.as_raw())));
            }
            view.apply(Patch::SetObject {
                leaf: leaf(at, part, Field::Approval),
                merge: true,
                fields: &[
                    (Field::Approved, Payload::Undefined),
                    (Field::Reason, Payload::Undefined),
                ],
            });
        } else {
            tool.state = ToolState::InputAvailable;
            view.apply(set(Field::State, Payload::word("input-available")));
            view.apply(set(Field::Output, Payload::Undefined));
            view.apply(set(Field::ErrorText, Payload::Undefined));
        }
        self.changes.messages = true;
    }
}
