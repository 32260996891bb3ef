//! One thing that waits, or waited, for a person, and how far it has come.

use crate::json::Wtf8Buf;
use crate::model::{ItemId, MessageKey};

/// What the person is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// May this call run?
    Approval {
        /// The id that the agent gave the approval.
        approval_id: Wtf8Buf,
    },
    /// A call that the person (or the page) answers with its result.
    Question,
}

/// How an item ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The person allowed it and the agent acted on it.
    Approved,
    /// The person refused it and the agent knows.
    Denied,
    /// The person answered and the agent has the answer.
    Answered,
    /// The turn was stopped; nobody decided.
    Cancelled,
    /// Its deadline passed; nobody decided.
    Expired,
    /// A newer message of the person took its place.
    Superseded,
    /// The agent took it back.
    Withdrawn,
}

impl Outcome {
    /// The name that front ends see.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Approved => "approved",
            Outcome::Denied => "denied",
            Outcome::Answered => "answered",
            Outcome::Cancelled => "cancelled",
            Outcome::Expired => "expired",
            Outcome::Superseded => "superseded",
            Outcome::Withdrawn => "withdrawn",
        }
    }
}

/// How far an item has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The person can answer.
    Pending,
    /// There is an answer that has not been sent, or is proven not to have been
    /// accepted.
    Answered,
    /// The answer is on its way in the request of this number.
    Sending(u32),
    /// The answer was sent and what became of it is not known. It is never sent
    /// again unasked: the agent might act twice.
    Unknown,
    /// Over.
    Settled(Outcome),
}

impl Stage {
    /// Whether nothing can change any more.
    pub fn is_terminal(self) -> bool {
        match self {
            Stage::Settled(_) => true,
            Stage::Pending | Stage::Answered | Stage::Sending(_) | Stage::Unknown => false,
        }
    }

    /// The name that front ends see.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Pending => "pending",
            Stage::Answered => "answered",
            Stage::Sending(_) => "sending",
            Stage::Unknown => "unknown",
            Stage::Settled(outcome) => outcome.name(),
        }
    }
}

/// One thing that waits, or waited, for a person.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its own id, never reused.
    pub id: ItemId,
    /// What is asked.
    pub kind: ItemKind,
    /// The message it belongs to.
    pub message: MessageKey,
    /// The tool call it belongs to.
    pub call_id: Wtf8Buf,
    /// How far it has come.
    pub stage: Stage,
    /// The decision, for an approval that was answered.
    pub approved: Option<bool>,
    /// Request options that came with the answer, by the host's number; 0 for
    /// none.
    pub options: u32,
}
