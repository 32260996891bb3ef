//! One chunk as flat, borrowed fields: a single pass over its text, nothing
//! copied, nothing decoded that the chunk's type does not need.

use core::cell::RefCell;

use crate::json::{JsonErrorKind, JsonString, Kind, RawJson, Wtf8, Wtf8Cow, visit_object};
use crate::model::{ChatError, Payload};
use crate::protocol::quoting::{misshapen, unreadable};

macro_rules! slots {
    ($($variant:ident = $name:literal,)*) => {
        /// The fields that chunks have, over all types.
        #[derive(Clone, Copy)]
        pub(super) enum Slot { $($variant,)* }

        impl Slot {
            const COUNT: usize = [$($name,)*].len();

            fn of(name: &str) -> Option<Slot> {
                match name { $($name => Some(Slot::$variant),)* _ => None }
            }

            pub(super) fn name(self) -> &'static str {
                match self { $(Slot::$variant => $name,)* }
            }
        }
    };
}

slots! {
    Type = "type",
    Id = "id",
    Delta = "delta",
    MessageId = "messageId",
    MessageMetadata = "messageMetadata",
    ToolCallId = "toolCallId",
    ToolName = "toolName",
    InputTextDelta = "inputTextDelta",
    InputEncoding = "inputEncoding",
    Input = "input",
    Output = "output",
    Preliminary = "preliminary",
    ErrorText = "errorText",
    ProviderExecuted = "providerExecuted",
    ProviderMetadata = "providerMetadata",
    ToolMetadata = "toolMetadata",
    Dynamic = "dynamic",
    Title = "title",
    ApprovalId = "approvalId",
    ApprovalDescriptor = "approvalDescriptor",
    InputSchemaInput = "inputSchemaInput",
    Reason = "reason",
    IsAutomatic = "isAutomatic",
    Signature = "signature",
    Approved = "approved",
    Data = "data",
    Transient = "transient",
    FinishReason = "finishReason",
    Citations = "citations",
    Kind = "kind",
    MediaType = "mediaType",
    Url = "url",
    SourceId = "sourceId",
    Filename = "filename",
    Parts = "parts",
}

/// Where a chunk comes from, which decides how strictly it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkSource {
    /// Bytes of a server: every field is checked, an unknown type is an error.
    Wire,
    /// An adapter of another protocol wrote it. It may also ask a person, for
    /// which this wire has no chunk.
    Adapter,
    /// An object from the application's own transport, with its payloads given
    /// as numbers of values that the host holds. Unknown types are ignored,
    /// `null` counts as absent.
    Host {
        /// The number of the whole chunk.
        whole: u32,
    },
}

/// A chunk's fields, borrowed from its text.
///
/// A field that does not fit is read as if it were not there, and noted: the
/// first one is what the chunk fails with when all are read.
pub struct Chunk<'a> {
    text: &'a str,
    pub(super) source: ChunkSource,
    slots: [Option<RawJson<'a>>; Slot::COUNT],
    error: RefCell<Option<ChatError>>,
}

impl<'a> Chunk<'a> {
    /// Reads a chunk's fields. A later duplicate of a field wins, as in
    /// `JSON.parse`.
    ///
    /// # Errors
    /// [`crate::model::ErrorCode::InvalidJson`] and
    /// [`crate::model::ErrorCode::InvalidChunk`].
    pub fn read(text: &'a str, source: ChunkSource) -> Result<Chunk<'a>, ChatError> {
        let mut slots = [None; Slot::COUNT];
        let read = visit_object(text, &mut |name: JsonString<'a>, value: RawJson<'a>| {
            if let Some(slot) = slot_of(name).and_then(|slot| slots.get_mut(slot as usize)) {
                *slot = Some(value);
            }
        });
        match read {
            Ok(()) => Ok(Chunk {
                text,
                source,
                slots,
                error: RefCell::new(None),
            }),
            Err(error) if error.kind == JsonErrorKind::NotAnObject => {
                Err(misshapen(text, error.kind.as_str()))
            }
            Err(error) => Err(unreadable(text, error.kind.as_str())),
        }
    }

    /// The whole chunk, for callbacks and for parts that keep it as it is.
    pub(super) fn whole(&self) -> Payload<'a> {
        match self.source {
            ChunkSource::Wire | ChunkSource::Adapter => {
                RawJson::parse(self.text).map_or(Payload::Undefined, Payload::Raw)
            }
            ChunkSource::Host { whole } => Payload::Host(whole),
        }
    }

    pub(super) fn get(&self, slot: Slot) -> Option<RawJson<'a>> {
        let value = self.slots.get(slot as usize).copied().flatten()?;
        match self.source {
            ChunkSource::Host { .. } if value.is_null() => None,
            ChunkSource::Host { .. } | ChunkSource::Wire | ChunkSource::Adapter => Some(value),
        }
    }

    pub(super) fn text(&self, slot: Slot) -> Wtf8Cow<'a> {
        match self.get(slot).and_then(RawJson::string) {
            Some(string) => string.decode(),
            None => {
                self.misfit(slot, "must be a string");
                Wtf8Cow::Borrowed(Wtf8::EMPTY)
            }
        }
    }

    pub(super) fn optional_text(&self, slot: Slot) -> Option<Wtf8Cow<'a>> {
        self.get(slot).map(|_| self.text(slot))
    }

    pub(super) fn flag(&self, slot: Slot) -> Option<bool> {
        let flag = self.get(slot)?.bool();
        if flag.is_none() {
            self.misfit(slot, "must be a boolean");
        }
        flag
    }

    /// A payload of any shape.
    pub(super) fn payload(&self, slot: Slot) -> Payload<'a> {
        self.optional_payload(slot).unwrap_or(Payload::Undefined)
    }

    /// A payload of any shape that may be absent; `null` counts as given.
    pub(super) fn optional_payload(&self, slot: Slot) -> Option<Payload<'a>> {
        let value = self.get(slot)?;
        match self.source {
            ChunkSource::Wire | ChunkSource::Adapter => Some(Payload::Raw(value)),
            ChunkSource::Host { .. } => value
                .number_text()
                .and_then(|number| number.parse().ok())
                .map(Payload::Host),
        }
    }

    /// A payload that must be an object; with `nested`, an object of objects.
    pub(super) fn object(&self, slot: Slot, nested: bool) -> Option<Payload<'a>> {
        if self.source == ChunkSource::Wire
            && let Some(value) = self.get(slot)
        {
            let fits = value.members().is_some_and(|mut members| {
                !nested || members.all(|(_, member)| member.kind() == Kind::Object)
            });
            if !fits {
                self.misfit(slot, "must be an object");
            }
        }
        self.optional_payload(slot)
    }

    /// Notes that a field does not fit the chunk's type.
    pub(super) fn misfit(&self, slot: Slot, expectation: &str) {
        let mut reason = String::from("field \"");
        reason.push_str(slot.name());
        reason.push_str("\" ");
        reason.push_str(expectation);
        self.invalid(&reason);
    }

    /// Notes that this is JSON and yet no chunk.
    pub(super) fn invalid(&self, reason: &str) {
        if let Ok(mut error) = self.error.try_borrow_mut()
            && error.is_none()
        {
            *error = Some(misshapen(self.text, reason));
        }
    }

    /// What was read, unless something did not fit.
    pub(super) fn checked<T>(&self, read: T) -> Result<T, ChatError> {
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(read),
        }
    }
}

fn slot_of(name: JsonString<'_>) -> Option<Slot> {
    match name.plain() {
        Some(plain) => Slot::of(plain),
        None => name.decode().as_str().and_then(Slot::of),
    }
}
