//! A tool call inside a message, as far as rules look at it.

use crate::json::Wtf8Buf;

use super::ItemId;

/// What an agent is told of a call that nobody will answer.
pub mod unanswered {
    /// The turn was stopped.
    pub const STOPPED: &str = "Cancelled: the turn was stopped before this call was answered.";
    /// The deadline passed.
    pub const EXPIRED: &str = "Not decided in time.";
    /// The person wrote something else.
    pub const SUPERSEDED: &str = "Not answered: the user wrote a new message instead.";
    /// The agent does not wait any more.
    pub const WITHDRAWN: &str = "Withdrawn: the agent does not wait for this answer any more.";

    /// Whether this is what is told of a call that nobody decided.
    pub fn is_told(is: impl Fn(&str) -> bool) -> bool {
        [STOPPED, EXPIRED, SUPERSEDED, WITHDRAWN]
            .into_iter()
            .any(is)
    }
}

/// The state of a tool part, in AI SDK's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolState {
    /// The arguments are being written.
    InputStreaming,
    /// The arguments are complete; a result is awaited.
    InputAvailable,
    /// The agent asks whether it may run the call.
    ApprovalRequested,
    /// The person (or a rule) has decided; the agent has not acted on it.
    ApprovalResponded,
    /// There is a result.
    OutputAvailable,
    /// The call failed.
    OutputError,
    /// The call was refused and will not run.
    OutputDenied,
}

impl ToolState {
    /// Every state, for tables and tests.
    pub const ALL: [ToolState; 7] = [
        ToolState::InputStreaming,
        ToolState::InputAvailable,
        ToolState::ApprovalRequested,
        ToolState::ApprovalResponded,
        ToolState::OutputAvailable,
        ToolState::OutputError,
        ToolState::OutputDenied,
    ];

    /// The name in the message part.
    pub fn name(self) -> &'static str {
        match self {
            ToolState::InputStreaming => "input-streaming",
            ToolState::InputAvailable => "input-available",
            ToolState::ApprovalRequested => "approval-requested",
            ToolState::ApprovalResponded => "approval-responded",
            ToolState::OutputAvailable => "output-available",
            ToolState::OutputError => "output-error",
            ToolState::OutputDenied => "output-denied",
        }
    }

    /// Reads the name in a message part.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether nothing further is expected of this call. `preliminary` tells
    /// that an output is not the last one.
    pub fn is_terminal(self, preliminary: bool) -> bool {
        match self {
            ToolState::OutputAvailable => !preliminary,
            ToolState::OutputError | ToolState::OutputDenied => true,
            ToolState::InputStreaming
            | ToolState::InputAvailable
            | ToolState::ApprovalRequested
            | ToolState::ApprovalResponded => false,
        }
    }
}

/// The approval of a call, as far as rules look at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The id that the agent gave the approval.
    pub id: Wtf8Buf,
    /// The decision, once there is one.
    pub approved: Option<bool>,
    /// Decided by the server's own rule: nobody is asked.
    pub is_automatic: bool,
}

/// A tool call inside a message.
#[derive(Clone, Debug)]
pub struct ToolPart {
    /// The call's id; unique only within its message, and not always there.
    pub call_id: Wtf8Buf,
    /// The tool's name.
    pub name: Wtf8Buf,
    /// Whether the part is a `dynamic-tool` rather than a `tool-<name>`.
    pub dynamic: bool,
    /// How far the call is.
    pub state: ToolState,
    /// The model's provider runs the call; the client never answers it.
    pub provider_executed: bool,
    /// The output is not the last one.
    pub preliminary: bool,
    /// The approval, if one was ever asked.
    pub approval: Option<Approval>,
    /// Input arrives as plain text and not as JSON.
    pub text_input: bool,
    /// What waits, or waited, for a person because of this call.
    pub item: Option<ItemId>,
}

impl ToolPart {
    /// Whether nothing further is expected of this call.
    pub fn is_terminal(&self) -> bool {
        self.state.is_terminal(self.preliminary)
    }

    /// The type of the message part: `dynamic-tool` or `tool-<name>`.
    pub fn type_name(&self) -> Wtf8Buf {
        if self.dynamic {
            return Wtf8Buf::from("dynamic-tool");
        }
        let mut name = Wtf8Buf::from("tool-");
        name.push_wtf8(self.name.as_wtf8());
        name
    }
}
