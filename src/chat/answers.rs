//! The person's answers: the output of a call, or the decision about one. The
//! first answer wins; whatever else is tried gets an error that says why and
//! changes nothing.

use crate::human::{Answer, Decision, ItemKind, Stage};
use crate::json::Wtf8;
use crate::model::{
    ChatError, ErrorCode, Field, ItemId, Message, Part, Patch, Payload, Role, ToolPart, ToolState,
    View,
};

use super::reduce::leaf;
use super::{Chat, Step};

/// What a call resulted in.
#[derive(Clone, Copy, Debug)]
pub enum ToolOutput<'a> {
    /// A result.
    Output(Payload<'a>),
    /// A failure, in words for the model.
    Error(Wtf8<'a>),
}

/// The result of a call that the page or the person answers.
#[derive(Clone, Copy, Debug)]
pub struct OutputAnswer<'a> {
    /// The call.
    pub call_id: Wtf8<'a>,
    /// What it resulted in.
    pub output: ToolOutput<'a>,
    /// Request options by the host's number; 0 for none.
    pub options: u32,
}

/// The decision about a call.
#[derive(Clone, Copy, Debug)]
pub struct ApprovalAnswer<'a> {
    /// The approval's id.
    pub approval_id: Wtf8<'a>,
    /// The decision.
    pub approved: bool,
    /// Why.
    pub reason: Option<Wtf8<'a>>,
    /// Request options by the host's number; 0 for none.
    pub options: u32,
}

impl Chat {
    /// Records the output of a call and sends it when the time has come.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownItem`], [`ErrorCode::Ambiguous`], or why the call
    /// takes no output.
    pub fn add_tool_output(
        &mut self,
        view: &mut dyn View,
        answer: OutputAnswer<'_>,
    ) -> Result<(), ChatError> {
        let (at, part) = self.answerable_call(answer.call_id)?;
        let item = self.question(at, part)?;
        let by = self.person();
        self.items
            .answer(item, Answer::Output, by, answer.options, None)?;
        if let Some(tool) = self.tool_at(at, part) {
            tool.preliminary = false;
            tool.state = match answer.output {
                ToolOutput::Output(_) => ToolState::OutputAvailable,
                ToolOutput::Error(_) => ToolState::OutputError,
            };
        }
        let (state, output, error) = match answer.output {
            ToolOutput::Output(value) => ("output-available", value, Payload::Undefined),
            ToolOutput::Error(text) => ("output-error", Payload::Undefined, Payload::Text(text)),
        };
        for (field, value) in [
            (Field::State, Payload::word(state)),
            (Field::Output, output),
            (Field::ErrorText, error),
        ] {
            view.apply(Patch::Set {
                leaf: leaf(at, part, field),
                value,
            });
        }
        self.answered(answer.options);
        Ok(())
    }

    /// Records the decision about a call and sends it when the time has come.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownItem`], or why the approval takes no decision.
    pub fn add_tool_approval_response(
        &mut self,
        view: &mut dyn View,
        answer: ApprovalAnswer<'_>,
    ) -> Result<(), ChatError> {
        let item = self.requested_approval(answer.approval_id)?;
        let decision = Decision {
            approved: answer.approved,
            reason: answer.reason.map(Wtf8::to_owned),
            ..Decision::default()
        };
        let by = self.person();
        self.decide(view, item, decision, by, answer.options)
    }

    /// An answer has come in. While a response is under way it waits for that
    /// one's end.
    pub(super) fn answered(&mut self, options: u32) {
        self.changes.messages = true;
        if !self.status.is_busy() {
            self.agenda.push_back(Step::Evaluate {
                options,
                waiters: Vec::new(),
            });
        }
    }

    /// The approval that a decision is for: the newest one that waits.
    fn requested_approval(&self, approval_id: Wtf8<'_>) -> Result<ItemId, ChatError> {
        let mut latest = None;
        let mut waiting = None;
        for item in self.items.with_approval_id(approval_id) {
            latest = Some(item.id);
            if item.stage == Stage::Pending {
                waiting = Some(item.id);
            }
        }
        waiting.or(latest).ok_or_else(|| {
            ChatError::new(ErrorCode::UnknownItem, "There is no approval with this id.")
        })
    }

    /// The call that an output is for. Several calls may carry one id: only the
    /// one that still waits is meant, never a finished one.
    fn answerable_call(&self, call_id: Wtf8<'_>) -> Result<(usize, usize), ChatError> {
        let mut refusal = ChatError::new(ErrorCode::UnknownItem, "There is no call with this id.");
        for (at, message) in self.messages.iter().enumerate().rev() {
            if message.role != Role::Assistant {
                continue;
            }
            let mut found = None;
            for (part, tool) in calls(message, call_id) {
                match takes_output(tool) {
                    Ok(()) if found.is_some() => {
                        return Err(ChatError::new(
                            ErrorCode::Ambiguous,
                            "Several open calls of this message carry this id.",
                        ));
                    }
                    Ok(()) => found = Some(part),
                    Err(error) => {
                        if refusal.code == ErrorCode::UnknownItem {
                            refusal = error;
                        }
                    }
                }
            }
            if let Some(part) = found {
                return Ok((at, part));
            }
        }
        Err(refusal)
    }

    /// The item of a call that takes an output.
    fn question(&mut self, at: usize, part: usize) -> Result<ItemId, ChatError> {
        if self.is_superseded(at) {
            return Err(ChatError::new(
                ErrorCode::Superseded,
                "A newer message has taken its place.",
            ));
        }
        let Some(key) = self.messages.get(at).map(|message| message.key) else {
            return Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is no such call.",
            ));
        };
        let Some(tool) = self.tool_at(at, part) else {
            return Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is no such call.",
            ));
        };
        let open = tool
            .item
            .and_then(|id| self.items.get(id))
            .filter(|item| item.kind == ItemKind::Question && item.stage == Stage::Pending)
            .map(|item| item.id);
        if let Some(id) = open {
            return Ok(id);
        }
        // A granted approval and the call's own result are two answers.
        let asked = self
            .messages
            .get(at)
            .and_then(|message| message.parts.get(part)?.tool());
        let Some(asked) = asked else {
            return Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is no such call.",
            ));
        };
        let id = self.items.open_question(key, asked);
        if let Some(tool) = self.tool_at(at, part) {
            tool.item = Some(id);
        }
        Ok(id)
    }

    /// Whether the person has written something after this message. What the
    /// application inserts supersedes nothing.
    fn is_superseded(&self, at: usize) -> bool {
        self.messages
            .iter()
            .skip(at.saturating_add(1))
            .any(|message| message.role == Role::User)
    }

    pub(super) fn tool_at(&mut self, at: usize, part: usize) -> Option<&mut ToolPart> {
        self.messages
            .get_mut(at)
            .and_then(|message| message.parts.get_mut(part))
            .and_then(Part::tool_mut)
    }
}

fn calls<'m>(
    message: &'m Message,
    call_id: Wtf8<'m>,
) -> impl Iterator<Item = (usize, &'m ToolPart)> {
    message
        .parts
        .iter()
        .enumerate()
        .filter_map(|(at, part)| part.tool().map(|tool| (at, tool)))
        .filter(move |(_, tool)| tool.call_id.as_wtf8() == call_id)
}

fn takes_output(tool: &ToolPart) -> Result<(), ChatError> {
    if tool.provider_executed {
        return Err(ChatError::new(
            ErrorCode::ProviderExecuted,
            "The model's provider runs this call; it takes no output from here.",
        ));
    }
    let granted = tool
        .approval
        .as_ref()
        .is_some_and(|approval| approval.approved == Some(true));
    let (code, message) = match tool.state {
        ToolState::InputAvailable => return Ok(()),
        // A tool that runs in the page and needed an approval.
        ToolState::ApprovalResponded if granted => return Ok(()),
        ToolState::ApprovalRequested => (
            ErrorCode::AwaitsApproval,
            "The call waits for an approval; it takes a decision, not an output.",
        ),
        ToolState::InputStreaming => (
            ErrorCode::InputIncomplete,
            "The input of this call is still being written.",
        ),
        ToolState::ApprovalResponded | ToolState::OutputDenied => {
            (ErrorCode::AlreadyAnswered, "The call was refused.")
        }
        ToolState::OutputAvailable | ToolState::OutputError => (
            ErrorCode::AlreadyAnswered,
            "The call has been answered already; the first answer holds.",
        ),
    };
    Err(ChatError::new(code, message))
}
