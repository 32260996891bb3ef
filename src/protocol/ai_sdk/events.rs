//! Chunk to neutral event. Which fields a chunk must have, and of what type,
//! follows the chunk schema of `ai` 7.0.173; everything AI SDK 6 sends fits it.

use crate::json::{Kind, RawJson};
use crate::model::{
    Channel, ChatError, Field, FinishReason, InputEncoding, Payload, StreamEvent, ToolCallHead,
};

use super::chunk::{Chunk, ChunkSource, Slot};

impl<'a> Chunk<'a> {
    /// The chunk's meaning.
    ///
    /// # Errors
    /// [`crate::model::ErrorCode::InvalidChunk`] where a field is missing or of
    /// the wrong type.
    pub fn event(&self) -> Result<StreamEvent<'a>, ChatError> {
        self.checked(self.read_event())
    }

    fn read_event(&self) -> StreamEvent<'a> {
        let kind = self.text(Slot::Type);
        let Some(name) = kind.as_str() else {
            return self.unknown();
        };
        match name {
            "text-delta" => self.text_delta(Channel::Text),
            "reasoning-delta" => self.text_delta(Channel::Reasoning),
            "tool-input-delta" => StreamEvent::ToolInputDelta {
                call_id: self.text(Slot::ToolCallId),
                delta: self.text(Slot::InputTextDelta),
            },
            "text-start" => self.text_start(Channel::Text),
            "reasoning-start" => self.text_start(Channel::Reasoning),
            "text-end" => self.text_end(Channel::Text),
            "reasoning-end" => self.text_end(Channel::Reasoning),
            "start" => StreamEvent::Start {
                message_id: self.optional_text(Slot::MessageId),
                metadata: self.metadata(),
            },
            "start-step" => StreamEvent::StepStart,
            "finish-step" => StreamEvent::StepFinish,
            "reset-step" => StreamEvent::StepReset,
            "tool-input-start" => StreamEvent::ToolInputStart {
                call: self.call(),
                encoding: self.encoding(),
            },
            "tool-input-available" => StreamEvent::ToolInputAvailable {
                call: self.call(),
                input: self.payload(Slot::Input),
                whole: self.whole(),
            },
            "tool-input-error" => StreamEvent::ToolInputError {
                call: self.call(),
                input: self.payload(Slot::Input),
                error_text: self.text(Slot::ErrorText),
            },
            "tool-approval-request" => self.approval_request(),
            "tool-approval-response" => StreamEvent::ApprovalResponse {
                approval_id: self.text(Slot::ApprovalId),
                approved: self.needed_flag(Slot::Approved),
                reason: self.optional_text(Slot::Reason),
                provider_executed: self.flag(Slot::ProviderExecuted),
                provider_metadata: self.provider_metadata(),
            },
            "tool-output-available" => {
                self.flag(Slot::Dynamic);
                StreamEvent::ToolOutput {
                    call_id: self.text(Slot::ToolCallId),
                    output: self.payload(Slot::Output),
                    preliminary: self.flag(Slot::Preliminary),
                    provider_executed: self.flag(Slot::ProviderExecuted),
                    tool_metadata: self.object(Slot::ToolMetadata, false),
                    provider_metadata: self.provider_metadata(),
                }
            }
            "tool-output-error" => {
                self.flag(Slot::Dynamic);
                StreamEvent::ToolOutputError {
                    call_id: self.text(Slot::ToolCallId),
                    error_text: self.text(Slot::ErrorText),
                    provider_executed: self.flag(Slot::ProviderExecuted),
                    tool_metadata: self.object(Slot::ToolMetadata, false),
                    provider_metadata: self.provider_metadata(),
                }
            }
            "tool-output-denied" => StreamEvent::ToolOutputDenied {
                call_id: self.text(Slot::ToolCallId),
            },
            "file" => self.file("file"),
            "reasoning-file" => self.file("reasoning-file"),
            "source-url" => self.source_url(),
            "source-document" => self.source_document(),
            "custom" => self.custom(),
            "steering-message" => self.steering_message(),
            "message-metadata" => match self.metadata() {
                Some(metadata) => StreamEvent::Metadata(metadata),
                None => StreamEvent::Unknown,
            },
            "finish" => StreamEvent::Finish {
                reason: self.finish_reason(),
                metadata: self.metadata(),
            },
            "error" => StreamEvent::Error {
                text: self.text(Slot::ErrorText),
            },
            "abort" => {
                self.optional_text(Slot::Reason);
                StreamEvent::Abort
            }
            "ask" if self.source == ChunkSource::Adapter => StreamEvent::Asked {
                call_id: self.text(Slot::ToolCallId),
                request: self.get(Slot::Data).unwrap_or(RawJson::NULL),
                provider_metadata: self.provider_metadata(),
            },
            _ if name.starts_with("data-") => StreamEvent::Data {
                id: self.optional_text(Slot::Id),
                data: self.payload(Slot::Data),
                transient: self.flag(Slot::Transient) == Some(true),
                whole: self.whole(),
                type_name: kind,
            },
            _ => self.unknown(),
        }
    }

    fn unknown(&self) -> StreamEvent<'a> {
        match self.source {
            ChunkSource::Wire | ChunkSource::Adapter => self.invalid("no chunk has this type"),
            ChunkSource::Host { .. } => {}
        }
        StreamEvent::Unknown
    }

    fn text_start(&self, channel: Channel) -> StreamEvent<'a> {
        StreamEvent::TextStart {
            channel,
            id: self.text(Slot::Id),
            provider_metadata: self.provider_metadata(),
        }
    }

    fn text_delta(&self, channel: Channel) -> StreamEvent<'a> {
        StreamEvent::TextDelta {
            channel,
            id: self.text(Slot::Id),
            delta: self.text(Slot::Delta),
            provider_metadata: self.provider_metadata(),
        }
    }

    fn text_end(&self, channel: Channel) -> StreamEvent<'a> {
        let citations = match channel {
            Channel::Text => self.array(Slot::Citations),
            Channel::Reasoning => None,
        };
        StreamEvent::TextEnd {
            channel,
            id: self.text(Slot::Id),
            citations,
            provider_metadata: self.provider_metadata(),
        }
    }

    fn call(&self) -> ToolCallHead<'a> {
        ToolCallHead {
            call_id: self.text(Slot::ToolCallId),
            name: self.text(Slot::ToolName),
            dynamic: self.flag(Slot::Dynamic) == Some(true),
            provider_executed: self.flag(Slot::ProviderExecuted),
            title: self.optional_text(Slot::Title),
            tool_metadata: self.object(Slot::ToolMetadata, false),
            provider_metadata: self.provider_metadata(),
        }
    }

    fn encoding(&self) -> Option<InputEncoding> {
        let value = self.get(Slot::InputEncoding)?;
        match value.string() {
            Some(name) if name.eq_str("json") => Some(InputEncoding::Json),
            Some(name) if name.eq_str("text") => Some(InputEncoding::Text),
            Some(_) | None => {
                self.misfit(Slot::InputEncoding, "must be \"json\" or \"text\"");
                None
            }
        }
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        let name = self.optional_text(Slot::FinishReason)?;
        let reason = name.as_str().and_then(FinishReason::from_name);
        if reason.is_none() {
            self.misfit(Slot::FinishReason, "is not a known reason");
        }
        reason
    }

    fn needed_flag(&self, slot: Slot) -> bool {
        let flag = self.flag(slot);
        if flag.is_none() {
            self.misfit(slot, "must be a boolean");
        }
        flag == Some(true)
    }

    /// `null` counts as absent, as it does in AI SDK's reducer.
    fn metadata(&self) -> Option<Payload<'a>> {
        self.non_null(Slot::MessageMetadata)
    }

    fn provider_metadata(&self) -> Option<Payload<'a>> {
        self.object(Slot::ProviderMetadata, true)
    }

    fn array(&self, slot: Slot) -> Option<Payload<'a>> {
        if self.source == ChunkSource::Wire
            && self
                .get(slot)
                .is_some_and(|value| value.kind() != Kind::Array)
        {
            self.misfit(slot, "must be an array");
        }
        self.optional_payload(slot)
    }

    fn approval_request(&self) -> StreamEvent<'a> {
        let is_automatic = self.flag(Slot::IsAutomatic) == Some(true);
        let mut fields = Vec::new();
        if let Some(descriptor) = self.non_null(Slot::ApprovalDescriptor) {
            fields.push((Field::Descriptor, descriptor));
        }
        if let Some(input) = self.optional_payload(Slot::InputSchemaInput) {
            fields.push((Field::InputSchemaInput, input));
        }
        if let Some(reason) = self.optional_string(Slot::Reason) {
            fields.push((Field::RequestReason, reason));
        }
        if is_automatic {
            fields.push((Field::IsAutomatic, Payload::Bool(true)));
        }
        if let Some(signature) = self.optional_string(Slot::Signature) {
            fields.push((Field::Signature, signature));
        }
        StreamEvent::ApprovalRequest {
            approval_id: self.text(Slot::ApprovalId),
            call_id: self.text(Slot::ToolCallId),
            is_automatic,
            fields,
        }
    }

    fn non_null(&self, slot: Slot) -> Option<Payload<'a>> {
        let given = self.get(slot)?;
        if given.is_null() {
            return None;
        }
        self.optional_payload(slot)
    }

    /// A string that goes into the view as it is written.
    fn string(&self, slot: Slot) -> Payload<'a> {
        match self.get(slot) {
            Some(value) if value.kind() == Kind::String => Payload::Raw(value),
            Some(_) | None => {
                self.misfit(slot, "must be a string");
                Payload::Undefined
            }
        }
    }

    fn optional_string(&self, slot: Slot) -> Option<Payload<'a>> {
        self.get(slot).map(|_| self.string(slot))
    }

    fn string_or_undefined(&self, slot: Slot) -> Payload<'a> {
        self.optional_string(slot).unwrap_or(Payload::Undefined)
    }

    fn file(&self, kind: &'static str) -> StreamEvent<'a> {
        let mut fields = vec![
            (Field::Type, Payload::word(kind)),
            (Field::MediaType, self.string(Slot::MediaType)),
            (Field::Url, self.string(Slot::Url)),
        ];
        if let Some(metadata) = self.provider_metadata() {
            fields.push((Field::ProviderMetadata, metadata));
        }
        StreamEvent::Part { fields }
    }

    fn source_url(&self) -> StreamEvent<'a> {
        StreamEvent::Part {
            fields: vec![
                (Field::Type, Payload::word("source-url")),
                (Field::SourceId, self.string(Slot::SourceId)),
                (Field::Url, self.string(Slot::Url)),
                (Field::Title, self.string_or_undefined(Slot::Title)),
                (Field::ProviderMetadata, self.metadata_or_undefined()),
            ],
        }
    }

    fn source_document(&self) -> StreamEvent<'a> {
        StreamEvent::Part {
            fields: vec![
                (Field::Type, Payload::word("source-document")),
                (Field::SourceId, self.string(Slot::SourceId)),
                (Field::MediaType, self.string(Slot::MediaType)),
                (Field::Title, self.string(Slot::Title)),
                (Field::Filename, self.string_or_undefined(Slot::Filename)),
                (Field::ProviderMetadata, self.metadata_or_undefined()),
            ],
        }
    }

    fn custom(&self) -> StreamEvent<'a> {
        StreamEvent::Part {
            fields: vec![
                (Field::Type, Payload::word("custom")),
                (Field::Kind, self.string(Slot::Kind)),
                (Field::ProviderMetadata, self.metadata_or_undefined()),
            ],
        }
    }

    fn metadata_or_undefined(&self) -> Payload<'a> {
        self.provider_metadata().unwrap_or(Payload::Undefined)
    }

    fn steering_message(&self) -> StreamEvent<'a> {
        let well_formed = match self.source {
            ChunkSource::Host { .. } => true,
            ChunkSource::Wire | ChunkSource::Adapter => self
                .get(Slot::Parts)
                .and_then(RawJson::elements)
                .is_some_and(|mut parts| parts.all(is_steering_part)),
        };
        if !well_formed {
            self.misfit(Slot::Parts, "must be an array of text and file parts");
        }
        StreamEvent::Part {
            fields: vec![
                (Field::Type, Payload::word("steering-message")),
                (Field::Id, self.string(Slot::Id)),
                (Field::Parts, self.payload(Slot::Parts)),
            ],
        }
    }
}

fn is_steering_part(part: RawJson<'_>) -> bool {
    let is_text = |field: &str| {
        part.get(field)
            .is_some_and(|value| value.kind() == Kind::String)
    };
    match part.get("type").and_then(RawJson::string) {
        Some(kind) if kind.eq_str("text") => is_text("text"),
        Some(kind) if kind.eq_str("file") => is_text("mediaType") && is_text("url"),
        Some(_) | None => false,
    }
}
