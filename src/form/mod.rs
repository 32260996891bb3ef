//! JSON Schema to fields to draft to validated content; the ask-user tool.
//!
//! 1. [`Form::read`] finds out how a schema can be shown.
//! 2. A [`Draft`] holds what the person has typed.
//! 3. [`Form::content`] turns it into the content to send, judged by the whole
//!    schema, or into [`FieldError`]s.
//!
//! [`validate`] judges any value by a schema, without a form. [`Link`] is a url
//! that a server asks to open.
//!
//! A form is read by front ends, so fields are JSON from the start rather than
//! types that would have to be taken apart into the same JSON, at a price in
//! code that every page pays.

pub mod ask_user;
pub mod limits;

mod content;
mod decimal;
mod draft;
mod error;
mod format;
mod judge;
mod link;
mod pattern;
mod read;
mod reference;
mod validate;

pub use draft::{Draft, DraftError};
pub use error::{ErrorCode, FieldError, errors_to_json, value_errors_to_json};
pub use link::{Link, LinkRefusal};
pub use pattern::{Pattern, PatternRefusal};
pub use validate::{Judgement, validate};

use crate::json::{Value, Writer};

/// A question in fields, read from a JSON Schema.
///
/// A field is described by an object:
///
/// | member | |
/// | --- | --- |
/// | `path` | where the answer goes in the content, as a JSON Pointer (RFC 6901); empty for the whole |
/// | `key` | the property's name; empty for the whole |
/// | `label` | its title, or else its name |
/// | `description` | as in the schema, where it has one |
/// | `cut` | `true` where a text was too long to be kept whole ([`limits::TEXT_BYTES`]) |
/// | `required` | whether the form cannot be sent while this is empty |
/// | `nullWhenEmpty` | `true` where this is sent as `null` when it is empty |
/// | `nullable` | `true` where the schema takes `null` |
/// | `default` | what the schema proposes, if that fits |
/// | `kind` | see below |
///
/// | `kind` | further members |
/// | --- | --- |
/// | `text` | `multiLine`; `format`, `minLength`, `maxLength`, `pattern` as in the schema |
/// | `number` | `integer`; `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf` as in the schema |
/// | `boolean` | |
/// | `choice` | `options`, each `{ value, label, description? }`; `ownAnswer`, an object with the members of `text`, if an answer of one's own may be given instead |
/// | `choices` | the same; `ownAnswerAlone`, if an own answer takes the place of picks (the schema says `"x-own-answer": "alone"`); `minItems`, `maxItems` |
/// | `list` | `entry`, an object with the members of `text`; `minItems`, `maxItems` |
/// | `group` | `fields`, in the schema's order |
/// | `json` | `why`, `schema`: what no control can show, to be written as JSON |
///
/// `why` is one of `schema_too_long` ([`limits::SCHEMA_BYTES`]),
/// `too_many_fields` ([`limits::FIELDS`]), `too_many_options`
/// ([`limits::OPTIONS`]), `too_deep` ([`limits::GROUP_DEPTH`],
/// [`limits::LAYERS`]), `untyped`, `several_types`, `list_of_others` (than texts
/// and options), `open_object` (its members' names are not given),
/// `unknown_reference`, `nothing_fits`, `not_a_schema`, `unreadable_name` (not
/// Unicode text).
#[derive(Clone, Debug)]
pub struct Form {
    /// The whole schema, by which answers are judged.
    schema: Value,
    /// The whole answer as a field.
    view: Value,
}

impl Form {
    /// The whole answer as a field: a `group` for a schema of an object.
    pub fn root(&self) -> &Value {
        &self.view
    }

    /// The fields to show, in the schema's order. None makes a form to agree
    /// to.
    pub fn fields(&self) -> &[Value] {
        match self.view.get("fields").and_then(Value::as_array) {
            Some(fields) => fields,
            None => core::slice::from_ref(&self.view),
        }
    }

    /// The form as JSON text: `{ "title"?, "description"?, "confirm", "fields" }`,
    /// where `confirm` says that there is nothing to fill in, only to agree to.
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        writer.begin_object();
        if self.view.get("fields").is_some() {
            for (member, key) in [("label", "title"), ("description", "description")] {
                if let Some(found) = self.view.get(member)
                    && found.as_str() != Some("")
                {
                    writer.key(key);
                    found.write_to(&mut writer);
                }
            }
        }
        writer.key("confirm");
        writer.bool(self.fields().is_empty());
        writer.key("fields");
        writer.begin_array();
        for field in self.fields() {
            field.write_to(&mut writer);
        }
        writer.end_array();
        writer.end_object();
        text
    }
}
