//! What a person has typed and picked so far.
//!
//! The draft keeps exactly that: the text of a number, not the number. It is
//! made once, with the schema's proposals in it; what is cleared afterwards
//! stays cleared, also over a reload.

use super::content::{is_blank, list, parts, text};
use super::judge::are_same;
use super::{Form, limits};
use crate::json::{RawJson, Value};

/// A half-filled form.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// An answer by the path of its field.
    pub(super) answers: Value,
}

/// Why something cannot be put into a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DraftError {
    /// The form has no field at that path.
    UnknownField,
    /// The field is of a kind that takes other answers.
    WrongKind,
    /// The field has no option with that index.
    UnknownOption,
    /// Longer than [`limits::ANSWER_BYTES`], or more entries than
    /// [`limits::LIST_ENTRIES`].
    TooLong,
}

impl DraftError {
    /// The reason as JavaScript sees it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnknownField => "unknown_field",
            Self::WrongKind => "wrong_kind",
            Self::UnknownOption => "unknown_option",
            Self::TooLong => "too_long",
        }
    }
}

type Changed = Result<(), DraftError>;

impl Draft {
    /// A draft in which every field is empty.
    pub fn empty() -> Self {
        Self {
            answers: Value::Object(Vec::new()),
        }
    }

    /// A new draft, with the schema's proposals.
    pub fn new(form: &Form) -> Self {
        let mut draft = Self::empty();
        draft.propose(form, &form.view);
        draft
    }

    fn propose(&mut self, form: &Form, field: &Value) {
        for part in parts(field) {
            self.propose(form, part);
        }
        if let Some(default) = field.get("default") {
            let path = text(field, "path");
            let json;
            let typed = match (default, text(field, "kind")) {
                (Value::String(_), "text") => default,
                (_, "number" | "json") => {
                    json = Value::from(default.to_json());
                    &json
                }
                (_, "text") => return,
                _ => default,
            };
            self.put_value(form, path, field, typed);
        }
    }

    /// Answers a field with a value that fits its kind, or with as much of it
    /// as does; tells whether all of it did.
    fn put_value(&mut self, form: &Form, path: &str, field: &Value, value: &Value) -> bool {
        let kind = text(field, "kind");
        match value {
            Value::Bool(flag) if kind == "boolean" => {
                return self.set_flag(form, path, Some(*flag)).is_ok();
            }
            Value::Array(values) if kind == "list" => {
                let entries: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
                let fits = self.set_entries(form, path, &entries).is_ok();
                return fits && entries.len() == values.len();
            }
            Value::Array(values) if kind == "choices" => {
                let mut fits = true;
                for value in values {
                    fits &= self.put_value(form, path, field, value);
                }
                return fits;
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => {}
        }
        match (option_with(field, value), value.as_str()) {
            (Some(option), _) => self.pick(form, path, option, true).is_ok(),
            (None, Some(text)) => self.set_text(form, path, text).is_ok(),
            (None, None) => false,
        }
    }

    /// The answer to change, and its field.
    fn change<'a, 'f>(
        &'a mut self,
        form: &'f Form,
        path: &str,
    ) -> Result<(&'a mut Value, &'f Value), DraftError> {
        let field = form.field_at(path);
        if text(field, "path") != path {
            return Err(DraftError::UnknownField);
        }
        if self.answers.get(path).is_none() {
            self.answers.set(path, Value::Object(Vec::new()));
        }
        match self.answers.get_mut(path) {
            Some(answer) => Ok((answer, field)),
            None => Err(DraftError::UnknownField),
        }
    }

    /// Sets the text of a text field, a number or a JSON field, or the own
    /// answer of a choice, which takes the place of what was picked there
    /// unless both may stand side by side.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn set_text(&mut self, form: &Form, path: &str, typed: &str) -> Changed {
        let (answer, field) = self.change(form, path)?;
        let is_choice = field.get("ownAnswer").is_some();
        if !is_choice && !matches!(text(field, "kind"), "text" | "number" | "json") {
            return Err(DraftError::WrongKind);
        }
        if typed.len() > limits::ANSWER_BYTES {
            return Err(DraftError::TooLong);
        }
        let typed = Value::from(typed);
        if is_choice && is_alone(field) && !is_blank(&typed) {
            answer.set("picks", Value::Array(Vec::new()));
        }
        answer.set("text", typed);
        Ok(())
    }

    /// Picks an option or takes a pick back. In a single choice, another pick
    /// or an own answer gives way.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn pick(&mut self, form: &Form, path: &str, option: usize, picked: bool) -> Changed {
        let (answer, field) = self.change(form, path)?;
        let options = list(field, "options");
        if field.get("options").is_none() {
            return Err(DraftError::WrongKind);
        }
        if option >= options.len() {
            return Err(DraftError::UnknownOption);
        }
        let is_single = text(field, "kind") == "choice";
        let mut picks = Vec::new();
        for index in 0..options.len() {
            let stays = if index == option {
                picked
            } else {
                is_picked(answer, index) && !(is_single && picked)
            };
            if stays {
                picks.push(Value::integer(index as i64));
            }
        }
        answer.set("picks", Value::Array(picks));
        if picked && is_alone(field) && answer.get("text").is_some() {
            answer.set("text", Value::from(""));
        }
        Ok(())
    }

    /// Answers yes or no, or takes the answer back.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn set_flag(&mut self, form: &Form, path: &str, flag: Option<bool>) -> Changed {
        let (answer, field) = self.change(form, path)?;
        if text(field, "kind") != "boolean" {
            return Err(DraftError::WrongKind);
        }
        answer.set("flag", flag.map_or(Value::Null, Value::Bool));
        Ok(())
    }

    /// Sets the entries of a list. Empty ones may stand there while somebody
    /// is typing; they are not sent.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn set_entries(&mut self, form: &Form, path: &str, entries: &[&str]) -> Changed {
        let (answer, field) = self.change(form, path)?;
        if text(field, "kind") != "list" {
            return Err(DraftError::WrongKind);
        }
        let mut bytes = 0;
        let mut values = Vec::new();
        for &entry in entries {
            bytes += entry.len();
            values.push(Value::from(entry));
        }
        if bytes > limits::ANSWER_BYTES || entries.len() > limits::LIST_ENTRIES {
            return Err(DraftError::TooLong);
        }
        answer.set("entries", Value::Array(values));
        Ok(())
    }

    /// Empties a field.
    ///
    /// # Errors
    ///
    /// [`DraftError::UnknownField`].
    pub fn clear(&mut self, form: &Form, path: &str) -> Changed {
        *self.change(form, path)?.0 = Value::Object(Vec::new());
        Ok(())
    }

    /// Notes that the person wants a field (or, at the root, the whole answer)
    /// sent although not all of it can be judged here. What is known to be
    /// wrong is refused all the same.
    ///
    /// # Errors
    ///
    /// [`DraftError::UnknownField`].
    pub fn confirm_unjudged(&mut self, form: &Form, path: &str, confirmed: bool) -> Changed {
        let answer = self.change(form, path)?.0;
        answer.set("unjudgedConfirmed", Value::Bool(confirmed));
        Ok(())
    }

    /// The draft as JSON text, for showing: an object with a member per field,
    /// keyed by path, which holds what there is of `text`, `picks` (indexes of
    /// options, in their order), `flag`, `entries` and `unjudgedConfirmed`.
    pub fn view_json(&self, form: &Form) -> String {
        self.described(form, false)
    }

    /// The draft as JSON text, for storing: as [`Draft::view_json`], but `picks`
    /// holds the options' values, which outlive a change of their order. What
    /// [`Draft::confirm_unjudged`] noted is left out: the schema may be another
    /// when the draft is read again.
    pub fn to_json(&self, form: &Form) -> String {
        self.described(form, true)
    }

    fn described(&self, form: &Form, for_storing: bool) -> String {
        let mut described = Value::Object(Vec::new());
        self.describe(&form.view, for_storing, &mut described);
        described.to_json()
    }

    fn describe(&self, field: &Value, for_storing: bool, described: &mut Value) {
        for part in parts(field) {
            self.describe(part, for_storing, described);
        }
        let path = text(field, "path");
        let mut answer = Value::Object(Vec::new());
        if let Some(Value::Object(known)) = self.answers.get(path) {
            for (part, value) in known {
                let value = if for_storing && part.eq_str("picks") {
                    let mut values = Vec::new();
                    for (index, option) in list(field, "options").iter().enumerate() {
                        if is_picked(self.answers.get(path).unwrap_or(&Value::Null), index) {
                            values.extend(option.get("value").cloned());
                        }
                    }
                    Value::Array(values)
                } else {
                    value.clone()
                };
                if !(for_storing && part.eq_str("unjudgedConfirmed")) {
                    answer.set(part.clone(), value);
                }
            }
        } else if field.get("fields").is_some() {
            return;
        }
        described.set(path, answer);
    }

    /// Reads a draft that [`Draft::to_json`] wrote, for the same form or one
    /// that has changed since. Fields that it does not mention get the schema's
    /// proposals. Gives the draft and the paths of what no longer fits.
    pub fn restore(form: &Form, json: RawJson<'_>) -> (Self, Vec<String>) {
        let mut draft = Self::new(form);
        let mut lost = Vec::new();
        let stored = Value::from(json);
        if stored.as_object().is_none() {
            lost.push(String::new());
        }
        for (path, stored) in stored.as_object().unwrap_or_default() {
            let path = path.to_string_lossy();
            let field = form.field_at(&path);
            let mut fits = stored.as_object().is_some() && draft.clear(form, &path).is_ok();
            for (part, value) in stored.as_object().unwrap_or_default() {
                fits &= match (part.as_str().unwrap_or_default(), value) {
                    ("text", Value::String(typed)) => draft
                        .set_text(form, &path, &typed.to_string_lossy())
                        .is_ok(),
                    ("picks", Value::Array(values)) => {
                        let mut all = true;
                        for value in values {
                            all &= option_with(field, value).is_some_and(|option| {
                                draft.pick(form, &path, option, true).is_ok()
                            });
                        }
                        all
                    }
                    ("flag", Value::Bool(flag)) => draft.set_flag(form, &path, Some(*flag)).is_ok(),
                    ("flag", Value::Null) => true,
                    ("entries", Value::Array(_)) => draft.put_value(form, &path, field, value),
                    _ => false,
                };
            }
            if !fits {
                lost.push(path.into_owned());
            }
        }
        (draft, lost)
    }
}

/// Whether an own answer and picks exclude each other.
fn is_alone(field: &Value) -> bool {
    text(field, "kind") == "choice" || field.get("ownAnswerAlone").is_some()
}

/// The index of the option with a value.
fn option_with(field: &Value, value: &Value) -> Option<usize> {
    list(field, "options").iter().position(|option| {
        option
            .get("value")
            .is_some_and(|option| are_same(option, value))
    })
}

/// Whether the option with an index is picked.
pub(super) fn is_picked(answer: &Value, index: usize) -> bool {
    let index = Value::integer(index as i64);
    list(answer, "picks")
        .iter()
        .any(|pick| are_same(pick, &index))
}
