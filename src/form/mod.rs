//! JSON Schema to fields to draft to validated content; the ask-user tool.
//!
//! 1. [`Form::read`] finds out how a schema can be shown.
//! 2. A [`Draft`] holds what the person has typed.
//! 3. [`Form::content`] turns it into the content to send, judged by the whole
//!    schema, or into [`FieldError`]s.
//!
//! [`validate`] judges any value by a schema, without a form. [`Link`] is a url
//! that a server asks to open.

pub mod ask_user;
pub mod limits;

mod content;
mod decimal;
mod draft;
mod encode;
mod error;
mod field;
mod format;
mod hidden_character;
mod judge;
mod link;
mod pattern;
mod read;
mod reference;
mod validate;

pub use draft::{Answer, Draft, DraftError};
pub use encode::{errors_to_json, value_errors_to_json};
pub use error::{ErrorCode, FieldError};
pub use field::{
    ChoiceOption, Field, FieldKind, Form, ListRules, ManyOptions, NumberRules, Options, TextRules,
    Unshown, UnshownWhy,
};
pub use hidden_character::is_hidden;
pub use link::{Link, LinkRefusal};
pub use pattern::{Pattern, PatternRefusal};
pub use validate::{Judgement, validate};
