//! One event's fields, borrowed from its text.

use crate::json::{JsonErrorKind, RawJson, Wtf8, Wtf8Buf, Wtf8Cow, visit_object};
use crate::model::{ChatError, ErrorCode};
use crate::protocol::quoting::{misshapen, unreadable};

/// One event. The fields of events that come often are found in one pass;
/// others are looked for when they are wanted.
pub(super) struct Event<'a> {
    pub text: &'a str,
    hot: [Option<RawJson<'a>>; HOT.len()],
}

/// The fields of events that come often.
const HOT: [&str; 4] = ["type", "messageId", "toolCallId", "delta"];

impl<'a> Event<'a> {
    pub fn read(text: &'a str) -> Result<Event<'a>, ChatError> {
        let mut hot = [None; HOT.len()];
        let read = visit_object(text, &mut |name, value| {
            if let Some(at) = HOT.iter().position(|known| name.eq_str(known))
                && let Some(slot) = hot.get_mut(at)
            {
                *slot = Some(value);
            }
        });
        match read {
            Ok(()) => Ok(Event { text, hot }),
            Err(error) if error.kind == JsonErrorKind::NotAnObject => {
                Err(misshapen(text, error.kind.as_str()))
            }
            Err(error) => Err(unreadable(text, error.kind.as_str())),
        }
    }

    /// The whole event.
    pub fn whole(&self) -> RawJson<'a> {
        // It has been read through.
        RawJson::plain(self.text.trim())
    }

    /// A field. `null` counts as absent, as servers that write every field
    /// mean it.
    pub fn get(&self, name: &str) -> Option<RawJson<'a>> {
        match HOT.iter().position(|known| *known == name) {
            Some(at) => self.hot.get(at).copied().flatten(),
            None => self.whole().get(name),
        }
        .filter(|value| !value.is_null())
    }

    /// A field that must be a string.
    pub fn text(&self, name: &'static str) -> Result<Wtf8Cow<'a>, ChatError> {
        match self.get(name).and_then(RawJson::string) {
            Some(text) => Ok(text.decode()),
            None => Err(self.misfit(name, "must be a string")),
        }
    }

    /// A field that must be a string where it is there.
    pub fn optional_text(&self, name: &'static str) -> Result<Option<Wtf8Cow<'a>>, ChatError> {
        match self.get(name) {
            None => Ok(None),
            Some(_) => self.text(name).map(Some),
        }
    }

    /// The error for a field that does not fit.
    pub fn misfit(&self, name: &str, expectation: &str) -> ChatError {
        let mut reason = String::from("field \"");
        reason.push_str(name);
        reason.push_str("\" ");
        reason.push_str(expectation);
        misshapen(self.text, &reason)
    }

    /// The error for an event that does not fit what came before it.
    pub fn out_of_order(&self, why: &str, id: Wtf8<'_>) -> ChatError {
        let mut message = Wtf8Buf::new();
        if let Some(kind) = self.get("type").and_then(RawJson::string) {
            kind.decode_into(&mut message);
        }
        message.push_str(" does not fit: ");
        message.push_str(why);
        if !id.is_empty() {
            message.push_str(" \"");
            message.push_wtf8(id);
            message.push_str("\"");
        }
        message.push_str(".");
        let mut error = ChatError::with_text(ErrorCode::ChunkOrder, message);
        error.chunk_id = (!id.is_empty()).then(|| id.to_owned());
        error
    }

    /// The error for a run that names too much.
    pub fn too_many(&self) -> ChatError {
        ChatError::new(
            ErrorCode::LimitExceeded,
            "One run of the agent names too many things.",
        )
    }

    /// The error for a value that is more than is kept.
    pub fn too_large(&self) -> ChatError {
        ChatError::new(
            ErrorCode::LimitExceeded,
            "A value that the agent shares is too large.",
        )
    }
}
