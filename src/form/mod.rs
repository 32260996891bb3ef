//! JSON Schema to fields to draft to validated content; the ask-user tool.

pub mod limits;

mod decimal;
mod error;
mod format;
mod judge;
mod pattern;
mod reference;
mod validate;

pub use error::{ErrorCode, FieldError};
pub use pattern::{Pattern, PatternRefusal};
pub use validate::{Judgement, validate};
