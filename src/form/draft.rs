//! What a person has typed and picked so far.
//!
//! The draft keeps exactly that: the text of a number, not the number. It is
//! made once, with the schema's proposals in it; what is cleared afterwards
//! stays cleared, also over a reload.

use super::content::{flag, is_blank, list, parts, text};
use super::judge::are_same;
use super::read::{object, put};
use super::{Form, limits};
use crate::json::{RawJson, Value, Wtf8Buf};

/// A half-filled form.
///
/// It holds an *answer* for every field, an object with what there is of
///
/// - `text`: of a text field, a number, a JSON field, or an own answer
/// - `picks`: indexes of the picked options, and `values`, these options' values
/// - `flag`: yes, no, or `null`
/// - `entries`: of a list
/// - `confirmed`: the person has read what cannot be judged here and wants it
///   sent
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The answers by the paths of their fields.
    answers: Value,
}

/// Why something cannot be put into a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DraftError {
    /// The form has no field at that path.
    UnknownField,
    /// The field is of a kind that takes other answers.
    WrongKind,
    /// The field has no such option.
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
        Self { answers: object() }
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
        if field.get("fields").is_some() {
            return;
        }
        let path = text(field, "path");
        put(&mut self.answers, path, object());
        let Some(default) = field.get("default") else {
            return;
        };
        let mut edit = object();
        match text(field, "kind") {
            "text" => put(&mut edit, "text", default.clone()),
            "boolean" => put(&mut edit, "flag", default.clone()),
            "list" => put(&mut edit, "entries", default.clone()),
            "choices" => put(&mut edit, "values", default.clone()),
            "choice" => put(&mut edit, "values", Value::Array(vec![default.clone()])),
            _ => put(&mut edit, "text", Value::from(default.to_json())),
        }
        // What does not fit is left out.
        let _ = self.edit(form, path, &edit);
    }

    /// The answer that stands in the field at a path; see [`Draft`].
    pub fn answer(&self, path: &str) -> &Value {
        self.answers.get(path).unwrap_or(&Value::Null)
    }

    /// Changes the answer of the field at a path by an object with some of
    ///
    /// - `text`: of a text field, a number, a JSON field, or an own answer,
    ///   which takes the place of what was picked, unless both may stand side by
    ///   side
    /// - `option`, an index, and `picked`: picks an option or takes the pick
    ///   back; in a single choice, another pick or an own answer gives way
    /// - `values`: picks options by their values, and takes a text that is none
    ///   for the own answer
    /// - `flag`: `true`, `false` or `null`
    /// - `entries`: of a list; empty ones may stand there while somebody is
    ///   typing, they are not sent
    /// - `confirmed`: the person wants the field (or, at the root, the whole)
    ///   sent although not all of it can be judged here; what is known to be
    ///   wrong is refused all the same
    ///
    /// An empty object empties the field.
    ///
    /// # Errors
    ///
    /// See [`DraftError`].
    pub fn edit(&mut self, form: &Form, path: &str, edit: &Value) -> Changed {
        let field = form.field_at(path);
        let edits = edit.as_object().ok_or(DraftError::WrongKind)?;
        if text(field, "path") != path {
            return Err(DraftError::UnknownField);
        }
        let mut answer = self.answer(path).clone();
        if edits.is_empty() || answer.as_object().is_none() {
            answer = object();
        }
        let mut changed = Ok(());
        for (part, value) in edits {
            let part = part.as_str().unwrap_or_default();
            changed = changed.and(edit_part(field, &mut answer, edit, part, value));
        }
        put(&mut self.answers, path, answer);
        changed
    }

    /// Sets the text of a field; see [`Draft::edit`].
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn set_text(&mut self, form: &Form, path: &str, typed: &str) -> Changed {
        self.edit(form, path, &members([("text", Value::from(typed))]))
    }

    /// Picks an option or takes a pick back; see [`Draft::edit`].
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn pick(&mut self, form: &Form, path: &str, option: usize, picked: bool) -> Changed {
        let option = Value::integer(i64::try_from(option).unwrap_or(i64::MAX));
        let edit = members([("option", option), ("picked", Value::Bool(picked))]);
        self.edit(form, path, &edit)
    }

    /// Answers yes or no, or takes the answer back.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn set_flag(&mut self, form: &Form, path: &str, flag: Option<bool>) -> Changed {
        let flag = flag.map_or(Value::Null, Value::Bool);
        self.edit(form, path, &members([("flag", flag)]))
    }

    /// Sets the entries of a list.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn set_entries(&mut self, form: &Form, path: &str, entries: &[&str]) -> Changed {
        let entries = entries.iter().map(|&entry| Value::from(entry)).collect();
        let edit = members([("entries", Value::Array(entries))]);
        self.edit(form, path, &edit)
    }

    /// Empties a field.
    ///
    /// # Errors
    ///
    /// [`DraftError::UnknownField`].
    pub fn clear(&mut self, form: &Form, path: &str) -> Changed {
        self.edit(form, path, &object())
    }

    /// Notes that the person wants a field sent although not all of it can be
    /// judged here; see [`Draft::edit`].
    ///
    /// # Errors
    ///
    /// [`DraftError::UnknownField`].
    pub fn confirm_unjudged(&mut self, form: &Form, path: &str, confirmed: bool) -> Changed {
        let edit = members([("confirmed", Value::Bool(confirmed))]);
        self.edit(form, path, &edit)
    }

    /// The draft as JSON text, for showing and for storing: an object with the
    /// answers by the paths of their fields.
    pub fn to_json(&self) -> String {
        self.answers.to_json()
    }

    /// Reads a draft that [`Draft::to_json`] wrote, for the same form or one
    /// that has changed since. Fields that it does not mention get the schema's
    /// proposals; options are found by their values; what was confirmed has to
    /// be confirmed again. Gives the draft and the paths of what no longer fits.
    pub fn restore(form: &Form, json: RawJson<'_>) -> (Self, Vec<String>) {
        let mut draft = Self::new(form);
        let mut lost = Vec::new();
        let stored = Value::from(json);
        if stored.as_object().is_none() {
            lost.push(String::new());
        }
        for (path, answer) in stored.as_object().unwrap_or_default() {
            let path = path.to_string_lossy();
            let mut fits = draft.edit(form, &path, &object());
            for (part, value) in answer.as_object().unwrap_or_default() {
                if !part.eq_str("picks") && !part.eq_str("confirmed") {
                    let mut edit = object();
                    edit.set(part.clone(), value.clone());
                    fits = fits.and(draft.edit(form, &path, &edit));
                }
            }
            if fits.is_err() || answer.as_object().is_none() {
                lost.push(path.into_owned());
            }
        }
        (draft, lost)
    }
}

fn members<const N: usize>(members: [(&str, Value); N]) -> Value {
    let members = members.into_iter();
    Value::Object(
        members
            .map(|(key, value)| (Wtf8Buf::from(key), value))
            .collect(),
    )
}

/// Changes a part of an answer, or leaves it as it is.
fn edit_part(
    field: &Value,
    answer: &mut Value,
    edit: &Value,
    part: &str,
    value: &Value,
) -> Changed {
    let kind = text(field, "kind");
    let has_own = field.get("ownAnswer").is_some();
    match (part, value) {
        ("text", Value::String(typed)) if has_own || matches!(kind, "text" | "number" | "json") => {
            if typed.len() > limits::ANSWER_BYTES {
                return Err(DraftError::TooLong);
            }
            if is_alone(field) && !is_blank(value) {
                set_picks(field, answer, &|_| false);
            }
            put(answer, "text", value.clone());
        }
        ("option", Value::Number(_)) if field.get("options").is_some() => {
            let picked = flag(edit, "picked");
            let options = list(field, "options");
            let mut wanted = usize::MAX;
            for index in 0..options.len() {
                if are_same(&Value::integer(index as i64), value) {
                    wanted = index;
                }
            }
            if wanted == usize::MAX {
                return Err(DraftError::UnknownOption);
            }
            let gives_way = kind == "choice" && picked;
            let before = answer.clone();
            set_picks(field, answer, &|index| {
                if index == wanted {
                    picked
                } else {
                    !gives_way && is_picked(&before, index)
                }
            });
            if picked && is_alone(field) && has_own {
                put(answer, "text", Value::from(""));
            }
        }
        ("values", Value::Array(values)) if field.get("options").is_some() => {
            set_picks(field, answer, &|index| {
                let option = list(field, "options").get(index);
                let option = option.and_then(|option| option.get("value"));
                values
                    .iter()
                    .any(|value| option.is_some_and(|option| are_same(option, value)))
            });
            let picks = list(answer, "values").len();
            for value in values {
                let is_pick = list(answer, "values")
                    .iter()
                    .any(|pick| are_same(pick, value));
                if !is_pick {
                    if !has_own || value.as_wtf8().is_none() {
                        return Err(DraftError::UnknownOption);
                    }
                    put(answer, "text", value.clone());
                }
            }
            // What has become a single choice keeps none of several picks.
            if kind == "choice" && picks > 1 {
                set_picks(field, answer, &|_| false);
                return Err(DraftError::WrongKind);
            }
        }
        ("flag", Value::Bool(_) | Value::Null) if kind == "boolean" => {
            put(answer, "flag", value.clone());
        }
        ("entries", Value::Array(entries)) if kind == "list" => {
            let mut bytes = 0;
            for entry in entries {
                bytes += entry
                    .as_wtf8()
                    .ok_or(DraftError::WrongKind)?
                    .as_bytes()
                    .len();
            }
            if bytes > limits::ANSWER_BYTES || entries.len() > limits::LIST_ENTRIES {
                return Err(DraftError::TooLong);
            }
            put(answer, "entries", value.clone());
        }
        ("confirmed", Value::Bool(_)) => answer.set("confirmed", value.clone()),
        // Read together with `option`.
        ("picked", _) => {}
        _ => return Err(DraftError::WrongKind),
    }
    Ok(())
}

/// Whether an own answer and picks exclude each other.
fn is_alone(field: &Value) -> bool {
    text(field, "kind") == "choice" || flag(field, "ownAnswerAlone")
}

fn set_picks(field: &Value, answer: &mut Value, is_picked: &dyn Fn(usize) -> bool) {
    let (mut picks, mut values) = (Vec::new(), Vec::new());
    for (index, option) in list(field, "options").iter().enumerate() {
        if is_picked(index) {
            picks.push(Value::integer(index as i64));
            values.extend(option.get("value").cloned());
        }
    }
    put(answer, "picks", Value::Array(picks));
    put(answer, "values", Value::Array(values));
}

/// Whether the option with an index is picked.
fn is_picked(answer: &Value, index: usize) -> bool {
    let index = Value::integer(index as i64);
    list(answer, "picks")
        .iter()
        .any(|pick| are_same(pick, &index))
}
