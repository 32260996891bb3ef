//! Forms and errors as JSON, for front ends.

use super::error::FieldError;
use super::field::{Field, FieldKind, Form, ManyOptions, NumberRules, Options, TextRules};
use crate::json::{RawJson, Writer};

impl Form {
    /// The form as JSON text:
    ///
    /// ```json
    /// { "title": "…", "description": "…", "confirm": false, "fields": [ {
    ///     "path": "/guests", "key": "guests", "label": "Guests", "description": "…",
    ///     "cut": true, "required": true, "nullable": true, "default": 2,
    ///     "kind": "number", "integer": true, "minimum": 1, "maximum": 9
    /// } ] }
    /// ```
    ///
    /// `title`, `description`, `default` and every bound stand there only where
    /// the schema has them, `cut` and `nullable` only when true. `required`
    /// says that the form cannot be sent while the field is empty. By kind:
    ///
    /// - `text`: `multiLine`, and `format`, `minLength`, `maxLength`, `pattern`
    /// - `number`: `integer`, and `minimum`, `maximum`, `exclusiveMinimum`,
    ///   `exclusiveMaximum`, `multipleOf`
    /// - `boolean`
    /// - `choice`: `options` of `{ value, label, description? }`, and
    ///   `ownAnswer`, an object with the members of `text`
    /// - `choices`: the same, `minItems`, `maxItems`, and `ownAnswerAlone`
    /// - `list`: `entry` (the members of `text`), and `minItems`, `maxItems`
    /// - `group`: `fields`
    /// - `json`: `why` (see [`UnshownWhy`](super::UnshownWhy)), and `schema`
    ///
    /// The fields of an object stand in `fields`; any other root is the one
    /// field there, with an empty `path`.
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        writer.begin_object();
        if matches!(self.root.kind, FieldKind::Group(_)) {
            if !self.root.label.is_empty() {
                writer.key("title");
                writer.str(&self.root.label);
            }
            optional_text(&mut writer, "description", self.root.description.as_deref());
            flag(&mut writer, "cut", self.root.is_cut);
        }
        writer.key("confirm");
        writer.bool(self.is_confirm());
        write_fields(&mut writer, self.fields());
        writer.end_object();
        text
    }
}

/// Errors as JSON text: an array of
/// `{ "path", "field", "code", "limit"?, "message" }`, where `field` is the path
/// of the field to show the error at, and `limit` is what was missed, as in the
/// schema.
pub fn errors_to_json(form: &Form, errors: &[FieldError]) -> String {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    writer.begin_array();
    for error in errors {
        write_error(
            &mut writer,
            error,
            Some(&form.nearest_field(&error.path).path),
        );
    }
    writer.end_array();
    text
}

/// As [`errors_to_json`], for values without a form: there is no `field`.
pub fn value_errors_to_json(errors: &[FieldError]) -> String {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    writer.begin_array();
    for error in errors {
        write_error(&mut writer, error, None);
    }
    writer.end_array();
    text
}

fn write_error(writer: &mut Writer<'_>, error: &FieldError, field: Option<&str>) {
    writer.begin_object();
    writer.key("path");
    writer.str(&error.path);
    optional_text(writer, "field", field);
    writer.key("code");
    writer.str(error.code.as_str());
    raw(writer, "limit", error.limit.as_deref());
    writer.key("message");
    writer.str(&error.message());
    writer.end_object();
}

fn optional_text(writer: &mut Writer<'_>, key: &str, text: Option<&str>) {
    if let Some(text) = text {
        writer.key(key);
        writer.str(text);
    }
}

/// A member whose value is JSON text.
fn raw(writer: &mut Writer<'_>, key: &str, json: Option<&str>) {
    if let Some(Ok(json)) = json.map(RawJson::parse) {
        writer.key(key);
        writer.raw(json);
    }
}

fn count(writer: &mut Writer<'_>, key: &str, count: Option<u64>) {
    if let Some(count) = count {
        writer.key(key);
        // Counts are read up to 2^53.
        writer.integer(count as i64);
    }
}

fn flag(writer: &mut Writer<'_>, key: &str, set: bool) {
    if set {
        writer.key(key);
        writer.bool(true);
    }
}

fn write_fields(writer: &mut Writer<'_>, fields: &[Field]) {
    writer.key("fields");
    writer.begin_array();
    for field in fields {
        write_field(writer, field);
    }
    writer.end_array();
}

fn write_field(writer: &mut Writer<'_>, field: &Field) {
    writer.begin_object();
    for (key, text) in [
        ("path", &field.path),
        ("key", &field.key),
        ("label", &field.label),
    ] {
        writer.key(key);
        writer.str(text);
    }
    optional_text(writer, "description", field.description.as_deref());
    flag(writer, "cut", field.is_cut);
    writer.key("required");
    writer.bool(field.needs_answer());
    flag(writer, "nullable", field.nullable);
    if let Some(default) = &field.default {
        writer.key("default");
        default.write_to(writer);
    }
    writer.key("kind");
    match &field.kind {
        FieldKind::Text(rules) => {
            writer.str("text");
            write_text_rules(writer, rules);
        }
        FieldKind::Number(rules) => {
            writer.str("number");
            write_number_rules(writer, rules);
        }
        FieldKind::Boolean => writer.str("boolean"),
        FieldKind::Choice(options) => {
            writer.str("choice");
            write_options(writer, options);
        }
        FieldKind::Choices(many) => {
            writer.str("choices");
            write_many(writer, many);
        }
        FieldKind::List(rules) => {
            writer.str("list");
            writer.key("entry");
            writer.begin_object();
            write_text_rules(writer, &rules.entry);
            writer.end_object();
            count(writer, "minItems", rules.min_items);
            count(writer, "maxItems", rules.max_items);
        }
        FieldKind::Group(fields) => {
            writer.str("group");
            write_fields(writer, fields);
        }
        FieldKind::Json(unshown) => {
            writer.str("json");
            writer.key("why");
            writer.str(unshown.why.as_str());
            raw(writer, "schema", Some(&unshown.schema));
        }
    }
    writer.end_object();
}

fn write_text_rules(writer: &mut Writer<'_>, rules: &TextRules) {
    writer.key("multiLine");
    writer.bool(rules.multi_line);
    optional_text(writer, "format", rules.format.as_deref());
    count(writer, "minLength", rules.min_length);
    count(writer, "maxLength", rules.max_length);
    optional_text(writer, "pattern", rules.pattern.as_deref());
}

fn write_number_rules(writer: &mut Writer<'_>, rules: &NumberRules) {
    writer.key("integer");
    writer.bool(rules.integer);
    for (key, bound) in [
        ("minimum", &rules.minimum),
        ("maximum", &rules.maximum),
        ("exclusiveMinimum", &rules.exclusive_minimum),
        ("exclusiveMaximum", &rules.exclusive_maximum),
        ("multipleOf", &rules.multiple_of),
    ] {
        raw(writer, key, bound.as_deref());
    }
}

fn write_options(writer: &mut Writer<'_>, options: &Options) {
    writer.key("options");
    writer.begin_array();
    for option in &options.options {
        writer.begin_object();
        writer.key("value");
        option.value.write_to(writer);
        writer.key("label");
        writer.str(&option.label);
        optional_text(writer, "description", option.description.as_deref());
        writer.end_object();
    }
    writer.end_array();
    if let Some(rules) = &options.own_answer {
        writer.key("ownAnswer");
        writer.begin_object();
        write_text_rules(writer, rules);
        writer.end_object();
    }
}

fn write_many(writer: &mut Writer<'_>, many: &ManyOptions) {
    write_options(writer, &many.choice);
    flag(writer, "ownAnswerAlone", many.own_answer_alone);
    count(writer, "minItems", many.min_items);
    count(writer, "maxItems", many.max_items);
}
