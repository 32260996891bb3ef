//! A draft becomes the content that is sent, or errors.

use core::cmp::Ordering;

use super::decimal::Decimal;
use super::draft::Draft;
use super::error::{ErrorCode, FieldError, push_step};
use super::judge::{Judge, Verdict, are_same};
use super::pattern::is_space;
use super::{Form, limits};
use crate::host::Host;
use crate::json::{RawJson, Value, Writer, Wtf8, write_string};

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
            json: String::new(),
            errors: Vec::new(),
        };
        writer.field(&self.view);
        let mut errors = writer.errors;
        match RawJson::parse(&writer.json) {
            Ok(content) => {
                let content = Value::from(content);
                self.judge_content(&content, draft, host, &mut errors);
                if errors.is_empty() {
                    return Ok(content);
                }
            }
            // Nothing was written.
            Err(_) if errors.is_empty() => {
                errors.push(error("", ErrorCode::Required, Value::Null));
            }
            Err(_) => {}
        }
        Err(errors)
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
            json: String::new(),
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
        for error in &judge.errors {
            // What is left out because of an error is no other error.
            let follows = errors
                .iter()
                .take(known)
                .any(|cause| is_within(&cause.path, &error.path));
            let field = text(self.field_at(&error.path), "path");
            let passes = error.code == ErrorCode::NotJudged
                && (error.limit.as_str() == Some("pattern")
                    || flag(draft.answer(field), "confirmed"));
            if !follows && !passes {
                errors.push(error.clone());
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
pub(super) fn flag(field: &Value, key: &str) -> bool {
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

/// What a field has come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Came {
    /// Nothing is sent.
    Empty,
    /// Something is sent, but nobody has begun to answer.
    Unanswered,
    /// There is an answer, or something wrong where one was begun.
    Answered,
}

struct ContentWriter<'a> {
    draft: &'a Draft,
    host: &'a dyn Host,
    json: String,
    errors: Vec<FieldError>,
}

impl ContentWriter<'_> {
    #[inline(never)]
    fn fail(&mut self, path: &str, code: ErrorCode) -> Came {
        self.errors.push(error(path, code, Value::Null));
        Came::Answered
    }

    #[inline(never)]
    fn answered(&mut self, value: &Value) -> Came {
        value.write(&mut self.json);
        Came::Answered
    }

    /// Writes a field's value, if there is one.
    fn field(&mut self, field: &Value) -> Came {
        let path = text(field, "path");
        let came = match field.get("fields") {
            Some(_) => self.group(field, path),
            None => self.leaf(field, path),
        };
        if came == Came::Empty && flag(field, "nullWhenEmpty") {
            self.json.push_str("null");
            return Came::Unanswered;
        }
        came
    }

    fn group(&mut self, field: &Value, path: &str) -> Came {
        let start = self.json.len();
        let mut is_begun = path.is_empty() || flag(field, "required");
        let mut separator = '{';
        for part in parts(field) {
            let before = self.json.len();
            self.json.push(separator);
            write_string(&mut self.json, Wtf8::from_str(text(part, "key")));
            self.json.push(':');
            let value = self.json.len();
            is_begun |= self.field(part) == Came::Answered;
            if self.json.len() == value {
                self.json.truncate(before);
            } else {
                separator = ',';
            }
        }
        if !is_begun {
            self.json.truncate(start);
            return Came::Empty;
        }
        if separator == '{' {
            self.json.push('{');
        }
        self.json.push('}');
        Came::Answered
    }

    /// A field that is no group.
    fn leaf(&mut self, field: &Value, path: &str) -> Came {
        let answer = self.draft.answer(path);
        let typed = answer.get("text").unwrap_or(&Value::Null);
        let is_blank = is_blank(typed);
        match text(field, "kind") {
            "text" => {
                // A text that must be given is more than an empty one, unless
                // the schema itself proposes that.
                let proposes_empty = flag(field, "required")
                    && field.get("default").and_then(Value::as_str) == Some("");
                match typed.as_str() {
                    Some("") if !proposes_empty => Came::Empty,
                    Some(_) => self.answered(typed),
                    None => Came::Empty,
                }
            }
            "number" if is_blank => Came::Empty,
            "number" => self.number(field, path, typed.as_str().unwrap_or_default()),
            "json" if is_blank => Came::Empty,
            "json" => match RawJson::parse(typed.as_str().unwrap_or_default()) {
                Ok(json) => {
                    let known = self.errors.len();
                    self.check_numbers(&mut path.into(), &Value::from(json), 0);
                    if self.errors.len() == known {
                        self.json.push_str(json.as_str());
                    }
                    Came::Answered
                }
                Err(_) => self.fail(path, ErrorCode::NotJson),
            },
            "boolean" => match answer.get("flag") {
                Some(flag @ Value::Bool(_)) => self.answered(flag),
                _ => Came::Empty,
            },
            kind => {
                let is_choice = kind == "choice";
                // An own answer may have to stand alone, and may spell out an
                // option.
                let mut values = list(answer, "values");
                if !is_blank && (is_choice || flag(field, "ownAnswerAlone")) {
                    values = &[];
                }
                let own = [typed];
                let own = own
                    .into_iter()
                    .filter(|own| !is_blank && !values.iter().any(|value| are_same(value, own)));
                let entries = list(answer, "entries").iter();
                let start = self.json.len();
                for value in values.iter().chain(own).chain(entries) {
                    if value.as_str() != Some("") || !values.is_empty() {
                        if !is_choice {
                            let is_first = self.json.len() == start;
                            self.json.push(if is_first { '[' } else { ',' });
                        }
                        value.write(&mut self.json);
                    }
                }
                let is_empty = self.json.len() == start;
                if is_choice {
                    return if is_empty {
                        Came::Empty
                    } else {
                        Came::Answered
                    };
                }
                // Nothing picked is an empty list, where one is needed and may
                // be empty.
                let least = field.get("minItems").and_then(Value::as_number_text);
                if is_empty {
                    if !flag(field, "required") || least.is_some_and(|least| least != "0") {
                        return Came::Empty;
                    }
                    self.json.push('[');
                }
                self.json.push(']');
                if is_empty {
                    Came::Unanswered
                } else {
                    Came::Answered
                }
            }
        }
    }

    fn number(&mut self, field: &Value, path: &str, typed: &str) -> Came {
        let Some(number) = json_number(typed) else {
            return self.fail(path, ErrorCode::NotANumber);
        };
        let exact = Decimal::parse(&number);
        let whole = exact.filter(|exact| flag(field, "integer") && exact.is_integer());
        match whole.map(|whole| whole.to_safe_integer()) {
            Some(Some(whole)) => Writer::new(&mut self.json).integer(whole),
            Some(None) => return self.fail(path, ErrorCode::UnsafeInteger),
            None if self.survives(&number) => self.json.push_str(&number),
            None => return self.fail(path, ErrorCode::TooPrecise),
        }
        Came::Answered
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
