//! What becomes of calls that nobody will answer any more. The wire has no word
//! for it, so they are written as refusals and failures that a server and a
//! model understand: an unanswered question becomes an error, an undecided
//! approval a denial, a decision whose outcome is unknown an error, never an
//! approval.

use crate::human::{Actor, Outcome, Stage};
use crate::model::{
    ChatError, ErrorCode, Field, Part, Patch, Payload, Role, ToolPart, ToolState, View,
};

use super::Chat;
use super::reduce::leaf;

/// What a new message of the person does to what still waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PendingOnSend {
    /// It takes its place: what waits is settled in the same request.
    #[default]
    Settle,
    /// The message is refused.
    Refuse,
}

const SUPERSEDED: &str = "Not answered: the user wrote a new message instead.";
const STOPPED: &str = "Cancelled: the turn was stopped before this call was answered.";
const NOT_RUN: &str = "Not run: the user wrote a new message before the call was sent.";
const UNKNOWN: &str =
    "The outcome of this call is unknown: its answer was sent and no result came back.";

/// How a call that nobody will answer is written.
#[derive(Clone, Copy)]
enum Closing {
    Error(&'static str),
    Denial(&'static str),
    /// The person has refused it, with or without a reason of their own.
    OwnDenial,
}

type HowToClose = fn(&ToolPart, Option<Stage>) -> Option<Closing>;

impl Chat {
    /// The person writes something new: what still waits before it is settled,
    /// or the message is refused.
    pub(super) fn settle_for_new_message(&mut self, view: &mut dyn View) -> Result<(), ChatError> {
        let waiting = self.waiting_messages();
        if waiting.is_empty() {
            return Ok(());
        }
        match self.pending_on_send {
            PendingOnSend::Refuse => Err(ChatError::new(
                ErrorCode::ItemsPending,
                "Something waits for an answer; answer it before you write a new message.",
            )),
            PendingOnSend::Settle => {
                for at in waiting {
                    self.settle_message(view, at);
                }
                Ok(())
            }
        }
    }

    /// The answers after the person's last message that have open calls.
    fn waiting_messages(&self) -> Vec<usize> {
        let since = self
            .messages
            .iter()
            .rposition(|message| message.role == Role::User)
            .map_or(0, |at| at.saturating_add(1));
        let busy = |at: usize| {
            let key = self.messages.get(at).map(|message| message.key);
            self.runs.iter().any(|run| run.target == key)
        };
        (since..self.messages.len())
            .filter(|at| !busy(*at))
            .filter(|at| {
                self.messages.get(*at).is_some_and(|message| {
                    message.role == Role::Assistant
                        && message.parts.iter().any(|part| {
                            part.tool()
                                .is_some_and(|tool| superseded(tool, None).is_some())
                        })
                })
            })
            .collect()
    }

    fn settle_message(&mut self, view: &mut dyn View, at: usize) {
        self.close_calls(view, at, Outcome::Superseded, superseded);
    }

    /// A stopped turn: every call that still waits in this message is closed.
    pub(super) fn cancel_open_calls(&mut self, view: &mut dyn View, at: usize) {
        self.close_calls(view, at, Outcome::Cancelled, stopped);
    }

    fn close_calls(&mut self, view: &mut dyn View, at: usize, outcome: Outcome, how: HowToClose) {
        let len = self
            .messages
            .get(at)
            .map_or(0, |message| message.parts.len());
        for part in 0..len {
            self.close_call(view, at, part, outcome, how);
        }
    }

    fn close_call(
        &mut self,
        view: &mut dyn View,
        at: usize,
        part: usize,
        outcome: Outcome,
        how: HowToClose,
    ) {
        let Some(tool) = self
            .messages
            .get_mut(at)
            .and_then(|message| message.parts.get_mut(part))
            .and_then(Part::tool_mut)
        else {
            return;
        };
        let stage = tool
            .item
            .and_then(|item| self.items.get(item))
            .map(|item| item.stage);
        let Some(closing) = how(tool, stage) else {
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
        if let Some(item) = tool.item {
            let by = match outcome {
                Outcome::Cancelled => Actor::Stop,
                Outcome::Approved
                | Outcome::Denied
                | Outcome::Answered
                | Outcome::Expired
                | Outcome::Superseded
                | Outcome::Withdrawn => Actor::Person(None),
            };
            self.items.settle(item, outcome, &by);
        }
        self.changes.messages = true;
    }
}

/// How an open call is written when the person writes something new.
fn superseded(tool: &ToolPart, stage: Option<Stage>) -> Option<Closing> {
    match tool.state {
        ToolState::InputAvailable if tool.provider_executed => None,
        ToolState::InputAvailable => Some(Closing::Error(SUPERSEDED)),
        ToolState::ApprovalRequested => Some(Closing::Denial(SUPERSEDED)),
        ToolState::ApprovalResponded => {
            let approved = tool
                .approval
                .as_ref()
                .and_then(|approval| approval.approved);
            Some(match (approved, stage) {
                (Some(false), _) => Closing::OwnDenial,
                (_, Some(Stage::Unknown | Stage::Sending(_)) | None) => Closing::Error(UNKNOWN),
                (_, Some(Stage::Pending | Stage::Answered | Stage::Settled(_))) => {
                    Closing::Denial(NOT_RUN)
                }
            })
        }
        ToolState::InputStreaming
        | ToolState::OutputAvailable
        | ToolState::OutputError
        | ToolState::OutputDenied => None,
    }
}

/// How an open call is written when its turn is stopped.
fn stopped(tool: &ToolPart, _stage: Option<Stage>) -> Option<Closing> {
    match tool.state {
        ToolState::InputAvailable if tool.provider_executed => None,
        ToolState::InputAvailable => Some(Closing::Error(STOPPED)),
        ToolState::ApprovalRequested => Some(Closing::Denial(STOPPED)),
        ToolState::InputStreaming
        | ToolState::ApprovalResponded
        | ToolState::OutputAvailable
        | ToolState::OutputError
        | ToolState::OutputDenied => None,
    }
}
