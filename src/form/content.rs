//! A draft becomes the content that is sent, or errors.

use core::cmp::Ordering;

use super::decimal::Decimal;
use super::draft::{Draft, is_picked};
use super::error::{ErrorCode, FieldError, push_step};
use super::judge::{Judge, Verdict, are_same};
use super::pattern::is_space;
use super::{Form, limits};
use crate::host::Host;
use crate::json::{RawJson, Value, Writer};

impl Form {
    /// The content that the draft amounts to.
    ///
    /// Nothing is converted, rounded or added: numbers are sent as typed (whole
    /// ones in plain digits), empty fields are left out, or sent as `null`
    /// where a required field takes that.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, as far as it can be told at once: a required
    /// answer that is missing, and what is not judged here
    /// ([`ErrorCode::NotJudged`]) unless it was confirmed.
    pub fn content(&self, draft: &Draft, host: &dyn Host) -> Result<Value, Vec<FieldError>> {
        let mut writer = ContentWriter {
            draft,
            host,
            errors: Vec::new(),
        };
        let (content, _) = writer.field(&self.view);
        let mut errors = writer.errors;
        match &content {
            Some(content) => self.judge_content(content, draft, host, &mut errors),
            None if errors.is_empty() => {
                errors.push(error("", ErrorCode::Required, Value::Null));
            }
            None => {}
        }
        match content {
            Some(content) if errors.is_empty() => Ok(content),
            Some(_) | None => Err(errors),
        }
    }

    /// Judges content that was made without a draft.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, and what is not judged here.
    pub fn check_content(&self, content: &Value, host: &dyn Host) -> Result<(), Vec<FieldError>> {
        let draft = Draft::empty();
        let mut writer = ContentWriter {
            draft: &draft,
            host,
            errors: Vec::new(),
        };
        writer.check_numbers(&mut String::new(), content, 0);
        let mut errors = writer.errors;
        self.judge_content(content, &draft, host, &mut errors);
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    /// Adds what the schema finds wrong to the errors that are known.
    fn judge_content(
        &self,
        content: &Value,
        draft: &Draft,
        host: &dyn Host,
        errors: &mut Vec<FieldError>,
    ) {
        let mut judge = Judge::new(&self.schema, host);
        if judge.check(&self.schema, content) == Verdict::Valid {
            return;
        }
        let known = errors.len();
        let are_all_told = judge.errors.len() < limits::ERRORS;
        for error in judge.errors {
            // What is left out because of an error is no other error.
            let follows = errors
                .iter()
                .take(known)
                .any(|cause| is_within(&cause.path, &error.path));
            let field = text(self.field_at(&error.path), "path");
            let is_confirmed = draft
                .answers
                .get(field)
                .and_then(|answer| answer.get("unjudgedConfirmed")?.as_bool());
            let passes = error.code == ErrorCode::NotJudged
                && (error.limit.as_str() == Some("pattern") || is_confirmed == Some(true));
            if !follows && !passes {
                errors.push(error);
            }
        }
        if errors.is_empty() && !are_all_told {
            errors.push(error("", ErrorCode::NotJudged, Value::from("errors")));
        }
    }

    /// The field that shows what stands at a path of the content: the one at
    /// that path, or the nearest around it.
    pub fn field_at(&self, path: &str) -> &Value {
        let mut field = &self.view;
        'down: loop {
            for part in parts(field) {
                if is_within(path, text(part, "path")) {
                    field = part;
                    continue 'down;
                }
            }
            return field;
        }
    }
}

/// Whether a path is another or leads further down from it.
fn is_within(path: &str, outer: &str) -> bool {
    path.as_bytes()
        .strip_prefix(outer.as_bytes())
        .is_some_and(|rest| matches!(rest.first(), None | Some(b'/')))
}

/// A string of a field's description.
#[inline(never)]
pub(super) fn text<'a>(field: &'a Value, key: &str) -> &'a str {
    field.get(key).and_then(Value::as_str).unwrap_or_default()
}

#[inline(never)]
pub(super) fn list<'a>(field: &'a Value, key: &str) -> &'a [Value] {
    field.get(key).and_then(Value::as_array).unwrap_or_default()
}

/// The fields of a group.
pub(super) fn parts(field: &Value) -> &[Value] {
    list(field, "fields")
}

pub(super) fn is_blank(text: &Value) -> bool {
    text.as_str().is_none_or(|text| text.chars().all(is_space))
}

/// Whether a flag of a field's description is set.
#[inline(never)]
fn is_set(field: &Value, key: &str) -> bool {
    field.get(key).and_then(Value::as_bool) == Some(true)
}

#[inline(never)]
fn error(path: &str, code: ErrorCode, limit: Value) -> FieldError {
    FieldError {
        path: path.into(),
        code,
        limit,
    }
}

struct ContentWriter<'a> {
    draft: &'a Draft,
    host: &'a dyn Host,
    errors: Vec<FieldError>,
}

impl ContentWriter<'_> {
    #[inline(never)]
    fn fail(&mut self, path: &str, code: ErrorCode) -> Option<Value> {
        self.errors.push(error(path, code, Value::Null));
        None
    }

    /// A field's value, and whether the person has begun to answer.
    fn field(&mut self, field: &Value) -> (Option<Value>, bool) {
        let path = text(field, "path");
        let known = self.errors.len();
        let value = if field.get("fields").is_some() {
            let mut members = Vec::new();
            let mut is_begun = path.is_empty() || is_set(field, "required");
            for part in parts(field) {
                let (value, begun) = self.field(part);
                is_begun |= begun;
                members.extend(value.map(|value| (text(part, "key").into(), value)));
            }
            is_begun.then_some(Value::Object(members))
        } else {
            let answer = self.draft.answers.get(path).unwrap_or(&Value::Null);
            self.answer(field, path, answer)
        };
        match value {
            Some(value) => {
                let is_empty_list = value.as_array().is_some_and(<[Value]>::is_empty);
                (Some(value), !is_empty_list)
            }
            None if self.errors.len() > known => (None, true),
            None => (is_set(field, "nullWhenEmpty").then_some(Value::Null), false),
        }
    }

    /// The value of a field that is no group.
    fn answer(&mut self, field: &Value, path: &str, answer: &Value) -> Option<Value> {
        let typed = answer.get("text");
        let own = typed.filter(|typed| !is_blank(typed));
        match text(field, "kind") {
            "text" => {
                // A text that must be given is more than an empty one, unless
                // the schema itself proposes that.
                let is_empty = typed.is_none_or(|typed| typed.as_str() == Some(""));
                let proposes_empty = is_set(field, "required")
                    && field.get("default").and_then(Value::as_str) == Some("");
                typed.filter(|_| !is_empty || proposes_empty).cloned()
            }
            "number" => {
                let number = json_number(own?.as_str().unwrap_or_default());
                self.number(field, path, number)
            }
            "json" => {
                let Ok(json) = RawJson::parse(own?.as_str().unwrap_or_default()) else {
                    return self.fail(path, ErrorCode::NotJson);
                };
                let value = Value::from(json);
                let known = self.errors.len();
                self.check_numbers(&mut path.into(), &value, 0);
                (self.errors.len() == known).then_some(value)
            }
            "boolean" => answer.get("flag").filter(|flag| !flag.is_null()).cloned(),
            kind => {
                let mut values: Vec<Value> = Vec::new();
                for entry in list(answer, "entries") {
                    if entry.as_str() != Some("") {
                        values.push(entry.clone());
                    }
                }
                let is_choice = kind == "choice";
                if own.is_none() || !(is_choice || is_set(field, "ownAnswerAlone")) {
                    for (index, option) in list(field, "options").iter().enumerate() {
                        if is_picked(answer, index) {
                            values.extend(option.get("value").cloned());
                        }
                    }
                }
                if let Some(own) = own
                    // It may spell out an option.
                    && !values.iter().any(|value| are_same(value, own))
                {
                    values.push(own.clone());
                }
                if is_choice {
                    return values.pop();
                }
                // Nothing picked is an empty list, where one is needed and may
                // be empty.
                let takes_none = is_set(field, "required")
                    && field
                        .get("minItems")
                        .and_then(Value::as_number_text)
                        .is_none_or(|least| least == "0");
                (takes_none || !values.is_empty()).then_some(Value::Array(values))
            }
        }
    }

    fn number(&mut self, field: &Value, path: &str, number: Option<String>) -> Option<Value> {
        let Some(number) = number else {
            return self.fail(path, ErrorCode::NotANumber);
        };
        let whole = Decimal::parse(&number)
            .filter(|number| is_set(field, "integer") && number.is_integer());
        if let Some(whole) = whole {
            return match whole.to_safe_integer() {
                Some(whole) => Some(Value::integer(whole)),
                None => self.fail(path, ErrorCode::UnsafeInteger),
            };
        }
        if !self.survives(&number) {
            return self.fail(path, ErrorCode::TooPrecise);
        }
        Some(Value::Number(number.into()))
    }

    /// Whether JavaScript's numbers hold exactly this number.
    fn survives(&self, number: &str) -> bool {
        let nearest = Decimal::parse(&self.host.nearest_double(number));
        match (Decimal::parse(number), nearest) {
            (Some(exact), Some(nearest)) => exact.compare(&nearest) == Ordering::Equal,
            _ => false,
        }
    }

    /// Refuses numbers that JavaScript would change.
    fn check_numbers(&mut self, path: &mut String, value: &Value, depth: usize) {
        let above = path.len();
        match value {
            Value::Number(number) => {
                if !self.survives(number) {
                    self.fail(path, ErrorCode::TooPrecise);
                }
            }
            // Nothing that deep is judged, so nothing that deep is accepted.
            Value::Array(_) | Value::Object(_) if depth > limits::JUDGE_DEPTH => {
                self.fail(path, ErrorCode::NotJudged);
            }
            Value::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    path.push('/');
                    Writer::new(path).integer(index as i64);
                    self.check_numbers(path, element, depth + 1);
                    path.truncate(above);
                }
            }
            Value::Object(members) => {
                for (key, member) in members {
                    push_step(path, &key.to_string_lossy());
                    self.check_numbers(path, member, depth + 1);
                    path.truncate(above);
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
}

/// A number as people write it, in JSON's notation: a plus sign, zeros in front
/// and a point without digits on one side are forms of speech.
fn json_number(text: &str) -> Option<String> {
    let text = text.trim_ascii();
    let mut json = String::new();
    let unsigned = match text.strip_prefix('-') {
        Some(unsigned) => {
            json.push('-');
            unsigned
        }
        None => text.strip_prefix('+').unwrap_or(text),
    };
    if !matches!(unsigned.as_bytes().first(), Some(b'0'..=b'9' | b'.')) {
        return None;
    }
    let rest = unsigned.trim_start_matches('0');
    let had_zeros = rest.len() < unsigned.len();
    if !matches!(rest.as_bytes().first(), Some(b'1'..=b'9')) {
        json.push('0');
    }
    json.push_str(rest);
    if json.ends_with('.') && (had_zeros || rest.len() > 1) {
        json.pop();
    }
    RawJson::parse(&json).ok()?.number_text()?;
    Some(json)
}
