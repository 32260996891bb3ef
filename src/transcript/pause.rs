//! Why an answer ended: a person has to say something, a limit was reached,
//! somebody stopped it, or all is said. `finishReason === "tool-calls"` alone
//! does not tell.

use crate::model::{FinishReason, Message, Part, Role, ToolPart, ToolState};

/// Why an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A question or an approval waits for a person.
    WaitsForPerson,
    /// The answers of the last step are there and have not been sent.
    WaitsToBeSent,
    /// The agent wanted to go on and was not allowed another step.
    StepLimit,
    /// Somebody stopped it.
    Stopped,
    /// All is said.
    Complete,
}

impl Ending {
    /// The name that front ends see.
    pub fn name(self) -> &'static str {
        match self {
            Ending::WaitsForPerson => "waits-for-person",
            Ending::WaitsToBeSent => "waits-to-be-sent",
            Ending::StepLimit => "step-limit",
            Ending::Stopped => "stopped",
            Ending::Complete => "complete",
        }
    }
}

/// Why the answer in `message` ended, given whether it was stopped and what the
/// server said.
pub fn ending(message: &Message, stopped: bool, reason: Option<FinishReason>) -> Ending {
    if stopped {
        return Ending::Stopped;
    }
    if message.role != Role::Assistant {
        return Ending::Complete;
    }
    let step = message.parts.get(message.current_step()..).unwrap_or(&[]);
    let mut calls = step.iter().filter_map(Part::tool);
    if calls.clone().any(waits_for_person) {
        return Ending::WaitsForPerson;
    }
    if calls
        .clone()
        .any(|tool| tool.state == ToolState::ApprovalResponded)
    {
        return Ending::WaitsToBeSent;
    }
    if reason == Some(FinishReason::ToolCalls) && calls.next().is_some() {
        return Ending::StepLimit;
    }
    Ending::Complete
}

fn waits_for_person(tool: &ToolPart) -> bool {
    match tool.state {
        ToolState::InputAvailable => !tool.provider_executed,
        ToolState::ApprovalRequested => true,
        ToolState::InputStreaming
        | ToolState::ApprovalResponded
        | ToolState::OutputAvailable
        | ToolState::OutputError
        | ToolState::OutputDenied => false,
    }
}
