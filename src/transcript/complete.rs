//! Whether the last answer has everything that it waited for, so that it can
//! go back to the agent. All look at the current step only: what came before
//! it has been sent already.

use crate::model::{Message, Part, PartKind, Role, StreamState, ToolPart, ToolState};

/// One of the questions of this file, for whoever asks it again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// [`last_assistant_message_is_complete`]
    Everything,
    /// [`last_assistant_message_is_complete_with_tool_calls`]
    ToolCalls,
    /// [`last_assistant_message_is_complete_with_approval_responses`]
    ApprovalResponses,
}

impl Completeness {
    /// The answer for these messages.
    pub fn holds(self, messages: &[Message]) -> bool {
        match self {
            Completeness::Everything => last_assistant_message_is_complete(messages),
            Completeness::ToolCalls => last_assistant_message_is_complete_with_tool_calls(messages),
            Completeness::ApprovalResponses => {
                last_assistant_message_is_complete_with_approval_responses(messages)
            }
        }
    }
}

/// Whether every call of the last step has a result, as AI SDK's helper of
/// this name says it. Calls that the model's provider runs do not count; a
/// refused call counts as unfinished, and so does one that is only decided.
pub fn last_assistant_message_is_complete_with_tool_calls(messages: &[Message]) -> bool {
    if last_call(messages).is_some_and(|tool| !tool.provider_executed && !has_result(tool)) {
        return false;
    }
    let Some(step) = Step::last_of(messages) else {
        return false;
    };
    let is_own = |tool: &ToolPart| !tool.provider_executed;
    let mut calls = step.calls().filter(|tool| is_own(tool)).peekable();
    calls.peek().is_some() && calls.all(has_result) && step.text_is_done_after_last(is_own)
}

/// Whether every call of the last step is decided or finished and at least one
/// is decided, as AI SDK's helper of this name says it. A question that waits
/// for its answer, or one that has one, is not asked about.
pub fn last_assistant_message_is_complete_with_approval_responses(messages: &[Message]) -> bool {
    if last_call(messages).is_some_and(|tool| !tool.is_terminal() && !is_decided(tool)) {
        return false;
    }
    let Some(step) = Step::last_of(messages) else {
        return false;
    };
    let mut calls = step.calls().peekable();
    calls.peek().is_some()
        && step.calls().any(is_decided)
        && calls.all(|tool| tool.is_terminal() || is_decided(tool))
}

/// Whether the last step has every answer that it waited for: results for
/// questions, decisions for approvals, in any mixture. A refused call is
/// finished, also one that the server refused by its own rule; results that
/// came from the model's provider alone are no answer.
pub fn last_assistant_message_is_complete(messages: &[Message]) -> bool {
    if last_call(messages).is_some_and(|tool| !is_closed(tool)) {
        return false;
    }
    let Some(step) = Step::last_of(messages) else {
        return false;
    };
    step.calls().any(is_answered)
        && step.calls().all(is_closed)
        && step.text_is_done_after_last(|tool| !tool.provider_executed || is_decided(tool))
}

/// The last call of the current step of the last message: people answer in
/// order, so that one tells most often that the others need no look.
fn last_call(messages: &[Message]) -> Option<&ToolPart> {
    let parts = &messages.last()?.parts;
    let last = parts
        .iter()
        .rev()
        .find(|part| part.is_step_start() || part.tool().is_some());
    last.and_then(Part::tool)
}

/// The parts of the current step of the last message.
struct Step<'m> {
    parts: &'m [Part],
}

impl<'m> Step<'m> {
    /// `None` where the last message is not the agent's, or has a call that is
    /// in a state unknown here: nobody can say that it is finished.
    fn last_of(messages: &'m [Message]) -> Option<Step<'m>> {
        let last = messages
            .last()
            .filter(|last| last.role == Role::Assistant)?;
        let parts = last.parts.get(last.current_step()..)?;
        let is_readable = |part: &Part| !matches!(part.kind, PartKind::UnknownCall);
        parts.iter().all(is_readable).then_some(Step { parts })
    }

    fn calls(&self) -> impl Iterator<Item = &'m ToolPart> {
        self.parts.iter().filter_map(Part::tool)
    }

    /// Text after the last of these calls that was never finished: the person
    /// has interrupted the agent there, which is not to go on by itself.
    fn text_is_done_after_last(&self, counts: impl Fn(&ToolPart) -> bool) -> bool {
        let after = self
            .parts
            .iter()
            .rposition(|part| part.tool().is_some_and(&counts))
            .map_or(0, |at| at.saturating_add(1));
        self.parts.iter().skip(after).all(|part| match part.kind {
            PartKind::Text { state } => state == Some(StreamState::Done),
            PartKind::Reasoning { .. }
            | PartKind::Tool(_)
            | PartKind::UnknownCall
            | PartKind::StepStart
            | PartKind::Data { .. }
            | PartKind::Other => true,
        })
    }
}

fn has_result(tool: &ToolPart) -> bool {
    match tool.state {
        ToolState::OutputAvailable => !tool.preliminary,
        ToolState::OutputError => true,
        ToolState::InputStreaming
        | ToolState::InputAvailable
        | ToolState::ApprovalRequested
        | ToolState::ApprovalResponded
        | ToolState::OutputDenied => false,
    }
}

fn is_decided(tool: &ToolPart) -> bool {
    tool.state == ToolState::ApprovalResponded
}

/// Whether somebody here has answered this call, as far as a message tells.
fn is_answered(tool: &ToolPart) -> bool {
    let by_rule = tool
        .approval
        .as_ref()
        .is_some_and(|approval| approval.is_automatic);
    match tool.state {
        ToolState::ApprovalResponded => !by_rule,
        ToolState::OutputDenied => !tool.provider_executed && !by_rule,
        ToolState::OutputAvailable | ToolState::OutputError => {
            !tool.provider_executed && tool.is_terminal()
        }
        ToolState::InputStreaming | ToolState::InputAvailable | ToolState::ApprovalRequested => {
            false
        }
    }
}

/// Whether this call holds nothing up.
fn is_closed(tool: &ToolPart) -> bool {
    let is_own = !tool.provider_executed;
    match tool.state {
        ToolState::ApprovalRequested => false,
        ToolState::InputStreaming | ToolState::InputAvailable => !is_own,
        ToolState::OutputAvailable => !is_own || !tool.preliminary,
        ToolState::ApprovalResponded | ToolState::OutputError | ToolState::OutputDenied => true,
    }
}
