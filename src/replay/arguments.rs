//! The arguments of a recorded call.

use crate::json::{RawJson, Wtf8Buf};
use crate::model::ItemId;

use super::Unreadable;

/// The arguments of a recorded call, by place.
pub(super) struct Arguments<'a>(pub Vec<RawJson<'a>>);

impl<'a> Arguments<'a> {
    pub fn raw(&self, at: usize) -> Result<RawJson<'a>, Unreadable> {
        self.0.get(at).copied().ok_or(Unreadable::Argument(at))
    }

    pub fn text(&self, at: usize) -> Result<Wtf8Buf, Unreadable> {
        let string = self.raw(at)?.string().ok_or(Unreadable::Argument(at))?;
        Ok(string.decode().into_owned())
    }

    /// A string that holds JSON text.
    pub fn json(&self, at: usize) -> Result<String, Unreadable> {
        let text = self.text(at)?;
        let text = text.as_str().ok_or(Unreadable::Argument(at))?;
        Ok(text.to_owned())
    }

    pub fn number(&self, at: usize) -> Result<u32, Unreadable> {
        self.big_number(at)
            .and_then(|number| u32::try_from(number).map_err(|_| Unreadable::Argument(at)))
    }

    pub fn big_number(&self, at: usize) -> Result<u64, Unreadable> {
        self.raw(at)?
            .number_text()
            .and_then(|text| text.parse::<f64>().ok())
            .map(milliseconds)
            .ok_or(Unreadable::Argument(at))
    }

    pub fn bool(&self, at: usize) -> Result<bool, Unreadable> {
        self.raw(at)?.bool().ok_or(Unreadable::Argument(at))
    }

    pub fn item(&self, at: usize) -> Result<ItemId, Unreadable> {
        self.number(at).map(ItemId)
    }

    /// The same where the argument may be absent, as `undefined` is.
    pub fn optional<T>(
        &self,
        at: usize,
        read: impl FnOnce(&Self, usize) -> Result<T, Unreadable>,
    ) -> Result<Option<T>, Unreadable> {
        match self.0.get(at) {
            None => Ok(None),
            Some(raw) if raw.is_null() => Ok(None),
            Some(_) => read(self, at).map(Some),
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a double is cut off at the ends of the range"
)]
fn milliseconds(value: f64) -> u64 {
    value as u64
}
