//! What a run has named and not finished.

use crate::json::{Value, Wtf8, Wtf8Buf};
use crate::model::{Channel, ChatError, ErrorCode};

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    #[default]
    Before,
    Running,
    Finished,
    Failed,
}

/// A tool call.
#[derive(Default)]
pub(super) struct Call {
    pub id: Wtf8Buf,
    pub name: Wtf8Buf,
    pub parent: Option<Wtf8Buf>,
    /// Its arguments, as JSON text.
    pub arguments: Wtf8Buf,
    /// The arguments that a person has put in their place.
    pub edited: Option<Value>,
    /// They are being written.
    pub is_open: bool,
    /// The call is said again, and these are its arguments so far.
    pub again: Option<Wtf8Buf>,
    pub has_result: bool,
    /// It was there before this run.
    pub is_past: bool,
    /// It belongs to another message than the one that the run goes into.
    pub is_elsewhere: bool,
    /// This run was told that it is not to be made.
    pub is_denied: bool,
}

/// What a run of chunk events goes on with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    Text(Channel),
    Call,
}

#[derive(Default)]
pub(super) struct Run {
    pub phase: Phase,
    pub texts: Vec<(Channel, Wtf8Buf)>,
    pub spans: Vec<Wtf8Buf>,
    pub steps: Vec<Wtf8Buf>,
    pub subagents: Vec<Wtf8Buf>,
    pub calls: Vec<Call>,
    pub lane: Option<(Lane, Wtf8Buf)>,
    /// The next thing said belongs to another step of the agent.
    pub step_is_due: bool,
    /// The interrupts that the request has answered.
    pub answered: Vec<Wtf8Buf>,
    /// The messages that have been said.
    pub messages: Vec<Wtf8Buf>,
    /// What an agent asks that does not speak of interrupts yet, as JSON.
    pub legacy: Vec<String>,
    /// Counts what the wire does not name.
    pub unnamed: u32,
}

impl Run {
    pub fn text(&self, channel: Channel, id: Wtf8<'_>) -> Option<usize> {
        self.texts
            .iter()
            .rposition(|(open, known)| *open == channel && known.as_wtf8() == id)
    }

    pub fn call(&mut self, id: Wtf8<'_>) -> Option<&mut Call> {
        self.calls.iter_mut().rfind(|call| call.id.as_wtf8() == id)
    }

    /// Whether a call of this run has no result.
    pub fn awaits_results(&self) -> bool {
        self.calls
            .iter()
            .any(|call| !call.is_past && !call.has_result)
    }

    /// Something that is open and would have to be closed first.
    pub fn first_open(&self) -> Option<Wtf8<'_>> {
        let call = self.calls.iter().find(|call| call.is_open);
        let text = self.texts.first().map(|(_, id)| id);
        text.or(self.spans.first())
            .or(self.steps.first())
            .or(self.subagents.first())
            .or(call.map(|call| &call.id))
            .map(Wtf8Buf::as_wtf8)
    }

    pub fn end(&self) -> Result<(), ChatError> {
        match self.phase {
            Phase::Finished | Phase::Failed => Ok(()),
            Phase::Before | Phase::Running => Err(ChatError::new(
                ErrorCode::Network,
                "The response ended before its run did.",
            )),
        }
    }
}
