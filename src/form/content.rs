//! A draft becomes the content that is sent, or errors.

use core::cmp::Ordering;

use super::decimal::Decimal;
use super::draft::{Answer, Draft, is_blank};
use super::error::{ErrorCode, FieldError, push_step};
use super::field::{Field, FieldKind, Form, ManyOptions, Options};
use super::judge::{Judge, Verdict};
use super::limits;
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
    /// Everything that is wrong, as far as it can be told at once. A required
    /// answer that is missing, and what is not judged here
    /// ([`ErrorCode::NotJudged`]) unless it was confirmed.
    pub fn content(&self, draft: &Draft, host: &dyn Host) -> Result<Value, Vec<FieldError>> {
        let mut writer = ContentWriter {
            draft,
            host,
            errors: Vec::new(),
        };
        let (content, _) = writer.field(&self.root);
        let mut errors = writer.errors;
        let Some(content) = content else {
            if errors.is_empty() {
                errors.push(error(String::new(), ErrorCode::Required, None));
            }
            return Err(errors);
        };
        self.judge_content(&content, draft, host, &mut errors);
        if errors.is_empty() {
            Ok(content)
        } else {
            Err(errors)
        }
    }

    /// Judges content that was made without a draft.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, and what is not judged here.
    pub fn check_content(&self, content: &Value, host: &dyn Host) -> Result<(), Vec<FieldError>> {
        let mut writer = ContentWriter {
            draft: &Draft::default(),
            host,
            errors: Vec::new(),
        };
        writer.check_numbers(&mut String::new(), content, 0);
        let mut errors = writer.errors;
        self.judge_content(content, &Draft::default(), host, &mut errors);
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
        if judge.judge("", &self.schema, content) == Verdict::Valid {
            return;
        }
        let known = errors.len();
        let are_all_told = judge.errors.len() < limits::ERRORS;
        for error in judge.errors {
            // What is left out because of an error is no other error.
            let follows = errors.iter().take(known).any(|cause| {
                cause
                    .path
                    .strip_prefix(error.path.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            });
            let passes = error.code == ErrorCode::NotJudged
                && (error.limit.as_deref() == Some("\"pattern\"")
                    || self.is_confirmed(draft, &error.path));
            if !follows && !passes {
                errors.push(error);
            }
        }
        if errors.is_empty() && !are_all_told {
            let limit = Some("\"errors\"".into());
            errors.push(error(String::new(), ErrorCode::NotJudged, limit));
        }
    }

    /// Whether the person confirmed what stands at a path, or around it.
    fn is_confirmed(&self, draft: &Draft, path: &str) -> bool {
        let nearest = self.nearest_field(path).path.as_str();
        draft.answer(nearest).unjudged_confirmed
    }
}

fn error(path: String, code: ErrorCode, limit: Option<String>) -> FieldError {
    FieldError { path, code, limit }
}

struct ContentWriter<'a> {
    draft: &'a Draft,
    host: &'a dyn Host,
    errors: Vec<FieldError>,
}

impl ContentWriter<'_> {
    fn fail(&mut self, field: &Field, code: ErrorCode) {
        self.errors.push(error(field.path.clone(), code, None));
    }

    /// A field's value, if it is answered, and whether anything was tried.
    fn field(&mut self, field: &Field) -> (Option<Value>, bool) {
        if let FieldKind::Group(fields) = &field.kind {
            let mut members = Vec::new();
            let mut was_tried = field.path.is_empty() || field.needs_answer();
            for field in fields {
                let (value, tried) = self.field(field);
                // What a required field sends when it is left empty starts
                // nothing.
                was_tried |= tried;
                members.extend(value.map(|value| (field.key.as_str().into(), value)));
            }
            return if was_tried {
                (Some(Value::Object(members)), true)
            } else {
                (empty(field), false)
            };
        }
        let answer = self.draft.answer(&field.path);
        let errors = self.errors.len();
        let value = match &field.kind {
            FieldKind::Text(_) => self.text(field, &answer.text),
            FieldKind::Number(rules) => self.number(field, &answer.text, rules.integer),
            FieldKind::Boolean => answer.flag.map(Value::Bool),
            FieldKind::Choice(options) => match own_answer(options, answer) {
                Some(own) => Some(own),
                None => picked(options, answer).pop(),
            },
            FieldKind::Choices(many) => choices(field, many, answer),
            FieldKind::List(_) => {
                let entries = answer.entries.iter().filter(|entry| !entry.is_empty());
                list(
                    field,
                    entries.map(|entry| Value::from(entry.as_str())).collect(),
                )
            }
            FieldKind::Json(_) => self.json(field, &answer.text),
            FieldKind::Group(_) => None,
        };
        match value {
            Some(value) => {
                let is_empty_list = value.as_array().is_some_and(<[Value]>::is_empty)
                    && !matches!(field.kind, FieldKind::Json(_));
                (Some(value), !is_empty_list)
            }
            None if self.errors.len() > errors => (None, true),
            None => (empty(field), false),
        }
    }

    fn text(&mut self, field: &Field, text: &str) -> Option<Value> {
        let proposes_nothing = field
            .default
            .as_ref()
            .is_some_and(|default| default.as_str() == Some(""));
        // A text that must be given is more than an empty one, unless the
        // schema itself proposes that.
        if text.is_empty() && !(field.needs_answer() && proposes_nothing) {
            return None;
        }
        Some(Value::from(text))
    }

    fn number(&mut self, field: &Field, text: &str, is_whole: bool) -> Option<Value> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let Some(mut number) = json_number(text) else {
            self.fail(field, ErrorCode::NotANumber);
            return None;
        };
        if let Some(whole) =
            Decimal::parse(&number).filter(|number| is_whole && number.is_integer())
        {
            if !whole.is_safe_integer() {
                self.fail(field, ErrorCode::UnsafeInteger);
                return None;
            }
            number = whole.to_integer_text();
        }
        if !self.survives(&number) {
            self.fail(field, ErrorCode::TooPrecise);
            return None;
        }
        Some(Value::Number(number.into()))
    }

    /// Whether JavaScript's numbers hold exactly this number.
    fn survives(&self, number: &str) -> bool {
        let Some(exact) = Decimal::parse(number) else {
            return false;
        };
        // Doubles tell all decimals of fifteen digits apart.
        (exact.significant_digits() <= 15 && exact.exponent().abs() < 300)
            || Decimal::parse(&self.host.nearest_double(number))
                .is_some_and(|nearest| nearest.compare(&exact) == Ordering::Equal)
    }

    fn json(&mut self, field: &Field, text: &str) -> Option<Value> {
        if is_blank(text) {
            return None;
        }
        let Ok(json) = RawJson::parse(text) else {
            self.fail(field, ErrorCode::NotJson);
            return None;
        };
        let value = Value::from(json);
        let errors = self.errors.len();
        self.check_numbers(&mut field.path.clone(), &value, 0);
        (self.errors.len() == errors).then_some(value)
    }

    /// Refuses numbers that JavaScript would change.
    fn check_numbers(&mut self, path: &mut String, value: &Value, depth: usize) {
        let above = path.len();
        match value {
            Value::Number(number) => {
                if !self.survives(number) {
                    self.errors
                        .push(error(path.clone(), ErrorCode::TooPrecise, None));
                }
            }
            Value::Array(_) | Value::Object(_) if depth >= limits::JUDGE_DEPTH => {
                let limit = Some("\"depth\"".into());
                self.errors
                    .push(error(path.clone(), ErrorCode::NotJudged, limit));
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

/// What an empty field sends.
fn empty(field: &Field) -> Option<Value> {
    (field.required && field.nullable).then_some(Value::Null)
}

fn own_answer(options: &Options, answer: &Answer) -> Option<Value> {
    (options.own_answer.is_some() && !is_blank(&answer.text))
        .then(|| Value::from(answer.text.as_str()))
}

fn picked(options: &Options, answer: &Answer) -> Vec<Value> {
    answer
        .picks
        .iter()
        .filter_map(|&index| options.options.get(index))
        .map(|option| option.value.clone())
        .collect()
}

fn choices(field: &Field, many: &ManyOptions, answer: &Answer) -> Option<Value> {
    let own = own_answer(&many.choice, answer);
    let mut values = if many.own_answer_alone && own.is_some() {
        Vec::new()
    } else {
        picked(&many.choice, answer)
    };
    // An own answer may spell out an option.
    values.extend(own.filter(|own| !values.iter().any(|value| value.as_wtf8() == own.as_wtf8())));
    list(field, values)
}

/// A list that was filled in; an empty one is an answer only where one is
/// needed and `[]` is one.
fn list(field: &Field, values: Vec<Value>) -> Option<Value> {
    let min_items = match &field.kind {
        FieldKind::Choices(many) => many.min_items,
        FieldKind::List(rules) => rules.min_items,
        FieldKind::Text(_)
        | FieldKind::Number(_)
        | FieldKind::Boolean
        | FieldKind::Choice(_)
        | FieldKind::Group(_)
        | FieldKind::Json(_) => None,
    };
    let stands = !values.is_empty() || (field.needs_answer() && min_items.unwrap_or(0) == 0);
    stands.then_some(Value::Array(values))
}

/// A number as people write it, in JSON's notation: a plus sign, zeros in front
/// and a point without digits on one side are forms of speech.
fn json_number(text: &str) -> Option<String> {
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (number, power) = match unsigned.split_once(['e', 'E']) {
        Some((number, power)) => (number, Some(power)),
        None => (unsigned, None),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let are_digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let power_digits = power.map_or("0", |power| power.strip_prefix(['+', '-']).unwrap_or(power));
    if (whole.is_empty() && fraction.is_empty())
        || !are_digits(whole)
        || !are_digits(fraction)
        || power_digits.is_empty()
        || !are_digits(power_digits)
    {
        return None;
    }
    let mut json = String::new();
    if negative {
        json.push('-');
    }
    let whole = whole.trim_start_matches('0');
    json.push_str(if whole.is_empty() { "0" } else { whole });
    if !fraction.is_empty() {
        json.push('.');
        json.push_str(fraction);
    }
    if let Some(power) = power {
        json.push('e');
        json.push_str(power);
    }
    Some(json)
}
