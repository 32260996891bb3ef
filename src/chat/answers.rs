//! The person's answers: the output of a call, or the decision about one. The
//! first answer wins; whatever else is tried gets an error that says why and
//! changes nothing.

use crate::human::{Answer, Decision, Given, ItemKind, Outcome, Stage};
use crate::json::Wtf8;
use crate::model::{
    ChatError, ErrorCode, Field, ItemId, Message, Part, Patch, Payload, Role, ToolPart, ToolState,
    View,
};

use super::reduce::leaf;
use super::settling::is_granted;
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
    /// The revision that the person has seen; nothing where that is not known.
    pub seen: Option<u32>,
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
        self.catch_up(view);
        let (at, part) = self.answerable_call(answer.call_id)?;
        let item = self.question(at, part)?;
        let by = self.person();
        let given = Given::plain(Answer::Output);
        self.items.answer(item, given, by, answer.options)?;
        if let Some(tool) = self.tool_at(at, part) {
            tool.preliminary = false;
            tool.state = match answer.output {
                ToolOutput::Output(_) => ToolState::OutputAvailable,
                ToolOutput::Error(_) => ToolState::OutputError,
            };
            // A result keeps an approval that was granted, and no other.
            if !is_granted(tool) && tool.approval.take().is_some() {
                view.apply(Patch::Unset {
                    leaf: leaf(at, part, Field::Approval),
                });
            }
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
        if let Some(key) = self.messages.get(at).map(|message| message.key) {
            self.written_over(key);
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
        self.catch_up(view);
        let item = self.requested_approval(answer.approval_id)?;
        self.items.check_revision(item, answer.seen)?;
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
            // Several answers in one go are one question to the application.
            if let Some(Step::Evaluate {
                options: latest,
                waiters,
            }) = self.agenda.back_mut()
                && waiters.is_empty()
            {
                *latest = options;
                return;
            }
            self.agenda.push_back(Step::Evaluate {
                options,
                waiters: Vec::new(),
            });
        }
    }

    /// The approval that a decision is for: the one that waits.
    fn requested_approval(&self, approval_id: Wtf8<'_>) -> Result<ItemId, ChatError> {
        let mut latest = None;
        let mut waiting = None;
        for item in self.items.with_approval_id(approval_id) {
            latest = Some(item.id);
            if item.stage == Stage::Pending && waiting.replace(item.id).is_some() {
                return Err(ambiguous());
            }
        }
        waiting.or(latest).ok_or_else(|| {
            ChatError::new(ErrorCode::UnknownItem, "There is no approval with this id.")
        })
    }

    /// The call that an output is for. Several calls may carry one id: only the
    /// one that still waits is meant, never a finished one.
    fn answerable_call(&mut self, call_id: Wtf8<'_>) -> Result<(usize, usize), ChatError> {
        let places = self.calls.places(&self.messages, call_id);
        let mut found = None;
        let mut refusal = None;
        for in_message in places.chunk_by(|one, other| one.0 == other.0) {
            let message = in_message
                .first()
                .and_then(|(at, _)| self.messages.get(*at))
                .filter(|message| message.role == Role::Assistant);
            let Some(message) = message else {
                continue;
            };
            if found.is_some() && message.superseded {
                break;
            }
            for (at, part) in in_message.iter().rev().copied() {
                let Some(tool) = message.parts.get(part).and_then(Part::tool) else {
                    continue;
                };
                match self.takes_output(message, tool) {
                    Ok(()) if found.is_some() => return Err(ambiguous()),
                    Ok(()) => found = Some((at, part)),
                    Err(error) => refusal = refusal.or(Some(error)),
                }
            }
        }
        found.ok_or_else(|| {
            refusal.unwrap_or_else(|| {
                ChatError::new(ErrorCode::UnknownItem, "There is no call with this id.")
            })
        })
    }

    /// Why a call takes no output: what its item says, where it has one that is
    /// over without a result, and else what its state says.
    fn takes_output(&self, message: &Message, tool: &ToolPart) -> Result<(), ChatError> {
        let item = tool.item.and_then(|item| self.items.get(item));
        if let Some(item) = item
            && (!is_approval(&item.kind) || ended_without_answer(item.stage))
        {
            self.items.check_open(item.id)?;
        }
        // A call that is said again keeps the approval that was asked for.
        if item.is_some_and(|item| is_approval(&item.kind) && item.stage == Stage::Pending) {
            return Err(awaits_approval());
        }
        state_takes_output(tool)?;
        if message.superseded {
            return Err(superseded());
        }
        Ok(())
    }

    /// The item of a call that takes an output.
    fn question(&mut self, at: usize, part: usize) -> Result<ItemId, ChatError> {
        let asked = self
            .messages
            .get(at)
            .and_then(|message| Some((message.key, message.parts.get(part)?.tool()?)));
        let Some((key, tool)) = asked else {
            return Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is no such call.",
            ));
        };
        let waiting = tool
            .item
            .and_then(|id| self.items.get(id))
            .filter(|item| item.stage == Stage::Pending && !is_approval(&item.kind));
        if let Some(item) = waiting {
            return Ok(item.id);
        }
        // A granted approval and the call's own result are two answers.
        let id = self.items.open_question(key, tool);
        self.attach(at, part, id);
        Ok(id)
    }

    pub(super) fn tool_at(&mut self, at: usize, part: usize) -> Option<&mut ToolPart> {
        self.messages
            .get_mut(at)
            .and_then(|message| message.parts.get_mut(part))
            .and_then(Part::tool_mut)
    }
}

fn is_approval(kind: &ItemKind) -> bool {
    matches!(kind, ItemKind::Approval { .. })
}

fn ended_without_answer(stage: Stage) -> bool {
    match stage {
        Stage::Settled(outcome) => match outcome {
            Outcome::Cancelled | Outcome::Expired | Outcome::Superseded => true,
            Outcome::Approved | Outcome::Denied | Outcome::Answered | Outcome::Withdrawn => false,
        },
        Stage::Pending | Stage::Answered | Stage::Sending(_) | Stage::Unknown => false,
    }
}

fn awaits_approval() -> ChatError {
    ChatError::new(
        ErrorCode::AwaitsApproval,
        "The call waits for an approval; it takes a decision, not an output.",
    )
}

fn ambiguous() -> ChatError {
    ChatError::new(ErrorCode::Ambiguous, "Several open calls carry this id.")
}

fn superseded() -> ChatError {
    ChatError::new(
        ErrorCode::Superseded,
        "A newer message has taken its place.",
    )
}

fn state_takes_output(tool: &ToolPart) -> Result<(), ChatError> {
    if tool.provider_executed {
        return Err(ChatError::new(
            ErrorCode::ProviderExecuted,
            "The model's provider runs this call; it takes no output from here.",
        ));
    }
    let (code, message) = match tool.state {
        ToolState::InputAvailable => return Ok(()),
        // A tool that runs in the page and needed an approval.
        ToolState::ApprovalResponded if is_granted(tool) => return Ok(()),
        ToolState::ApprovalRequested => return Err(awaits_approval()),
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
