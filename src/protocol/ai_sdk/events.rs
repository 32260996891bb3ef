//! Chunk to neutral event. Which fields a chunk must have, and of what type,
//! follows the chunk schema of `ai` 7.0.173; everything AI SDK 6 sends fits it.

use crate::json::{JsonString, Kind, RawJson};
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
        let kind = self.text(Slot::Type)?;
        let as_written = self.get(Slot::Type).and_then(RawJson::string);
        let plain = as_written.and_then(JsonString::plain);
        let Some(name) = plain.or_else(|| kind.as_str()) else {
            return self.unknown();
        };
        match name {
            "text-delta" => self.text_delta(Channel::Text),
            "reasoning-delta" => self.text_delta(Channel::Reasoning),
            "tool-input-delta" => Ok(StreamEvent::ToolInputDelta {
                call_id: self.text(Slot::ToolCallId)?,
                delta: self.text(Slot::InputTextDelta)?,
            }),
            "text-start" => self.text_start(Channel::Text),
            "reasoning-start" => self.text_start(Channel::Reasoning),
            "text-end" => self.text_end(Channel::Text),
            "reasoning-end" => self.text_end(Channel::Reasoning),
            "start" => Ok(StreamEvent::Start {
                message_id: self.optional_text(Slot::MessageId)?,
                metadata: self.metadata(),
            }),
            "start-step" => Ok(StreamEvent::StepStart),
            "finish-step" => Ok(StreamEvent::StepFinish),
            "reset-step" => Ok(StreamEvent::StepReset),
            "tool-input-start" => Ok(StreamEvent::ToolInputStart {
                call: self.call()?,
                encoding: self.encoding()?,
            }),
            "tool-input-available" => Ok(StreamEvent::ToolInputAvailable {
                call: self.call()?,
                input: self.payload(Slot::Input),
                whole: self.whole(),
            }),
            "tool-input-error" => Ok(StreamEvent::ToolInputError {
                call: self.call()?,
                input: self.payload(Slot::Input),
                error_text: self.text(Slot::ErrorText)?,
            }),
            "tool-approval-request" => self.approval_request(),
            "tool-approval-response" => Ok(StreamEvent::ApprovalResponse {
                approval_id: self.text(Slot::ApprovalId)?,
                approved: match self.flag(Slot::Approved)? {
                    Some(approved) => approved,
                    None => return Err(self.misfit(Slot::Approved, "must be a boolean")),
                },
                reason: self.optional_text(Slot::Reason)?,
                provider_executed: self.flag(Slot::ProviderExecuted)?,
                provider_metadata: self.provider_metadata()?,
            }),
            "tool-output-available" => {
                self.flag(Slot::Dynamic)?;
                Ok(StreamEvent::ToolOutput {
                    call_id: self.text(Slot::ToolCallId)?,
                    output: self.payload(Slot::Output),
                    preliminary: self.flag(Slot::Preliminary)?,
                    provider_executed: self.flag(Slot::ProviderExecuted)?,
                    tool_metadata: self.object(Slot::ToolMetadata, false)?,
                    provider_metadata: self.provider_metadata()?,
                })
            }
            "tool-output-error" => {
                self.flag(Slot::Dynamic)?;
                Ok(StreamEvent::ToolOutputError {
                    call_id: self.text(Slot::ToolCallId)?,
                    error_text: self.text(Slot::ErrorText)?,
                    provider_executed: self.flag(Slot::ProviderExecuted)?,
                    tool_metadata: self.object(Slot::ToolMetadata, false)?,
                    provider_metadata: self.provider_metadata()?,
                })
            }
            "tool-output-denied" => Ok(StreamEvent::ToolOutputDenied {
                call_id: self.text(Slot::ToolCallId)?,
            }),
            "file" => self.file("file"),
            "reasoning-file" => self.file("reasoning-file"),
            "source-url" => self.source_url(),
            "source-document" => self.source_document(),
            "custom" => self.custom(),
            "steering-message" => self.steering_message(),
            "message-metadata" => Ok(match self.metadata() {
                Some(metadata) => StreamEvent::Metadata(metadata),
                None => StreamEvent::Unknown,
            }),
            "finish" => Ok(StreamEvent::Finish {
                reason: self.finish_reason()?,
                metadata: self.metadata(),
            }),
            "error" => Ok(StreamEvent::Error {
                text: self.text(Slot::ErrorText)?,
            }),
            "abort" => {
                self.optional_text(Slot::Reason)?;
                Ok(StreamEvent::Abort)
            }
            "ask" if self.source == ChunkSource::Adapter => Ok(StreamEvent::Asked {
                call_id: self.text(Slot::ToolCallId)?,
                request: self.get(Slot::Data).unwrap_or(RawJson::NULL),
                provider_metadata: self.provider_metadata()?,
            }),
            _ if name.starts_with("data-") => Ok(StreamEvent::Data {
                id: self.optional_text(Slot::Id)?,
                data: self.payload(Slot::Data),
                transient: self.flag(Slot::Transient)? == Some(true),
                whole: self.whole(),
                type_name: kind,
            }),
            _ => self.unknown(),
        }
    }

    fn unknown(&self) -> Result<StreamEvent<'a>, ChatError> {
        match self.source {
            ChunkSource::Wire | ChunkSource::Adapter => Err(self.invalid("no chunk has this type")),
            ChunkSource::Host { .. } => Ok(StreamEvent::Unknown),
        }
    }

    fn text_start(&self, channel: Channel) -> Result<StreamEvent<'a>, ChatError> {
        Ok(StreamEvent::TextStart {
            channel,
            id: self.text(Slot::Id)?,
            provider_metadata: self.provider_metadata()?,
        })
    }

    fn text_delta(&self, channel: Channel) -> Result<StreamEvent<'a>, ChatError> {
        Ok(StreamEvent::TextDelta {
            channel,
            id: self.text(Slot::Id)?,
            delta: self.text(Slot::Delta)?,
            provider_metadata: self.provider_metadata()?,
        })
    }

    fn text_end(&self, channel: Channel) -> Result<StreamEvent<'a>, ChatError> {
        let citations = match channel {
            Channel::Text => self.array(Slot::Citations)?,
            Channel::Reasoning => None,
        };
        Ok(StreamEvent::TextEnd {
            channel,
            id: self.text(Slot::Id)?,
            citations,
            provider_metadata: self.provider_metadata()?,
        })
    }

    fn call(&self) -> Result<ToolCallHead<'a>, ChatError> {
        Ok(ToolCallHead {
            call_id: self.text(Slot::ToolCallId)?,
            name: self.text(Slot::ToolName)?,
            dynamic: self.flag(Slot::Dynamic)? == Some(true),
            provider_executed: self.flag(Slot::ProviderExecuted)?,
            title: self.optional_text(Slot::Title)?,
            tool_metadata: self.object(Slot::ToolMetadata, false)?,
            provider_metadata: self.provider_metadata()?,
        })
    }

    fn encoding(&self) -> Result<Option<InputEncoding>, ChatError> {
        let Some(value) = self.get(Slot::InputEncoding) else {
            return Ok(None);
        };
        match value.string() {
            Some(name) if name.eq_str("json") => Ok(Some(InputEncoding::Json)),
            Some(name) if name.eq_str("text") => Ok(Some(InputEncoding::Text)),
            Some(_) | None => Err(self.misfit(Slot::InputEncoding, "must be \"json\" or \"text\"")),
        }
    }

    fn finish_reason(&self) -> Result<Option<FinishReason>, ChatError> {
        let Some(name) = self.optional_text(Slot::FinishReason)? else {
            return Ok(None);
        };
        match name.as_str().and_then(FinishReason::from_name) {
            Some(reason) => Ok(Some(reason)),
            None => Err(self.misfit(Slot::FinishReason, "is not a known reason")),
        }
    }

    /// `null` counts as absent, as it does in AI SDK's reducer.
    fn metadata(&self) -> Option<Payload<'a>> {
        let given = self.get(Slot::MessageMetadata)?;
        if given.is_null() {
            return None;
        }
        self.optional_payload(Slot::MessageMetadata)
    }

    fn provider_metadata(&self) -> Result<Option<Payload<'a>>, ChatError> {
        self.object(Slot::ProviderMetadata, true)
    }

    fn array(&self, slot: Slot) -> Result<Option<Payload<'a>>, ChatError> {
        if self.source == ChunkSource::Wire
            && self
                .get(slot)
                .is_some_and(|value| value.kind() != Kind::Array)
        {
            return Err(self.misfit(slot, "must be an array"));
        }
        Ok(self.optional_payload(slot))
    }

    fn approval_request(&self) -> Result<StreamEvent<'a>, ChatError> {
        let is_automatic = self.flag(Slot::IsAutomatic)? == Some(true);
        let mut fields = Vec::new();
        if let Some(descriptor) = self.non_null(Slot::ApprovalDescriptor) {
            fields.push((Field::Descriptor, descriptor));
        }
        if let Some(input) = self.optional_payload(Slot::InputSchemaInput) {
            fields.push((Field::InputSchemaInput, input));
        }
        if let Some(reason) = self.optional_string(Slot::Reason)? {
            fields.push((Field::RequestReason, reason));
        }
        if is_automatic {
            fields.push((Field::IsAutomatic, Payload::Bool(true)));
        }
        if let Some(signature) = self.optional_string(Slot::Signature)? {
            fields.push((Field::Signature, signature));
        }
        Ok(StreamEvent::ApprovalRequest {
            approval_id: self.text(Slot::ApprovalId)?,
            call_id: self.text(Slot::ToolCallId)?,
            is_automatic,
            fields,
        })
    }

    fn non_null(&self, slot: Slot) -> Option<Payload<'a>> {
        let given = self.get(slot)?;
        if given.is_null() {
            return None;
        }
        self.optional_payload(slot)
    }

    /// A string that goes into the view as it is written.
    fn string(&self, slot: Slot) -> Result<Payload<'a>, ChatError> {
        match self.get(slot) {
            Some(value) if value.kind() == Kind::String => Ok(Payload::Raw(value)),
            Some(_) | None => Err(self.misfit(slot, "must be a string")),
        }
    }

    fn optional_string(&self, slot: Slot) -> Result<Option<Payload<'a>>, ChatError> {
        match self.get(slot) {
            None => Ok(None),
            Some(_) => self.string(slot).map(Some),
        }
    }

    fn string_or_undefined(&self, slot: Slot) -> Result<Payload<'a>, ChatError> {
        Ok(self.optional_string(slot)?.unwrap_or(Payload::Undefined))
    }

    fn file(&self, kind: &'static str) -> Result<StreamEvent<'a>, ChatError> {
        let mut fields = vec![
            (Field::Type, Payload::word(kind)),
            (Field::MediaType, self.string(Slot::MediaType)?),
            (Field::Url, self.string(Slot::Url)?),
        ];
        if let Some(metadata) = self.provider_metadata()? {
            fields.push((Field::ProviderMetadata, metadata));
        }
        Ok(StreamEvent::Part { fields })
    }

    fn source_url(&self) -> Result<StreamEvent<'a>, ChatError> {
        Ok(StreamEvent::Part {
            fields: vec![
                (Field::Type, Payload::word("source-url")),
                (Field::SourceId, self.string(Slot::SourceId)?),
                (Field::Url, self.string(Slot::Url)?),
                (Field::Title, self.string_or_undefined(Slot::Title)?),
                (Field::ProviderMetadata, self.metadata_or_undefined()?),
            ],
        })
    }

    fn source_document(&self) -> Result<StreamEvent<'a>, ChatError> {
        Ok(StreamEvent::Part {
            fields: vec![
                (Field::Type, Payload::word("source-document")),
                (Field::SourceId, self.string(Slot::SourceId)?),
                (Field::MediaType, self.string(Slot::MediaType)?),
                (Field::Title, self.string(Slot::Title)?),
                (Field::Filename, self.string_or_undefined(Slot::Filename)?),
                (Field::ProviderMetadata, self.metadata_or_undefined()?),
            ],
        })
    }

    fn custom(&self) -> Result<StreamEvent<'a>, ChatError> {
        Ok(StreamEvent::Part {
            fields: vec![
                (Field::Type, Payload::word("custom")),
                (Field::Kind, self.string(Slot::Kind)?),
                (Field::ProviderMetadata, self.metadata_or_undefined()?),
            ],
        })
    }

    fn metadata_or_undefined(&self) -> Result<Payload<'a>, ChatError> {
        Ok(self.provider_metadata()?.unwrap_or(Payload::Undefined))
    }

    fn steering_message(&self) -> Result<StreamEvent<'a>, ChatError> {
        let well_formed = match self.source {
            ChunkSource::Host { .. } => true,
            ChunkSource::Wire | ChunkSource::Adapter => self
                .get(Slot::Parts)
                .and_then(RawJson::elements)
                .is_some_and(|mut parts| parts.all(is_steering_part)),
        };
        if !well_formed {
            return Err(self.misfit(Slot::Parts, "must be an array of text and file parts"));
        }
        Ok(StreamEvent::Part {
            fields: vec![
                (Field::Type, Payload::word("steering-message")),
                (Field::Id, self.string(Slot::Id)?),
                (Field::Parts, self.payload(Slot::Parts)),
            ],
        })
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
