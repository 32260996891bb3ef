//! A stream event changes the message it belongs to. This folder is the only
//! place that does so while a response streams; what each event does follows
//! AI SDK 7's reducer, and `docs/differences.md` lists where ours differs.

mod approvals;
mod asked;
mod data;
mod structure;
mod texts;
mod tools;

use crate::human::Items;
use crate::json::{Wtf8, Wtf8Buf};
use crate::model::{
    ChatError, ErrorCode, Field, Leaf, Message, MessageKey, Part, PartKind, Patch, Payload, Role,
    StreamEvent, View,
};

use super::call_index::CallIndex;
use super::effect::{Effect, Validation};
use super::run::Run;

/// What an event did to what people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrote {
    /// Nothing.
    Nothing,
    /// Something that is no content: the status stays as it is.
    Quietly,
    /// Content.
    Content,
}

/// Which callbacks and checks the application has: the run waits only for
/// those.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hooks {
    /// `onToolCall`.
    pub tool_call: bool,
    /// `onData`.
    pub data: bool,
    /// `messageMetadataSchema`.
    pub metadata_schema: bool,
    /// `dataPartSchemas`.
    pub data_schemas: bool,
    /// Listeners are told after every event.
    pub every_chunk: bool,
}

/// What one event asks of the host.
#[derive(Debug, Default)]
pub(super) struct Events {
    /// Before the listeners are told.
    pub before: Vec<Effect>,
    /// After it.
    pub after: Vec<Effect>,
}

impl Events {
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

/// Everything that one event may touch.
pub(super) struct Reducer<'s> {
    pub messages: &'s mut Vec<Message>,
    pub calls: &'s mut CallIndex,
    pub items: &'s mut Items,
    pub run: &'s mut Run,
    pub view: &'s mut dyn View,
    pub events: &'s mut Events,
    pub next_key: &'s mut u32,
    pub hooks: Hooks,
}

impl Reducer<'_> {
    /// Applies one event.
    pub fn apply(&mut self, event: StreamEvent<'_>) -> Result<Wrote, ChatError> {
        if self.is_detached() {
            return self.apply_without_message(event);
        }
        if !matches!(event, StreamEvent::Start { .. }) {
            self.run.awaits_start = false;
        }
        let was_new = self.run.is_new;
        let wrote = self.apply_to_message(event)?;
        if was_new && wrote != Wrote::Nothing {
            self.run.is_new = false;
        }
        Ok(wrote)
    }

    fn apply_to_message(&mut self, event: StreamEvent<'_>) -> Result<Wrote, ChatError> {
        match event {
            StreamEvent::TextDelta {
                channel,
                id,
                delta,
                provider_metadata,
            } => self.text_delta(channel, id.as_wtf8(), delta.as_wtf8(), provider_metadata),
            StreamEvent::ToolInputDelta { call_id, delta } => {
                self.tool_input_delta(call_id.as_wtf8(), delta.as_wtf8())
            }
            StreamEvent::Start {
                message_id,
                metadata,
            } => self.start(message_id.as_ref().map(|id| id.as_wtf8()), metadata),
            StreamEvent::StepStart => {
                self.run.pending_steps = self.run.pending_steps.saturating_add(1);
                // AI SDK shows the message that it has just added as it grows,
                // and every later version only when something is written.
                if self.run.is_new {
                    self.open_target();
                }
                Ok(Wrote::Nothing)
            }
            StreamEvent::StepFinish | StreamEvent::Abort | StreamEvent::Unknown => {
                Ok(Wrote::Nothing)
            }
            StreamEvent::StepReset => Ok(self.step_reset()),
            StreamEvent::TextStart {
                channel,
                id,
                provider_metadata,
            } => Ok(self.text_start(channel, id.as_wtf8(), provider_metadata)),
            StreamEvent::TextEnd {
                channel,
                id,
                citations,
                provider_metadata,
            } => self.text_end(channel, id.as_wtf8(), citations, provider_metadata),
            StreamEvent::Part { fields } => Ok(self.push_part(&fields)),
            StreamEvent::ToolInputStart { call, encoding } => {
                Ok(self.tool_input_start(&call, encoding))
            }
            StreamEvent::ToolInputAvailable { call, input, whole } => {
                Ok(self.tool_input_available(&call, input, whole))
            }
            StreamEvent::ToolInputError {
                call,
                input,
                error_text,
            } => Ok(self.tool_input_error(&call, input, error_text.as_wtf8())),
            StreamEvent::ApprovalRequest {
                approval_id,
                call_id,
                is_automatic,
                fields,
            } => self.approval_request(
                approval_id.as_wtf8(),
                call_id.as_wtf8(),
                is_automatic,
                &fields,
            ),
            StreamEvent::Asked {
                call_id,
                request,
                provider_metadata,
            } => self.ask(call_id.as_wtf8(), request, provider_metadata),
            StreamEvent::ApprovalResponse {
                approval_id,
                approved,
                reason,
                provider_executed,
                provider_metadata,
            } => self.approval_response(
                approval_id.as_wtf8(),
                approved,
                reason.as_ref().map(|reason| reason.as_wtf8()),
                provider_executed,
                provider_metadata,
            ),
            StreamEvent::ToolOutput {
                call_id,
                output,
                preliminary,
                provider_executed,
                tool_metadata,
                provider_metadata,
            } => self.tool_output(
                call_id.as_wtf8(),
                output,
                preliminary,
                provider_executed,
                tool_metadata,
                provider_metadata,
            ),
            StreamEvent::ToolOutputError {
                call_id,
                error_text,
                provider_executed,
                tool_metadata,
                provider_metadata,
            } => self.tool_output_error(
                call_id.as_wtf8(),
                error_text.as_wtf8(),
                provider_executed,
                tool_metadata,
                provider_metadata,
            ),
            StreamEvent::ToolOutputDenied { call_id } => self.tool_output_denied(call_id.as_wtf8()),
            StreamEvent::Data {
                type_name,
                id,
                data,
                transient,
                whole,
            } => Ok(self.data(
                type_name.as_wtf8(),
                id.as_ref().map(|id| id.as_wtf8()),
                data,
                transient,
                whole,
            )),
            StreamEvent::Metadata(value) => Ok(self.metadata(value, Wrote::Content)),
            StreamEvent::Finish { reason, metadata } => {
                self.run.finish_reason = reason.or(self.run.finish_reason);
                Ok(match metadata {
                    Some(value) => self.metadata(value, Wrote::Content),
                    None => Wrote::Nothing,
                })
            }
            StreamEvent::Error { text } => {
                Err(ChatError::with_text(ErrorCode::Server, text.into_owned()))
            }
        }
    }

    /// Whether the application has taken the message away.
    fn is_detached(&mut self) -> bool {
        self.run.detached |= self.run.target.is_some() && self.target().is_none();
        self.run.detached
    }

    /// The message is gone: what concerns it is dropped, the rest is told.
    fn apply_without_message(&mut self, event: StreamEvent<'_>) -> Result<Wrote, ChatError> {
        match event {
            StreamEvent::Data {
                type_name,
                id,
                data,
                whole,
                ..
            } => Ok(self.data(
                type_name.as_wtf8(),
                id.as_ref().map(|id| id.as_wtf8()),
                data,
                true,
                whole,
            )),
            StreamEvent::Finish { reason, .. } => {
                self.run.finish_reason = reason.or(self.run.finish_reason);
                Ok(Wrote::Nothing)
            }
            StreamEvent::Error { text } => {
                Err(ChatError::with_text(ErrorCode::Server, text.into_owned()))
            }
            StreamEvent::Start { .. }
            | StreamEvent::StepStart
            | StreamEvent::StepFinish
            | StreamEvent::StepReset
            | StreamEvent::TextStart { .. }
            | StreamEvent::TextDelta { .. }
            | StreamEvent::TextEnd { .. }
            | StreamEvent::Part { .. }
            | StreamEvent::ToolInputStart { .. }
            | StreamEvent::ToolInputDelta { .. }
            | StreamEvent::ToolInputAvailable { .. }
            | StreamEvent::ToolInputError { .. }
            | StreamEvent::ApprovalRequest { .. }
            | StreamEvent::Asked { .. }
            | StreamEvent::ApprovalResponse { .. }
            | StreamEvent::ToolOutput { .. }
            | StreamEvent::ToolOutputError { .. }
            | StreamEvent::ToolOutputDenied { .. }
            | StreamEvent::Metadata(_)
            | StreamEvent::Abort
            | StreamEvent::Unknown => Ok(Wrote::Nothing),
        }
    }

    /// The index of the message that the response goes into, where it is there.
    fn target(&mut self) -> Option<usize> {
        self.run.target_index(self.messages)
    }

    /// The index of the message that the response goes into; it is made now if
    /// nothing has been written so far, and steps that have begun meanwhile are
    /// shown. `None` where the application took the message away.
    fn open_target(&mut self) -> Option<usize> {
        if self.run.detached {
            return None;
        }
        let at = match self.target() {
            Some(at) => at,
            None => self.insert_target(),
        };
        while self.run.pending_steps > 0 {
            self.run.pending_steps = self.run.pending_steps.saturating_sub(1);
            self.view.apply(Patch::PushPart {
                message: position(at),
                fields: &[(Field::Type, Payload::word("step-start"))],
            });
            self.push_kind(at, PartKind::StepStart);
        }
        Some(at)
    }

    /// A response that names a message which is there replaces it, as AI SDK
    /// publishes by id; otherwise a message is added.
    fn insert_target(&mut self) -> usize {
        let same_id = self
            .messages
            .iter()
            .rposition(|message| message.id == self.run.fresh_id);
        let key = MessageKey(*self.next_key);
        *self.next_key = self.next_key.saturating_add(1);
        let at = match same_id {
            Some(at) => {
                self.calls.forget();
                let replaced = self.messages.remove(at);
                for item in replaced.items() {
                    self.items.told_again(item);
                }
                self.view.apply(Patch::RemoveMessages {
                    from: position(at),
                    count: 1,
                });
                at
            }
            None => self.messages.len(),
        };
        self.run.is_new = same_id.is_none();
        let id = self.run.fresh_id.clone();
        self.view.apply(Patch::InsertMessage {
            at: position(at),
            id: id.as_wtf8(),
            role: Role::Assistant,
        });
        self.messages.insert(
            at,
            Message {
                key,
                id,
                role: Role::Assistant,
                parts: Vec::new(),
                superseded: false,
            },
        );
        self.run.target = Some(key);
        self.run.target_hint = at;
        at
    }

    /// Adds a part that no rule looks at.
    fn push_part(&mut self, fields: &[(Field, Payload<'_>)]) -> Wrote {
        if let Some(at) = self.open_target() {
            self.push(at, fields, PartKind::Other);
        }
        Wrote::Content
    }

    /// Adds a part to the message at `at` and gives its index.
    fn push(&mut self, at: usize, fields: &[(Field, Payload<'_>)], kind: PartKind) -> usize {
        self.view.apply(Patch::PushPart {
            message: position(at),
            fields,
        });
        self.push_kind(at, kind)
    }

    fn push_kind(&mut self, at: usize, kind: PartKind) -> usize {
        if at.saturating_add(1) != self.messages.len() {
            self.calls.forget();
        }
        let Some(message) = self.messages.get_mut(at) else {
            return 0;
        };
        message.parts.push(Part { kind });
        message.parts.len().saturating_sub(1)
    }

    fn parts(&self, at: usize) -> &[Part] {
        self.messages.get(at).map_or(&[], |message| &message.parts)
    }

    fn set(&mut self, at: usize, part: usize, field: Field, value: Payload<'_>) {
        self.view.apply(Patch::Set {
            leaf: leaf(at, part, field),
            value,
        });
    }

    /// Sets a field where there is a value.
    fn set_some(&mut self, at: usize, part: usize, field: Field, value: Option<Payload<'_>>) {
        if let Some(value) = value {
            self.set(at, part, field, value);
        }
    }
}

/// The address of a field.
pub(in crate::chat) fn leaf(message: usize, part: usize, field: Field) -> Leaf {
    Leaf {
        message: position(message),
        part: position(part),
        field,
    }
}

/// An index as patches carry it.
pub(in crate::chat) fn position(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// An error for an event that does not fit what came before it.
fn out_of_order(chunk_type: &'static str, id: Wtf8<'_>, pieces: [&str; 2], end: &str) -> ChatError {
    let [before, after] = pieces;
    let mut message = Wtf8Buf::from(before);
    message.push_wtf8(id);
    message.push_str(after);
    message.push_str(end);
    let mut error = ChatError::with_text(ErrorCode::ChunkOrder, message);
    error.chunk_type = Some(chunk_type);
    error.chunk_id = Some(id.to_owned());
    error
}
