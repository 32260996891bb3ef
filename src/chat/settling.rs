//! What becomes of calls that nobody will answer any more. The wire has no word
//! for it, so they are written as refusals and failures that a server and a
//! model understand: an unanswered question becomes an error, an undecided
//! approval a denial, a decision whose outcome is unknown an error, never an
//! approval.

use crate::human::{Actor, Outcome, Stage};
use crate::model::{
    ChatError, ErrorCode, ItemId, MessageKey, Part, Role, ToolPart, ToolState, View,
};

use super::Chat;
use super::writing::{Closing, why_unanswered};

/// What a new message of the person does to what still waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PendingOnSend {
    /// It takes its place: what waits is settled in the same request.
    #[default]
    Settle,
    /// The message is refused.
    Refuse,
}

const NOT_RUN: &str = "Not run: the user wrote a new message before the call was sent.";
const UNKNOWN: &str =
    "The outcome of this call is unknown: its answer was sent and no result came back.";

/// Which open calls are closed, and why.
struct Sweep {
    how: fn(&ToolPart, Option<Stage>) -> Option<Closing>,
    outcome: Outcome,
    by: Actor,
}

impl Chat {
    /// The person writes something new: what still waits before it is settled,
    /// or the message is refused.
    pub(super) fn settle_for_new_message(&mut self, view: &mut dyn View) -> Result<(), ChatError> {
        if self.pending_on_send == PendingOnSend::Refuse && self.anything_waits() {
            return Err(ChatError::new(
                ErrorCode::ItemsPending,
                "Something waits for an answer; answer it before you write a new message.",
            ));
        }
        self.supersede_all(view);
        Ok(())
    }

    /// Whether something waits that can still be answered. Calls in a response
    /// under way may be the server's own and do not count before it is over.
    fn anything_waits(&self) -> bool {
        self.messages
            .iter()
            .filter(|message| message.role == Role::Assistant && !message.superseded)
            .any(|message| {
                let busy = self.runs.iter().any(|run| run.target == Some(message.key));
                let open = |tool: &ToolPart| superseded(tool, self.stage_of(tool)).is_some();
                let mut calls = message.parts.iter().filter_map(Part::tool);
                calls.any(|tool| open(tool) && !(busy && tool.state == ToolState::InputAvailable))
            })
    }

    /// Everything in the conversation comes before a message of the person.
    /// Also what was left open long ago is closed, or no request would pass.
    pub(super) fn supersede_all(&mut self, view: &mut dyn View) {
        let sweep = Sweep {
            how: superseded,
            outcome: Outcome::Superseded,
            by: self.person(),
        };
        for at in 0..self.messages.len() {
            self.close_calls(view, at, &sweep);
            if let Some(message) = self.messages.get_mut(at) {
                message.superseded = true;
            }
        }
    }

    /// Whether there are granted approvals of unknown outcome.
    pub(super) fn has_unknown_grants(&self) -> bool {
        self.messages
            .iter()
            .flat_map(|message| &message.parts)
            .filter_map(Part::tool)
            .any(|tool| unknown_grant(tool, self.stage_of(tool)).is_some())
    }

    /// A request goes out: what it must not run again is closed, except in the
    /// message whose answers the person has sent again.
    pub(super) fn close_unknown_grants(&mut self, view: &mut dyn View, except: Option<MessageKey>) {
        let sweep = Sweep {
            how: unknown_grant,
            outcome: Outcome::Superseded,
            by: Actor::Conversation,
        };
        for at in 0..self.messages.len() {
            let key = self.messages.get(at).map(|message| message.key);
            if key != except {
                self.close_calls(view, at, &sweep);
            }
        }
    }

    fn open_closed_question(&mut self, at: usize, part: usize) -> Option<ItemId> {
        let message = self.messages.get(at)?;
        let tool = message.parts.get(part)?.tool()?;
        let id = self.items.open_question(message.key, tool);
        self.attach(at, part, id);
        Some(id)
    }

    fn stage_of(&self, tool: &ToolPart) -> Option<Stage> {
        self.items.get(tool.item?).map(|item| item.stage)
    }

    /// A stopped turn: every call that still waits in this message is closed.
    pub(super) fn cancel_open_calls(&mut self, view: &mut dyn View, at: usize) {
        let sweep = Sweep {
            how: stopped,
            outcome: Outcome::Cancelled,
            by: Actor::Stop,
        };
        self.close_calls(view, at, &sweep);
    }

    fn close_calls(&mut self, view: &mut dyn View, at: usize, sweep: &Sweep) {
        let len = self
            .messages
            .get(at)
            .map_or(0, |message| message.parts.len());
        for part in 0..len {
            self.close_call(view, at, part, sweep);
        }
    }

    fn close_call(&mut self, view: &mut dyn View, at: usize, part: usize, sweep: &Sweep) {
        let Some(tool) = self.tool_at(at, part) else {
            return;
        };
        let item = tool.item;
        let stage = item
            .and_then(|item| self.items.get(item))
            .map(|item| item.stage);
        let Some(closing) = self
            .tool_at(at, part)
            .and_then(|tool| (sweep.how)(tool, stage))
        else {
            return;
        };
        // A question becomes an item when it is over, so that a late answer is
        // told why; what is on its way in another request is not over.
        let Some(item) = item.or_else(|| self.open_closed_question(at, part)) else {
            return;
        };
        if !matches!(stage, Some(Stage::Sending(_))) {
            self.items.settle(item, sweep.outcome, &sweep.by);
        }
        self.close_part(view, at, part, closing);
    }
}

/// How an open call is written when the person writes something new.
fn superseded(tool: &ToolPart, stage: Option<Stage>) -> Option<Closing> {
    if let Some(closing) = unknown_grant(tool, stage) {
        return Some(closing);
    }
    match tool.state {
        ToolState::InputAvailable if tool.provider_executed => None,
        ToolState::InputAvailable => Some(Closing::Error(why_unanswered(Outcome::Superseded))),
        ToolState::ApprovalRequested => Some(Closing::Denial(why_unanswered(Outcome::Superseded))),
        ToolState::ApprovalResponded if is_granted(tool) => Some(Closing::Denial(NOT_RUN)),
        ToolState::ApprovalResponded => Some(Closing::OwnDenial),
        ToolState::InputStreaming
        | ToolState::OutputAvailable
        | ToolState::OutputError
        | ToolState::OutputDenied => None,
    }
}

/// A call that the person allowed, that may have run, and of which no result
/// came back: it is written as a failure, never as allowed.
fn unknown_grant(tool: &ToolPart, stage: Option<Stage>) -> Option<Closing> {
    let is_open = match tool.state {
        // Some servers repeat the input of a call before they run it.
        ToolState::ApprovalResponded | ToolState::InputAvailable => true,
        ToolState::InputStreaming
        | ToolState::ApprovalRequested
        | ToolState::OutputAvailable
        | ToolState::OutputError
        | ToolState::OutputDenied => false,
    };
    let is_unknown = match stage {
        None | Some(Stage::Unknown | Stage::Sending(_) | Stage::Settled(_)) => true,
        Some(Stage::Pending | Stage::Answered) => false,
    };
    (is_open && is_unknown && is_granted(tool)).then_some(Closing::Error(UNKNOWN))
}

pub(super) fn is_granted(tool: &ToolPart) -> bool {
    let approval = tool.approval.as_ref();
    approval.is_some_and(|approval| approval.approved == Some(true))
}

/// How an open call is written when its turn is stopped.
fn stopped(tool: &ToolPart, _stage: Option<Stage>) -> Option<Closing> {
    match tool.state {
        ToolState::InputAvailable if tool.provider_executed => None,
        ToolState::InputAvailable => Some(Closing::Error(why_unanswered(Outcome::Cancelled))),
        ToolState::ApprovalRequested => Some(Closing::Denial(why_unanswered(Outcome::Cancelled))),
        ToolState::InputStreaming
        | ToolState::ApprovalResponded
        | ToolState::OutputAvailable
        | ToolState::OutputError
        | ToolState::OutputDenied => None,
    }
}
