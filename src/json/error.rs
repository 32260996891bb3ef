//! Why a text is not the JSON it should be.

use core::fmt;

/// Where and why a text was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Byte offset into the text at which it stopped making sense.
    pub offset: usize,
    /// What was wrong there.
    pub kind: JsonErrorKind,
}

/// The ways in which a text can fail to be the JSON it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonErrorKind {
    /// The text ended inside a value, or held none.
    UnexpectedEnd,
    /// A byte that cannot stand where it stands.
    UnexpectedByte,
    /// Something other than white space follows the value.
    TrailingText,
    /// More open arrays and objects than [`super::limits::MAX_DEPTH`].
    TooDeep,
    /// The text is JSON, but an object was asked for.
    NotAnObject,
}

impl JsonErrorKind {
    /// The kind in words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnexpectedEnd => "the JSON text ends too early",
            Self::UnexpectedByte => "unexpected character in JSON text",
            Self::TrailingText => "text after the JSON value",
            Self::TooDeep => "JSON nested too deeply",
            Self::NotAnObject => "not a JSON object",
        }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind.as_str(), self.offset)
    }
}

impl core::error::Error for JsonError {}
