//! How a conversation can go on when nothing is under way: what a front end
//! offers beside the composer.

use crate::json::Wtf8Buf;
use crate::model::{Message, Part, PartKind, Role, StreamState, ToolState};

use super::last_assistant_message_is_complete;

/// What there is to go on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOn {
    /// Nothing: all is said, or a person is asked.
    None,
    /// The reply broke off: some of its parts are unfinished.
    Unfinished,
    /// The agent stopped after a step of its own calls.
    StepLimit,
    /// What the person said or answered has not been taken up.
    NotTakenUp,
}

impl WayOn {
    /// The name that front ends see.
    pub fn name(self) -> &'static str {
        match self {
            WayOn::None => "none",
            WayOn::Unfinished => "unfinished",
            WayOn::StepLimit => "step-limit",
            WayOn::NotTakenUp => "not-taken-up",
        }
    }
}

/// How the conversation can go on. `server_tools` are the tools that the agent
/// runs itself: a call of theirs without a result is no question.
pub fn way_on(messages: &[Message], server_tools: &[Wtf8Buf]) -> WayOn {
    let Some(last) = messages.last() else {
        return WayOn::None;
    };
    match last.role {
        Role::User => return WayOn::NotTakenUp,
        Role::System => return WayOn::None,
        Role::Assistant => {}
    }
    if !unfinished_parts(last, server_tools).is_empty() {
        return WayOn::Unfinished;
    }
    // Without a step of its own the agent may have gone on all the same.
    let ends_in_text = last
        .parts
        .last()
        .is_some_and(|part| matches!(part.kind, PartKind::Text { .. }));
    if ends_in_text || !last_assistant_message_is_complete(messages) {
        return WayOn::None;
    }
    match last.parts.iter().rev().find_map(Part::tool) {
        Some(tool) if server_tools.contains(&tool.name) => WayOn::StepLimit,
        _ => WayOn::NotTakenUp,
    }
}

/// The parts of a reply that broke off that were still under way, by their
/// place: half written, or a call of the agent's own without a result.
pub fn unfinished_parts(message: &Message, server_tools: &[Wtf8Buf]) -> Vec<usize> {
    let is_unfinished = |part: &Part| match &part.kind {
        PartKind::Text { state } | PartKind::Reasoning { state } => {
            *state == Some(StreamState::Streaming)
        }
        PartKind::Tool(tool) => match tool.state {
            ToolState::InputStreaming => true,
            ToolState::InputAvailable => server_tools.contains(&tool.name),
            ToolState::ApprovalRequested
            | ToolState::ApprovalResponded
            | ToolState::OutputAvailable
            | ToolState::OutputError
            | ToolState::OutputDenied => false,
        },
        PartKind::UnknownCall | PartKind::StepStart | PartKind::Data { .. } | PartKind::Other => {
            false
        }
    };
    let parts = message.parts.iter().enumerate();
    parts
        .filter(|(_, part)| is_unfinished(part))
        .map(|(place, _)| place)
        .collect()
}
