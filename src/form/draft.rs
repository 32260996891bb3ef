//! What a person has typed and picked so far.
//!
//! The draft keeps exactly that: the text of a number, not the number. It is
//! made once, with the schema's proposals in it; what is cleared afterwards
//! stays cleared, also over a reload.

use super::field::{Field, FieldKind, Form, Options};
use super::judge::Judge;
use super::limits;
use crate::host::Host;
use crate::json::{RawJson, Value, Writer};

/// A half-filled form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// By path; fields without an entry are empty.
    answers: Vec<(String, Answer)>,
}

/// What stands in one field. Which parts are used depends on its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The text of a text field, a number, a JSON field, or an own answer.
    pub text: String,
    /// Indexes of the picked options, in the options' order.
    pub picks: Vec<usize>,
    /// Yes, no, or not answered.
    pub flag: Option<bool>,
    /// The entries of a list.
    pub entries: Vec<String>,
    /// The person has read what cannot be judged here and wants it sent.
    pub unjudged_confirmed: bool,
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

static EMPTY: Answer = Answer {
    text: String::new(),
    picks: Vec::new(),
    flag: None,
    entries: Vec::new(),
    unjudged_confirmed: false,
};

impl Draft {
    /// A new draft, with the schema's proposals.
    pub fn new(form: &Form, host: &dyn Host) -> Self {
        let mut draft = Self::default();
        let mut judge = Judge::new(&form.schema, host);
        draft.propose(&form.root, &mut judge);
        draft
    }

    fn propose(&mut self, field: &Field, judge: &mut Judge<'_>) {
        if let FieldKind::Group(fields) = &field.kind {
            for field in fields {
                self.propose(field, judge);
            }
        } else if let Some(default) = &field.default {
            let answer = answer_from(field, default, judge);
            self.answers.push((field.path.clone(), answer));
        }
    }

    /// What stands in the field at a path.
    pub fn answer(&self, path: &str) -> &Answer {
        self.answers
            .iter()
            .find_map(|(known, answer)| (known == path).then_some(answer))
            .unwrap_or(&EMPTY)
    }

    fn answer_mut(&mut self, path: &str) -> Option<&mut Answer> {
        let index = match self.answers.iter().position(|(known, _)| known == path) {
            Some(index) => index,
            None => {
                self.answers.push((path.into(), Answer::default()));
                self.answers.len() - 1
            }
        };
        self.answers.get_mut(index).map(|(_, answer)| answer)
    }

    fn change(
        &mut self,
        form: &Form,
        path: &str,
        change: &dyn Fn(&Field, &mut Answer) -> Result<(), DraftError>,
    ) -> Result<(), DraftError> {
        let field = form.field(path).ok_or(DraftError::UnknownField)?;
        let mut answer = self.answer(path).clone();
        change(field, &mut answer)?;
        if let Some(place) = self.answer_mut(path) {
            *place = answer;
        }
        Ok(())
    }

    /// Sets the text of a text field, a number or a JSON field, or the own
    /// answer of a choice, which takes the place of what was picked there
    /// unless both may stand side by side.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn set_text(&mut self, form: &Form, path: &str, text: &str) -> Result<(), DraftError> {
        self.change(form, path, &|field, answer| {
            if text.len() > limits::ANSWER_BYTES {
                return Err(DraftError::TooLong);
            }
            let options = match &field.kind {
                FieldKind::Text(_) | FieldKind::Number(_) | FieldKind::Json(_) => None,
                FieldKind::Choice(options) => Some((options, true)),
                FieldKind::Choices(many) => Some((&many.choice, many.own_answer_alone)),
                FieldKind::Boolean | FieldKind::List(_) | FieldKind::Group(_) => {
                    return Err(DraftError::WrongKind);
                }
            };
            if let Some((options, is_alone)) = options {
                if options.own_answer.is_none() {
                    return Err(DraftError::WrongKind);
                }
                if is_alone && !is_blank(text) {
                    answer.picks.clear();
                }
            }
            answer.text = text.into();
            Ok(())
        })
    }

    /// Picks an option or takes a pick back. In a single choice, another pick
    /// or an own answer gives way.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn pick(
        &mut self,
        form: &Form,
        path: &str,
        option: usize,
        picked: bool,
    ) -> Result<(), DraftError> {
        self.change(form, path, &|field, answer| {
            let (options, is_single, is_alone) = match &field.kind {
                FieldKind::Choice(options) => (options, true, true),
                FieldKind::Choices(many) => (&many.choice, false, many.own_answer_alone),
                FieldKind::Text(_)
                | FieldKind::Number(_)
                | FieldKind::Boolean
                | FieldKind::List(_)
                | FieldKind::Group(_)
                | FieldKind::Json(_) => return Err(DraftError::WrongKind),
            };
            if option >= options.options.len() {
                return Err(DraftError::UnknownOption);
            }
            if is_single && picked {
                answer.picks.clear();
            } else {
                answer.picks.retain(|&other| other != option);
            }
            if picked {
                pick(&mut answer.picks, option);
                if is_alone {
                    answer.text.clear();
                }
            }
            Ok(())
        })
    }

    /// Answers yes or no, or takes the answer back.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn set_flag(
        &mut self,
        form: &Form,
        path: &str,
        flag: Option<bool>,
    ) -> Result<(), DraftError> {
        self.change(form, path, &|field, answer| {
            if !matches!(field.kind, FieldKind::Boolean) {
                return Err(DraftError::WrongKind);
            }
            answer.flag = flag;
            Ok(())
        })
    }

    /// Sets the entries of a list. Empty ones may stand there while somebody
    /// is typing; they are not sent.
    ///
    /// # Errors
    ///
    /// See [`DraftError`]; nothing is changed then.
    pub fn set_entries(
        &mut self,
        form: &Form,
        path: &str,
        entries: &[&str],
    ) -> Result<(), DraftError> {
        self.change(form, path, &|field, answer| {
            if !matches!(field.kind, FieldKind::List(_)) {
                return Err(DraftError::WrongKind);
            }
            let bytes: usize = entries.iter().map(|entry| entry.len()).sum();
            if bytes > limits::ANSWER_BYTES || entries.len() > limits::LIST_ENTRIES {
                return Err(DraftError::TooLong);
            }
            answer.entries = entries.iter().map(|&entry| entry.into()).collect();
            Ok(())
        })
    }

    /// Empties a field.
    ///
    /// # Errors
    ///
    /// [`DraftError::UnknownField`].
    pub fn clear(&mut self, form: &Form, path: &str) -> Result<(), DraftError> {
        self.change(form, path, &|_, answer| {
            *answer = Answer::default();
            Ok(())
        })
    }

    /// Notes that the person wants a field (or, at the root, the whole answer)
    /// sent although not all of it can be judged here. What is known to be
    /// wrong is refused all the same.
    ///
    /// # Errors
    ///
    /// [`DraftError::UnknownField`].
    pub fn confirm_unjudged(
        &mut self,
        form: &Form,
        path: &str,
        confirmed: bool,
    ) -> Result<(), DraftError> {
        self.change(form, path, &|_, answer| {
            answer.unjudged_confirmed = confirmed;
            Ok(())
        })
    }

    /// The draft as JSON text, for storing: an object with a member per field,
    /// keyed by path, so that a field that was emptied is told apart from one
    /// that is new. A member holds what there is of `text`, `picks` (values of
    /// options, which outlive a change of their order), `flag` and `entries`.
    /// What [`Draft::confirm_unjudged`] noted is left out: the schema may be
    /// another when the draft is read again.
    pub fn to_json(&self, form: &Form) -> String {
        self.write(form, true)
    }

    /// The draft as JSON text, for showing: as [`Draft::to_json`], but `picks`
    /// holds indexes of options, and `unjudgedConfirmed` is there when true.
    pub fn view_json(&self, form: &Form) -> String {
        self.write(form, false)
    }

    fn write(&self, form: &Form, for_storing: bool) -> String {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        writer.begin_object();
        self.write_field(&form.root, for_storing, &mut writer);
        writer.end_object();
        text
    }

    fn write_field(&self, field: &Field, for_storing: bool, writer: &mut Writer<'_>) {
        let answer = self.answer(&field.path);
        if let FieldKind::Group(fields) = &field.kind {
            if answer.unjudged_confirmed && !for_storing {
                writer.key(&field.path);
                write_answer(answer, None, false, writer);
            }
            for field in fields {
                self.write_field(field, for_storing, writer);
            }
        } else {
            writer.key(&field.path);
            write_answer(answer, options_of(field), for_storing, writer);
        }
    }

    /// Reads a draft that [`Draft::to_json`] wrote, for the same form or one
    /// that has changed since. Fields that it does not mention get the schema's
    /// proposals. Gives the draft and the paths of what no longer fits.
    pub fn restore(form: &Form, json: RawJson<'_>, host: &dyn Host) -> (Self, Vec<String>) {
        let mut draft = Self::new(form, host);
        let mut lost = Vec::new();
        let mut judge = Judge::new(&form.schema, host);
        let stored = Value::from(json);
        for (path, stored) in stored.as_object().unwrap_or_default() {
            let path = path.to_string_lossy().into_owned();
            match form.field(&path) {
                Some(field) => {
                    let (answer, is_whole) = read_answer(field, stored, &mut judge);
                    if let Some(place) = draft.answer_mut(&path) {
                        *place = answer;
                    }
                    if !is_whole {
                        lost.push(path);
                    }
                }
                None => lost.push(path),
            }
        }
        if stored.as_object().is_none() {
            lost.push(String::new());
        }
        (draft, lost)
    }
}

/// Whether an own answer says nothing.
pub(crate) fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

fn options_of(field: &Field) -> Option<&Options> {
    match &field.kind {
        FieldKind::Choice(options) => Some(options),
        FieldKind::Choices(many) => Some(&many.choice),
        FieldKind::Text(_)
        | FieldKind::Number(_)
        | FieldKind::Boolean
        | FieldKind::List(_)
        | FieldKind::Group(_)
        | FieldKind::Json(_) => None,
    }
}

/// The index of the option with a value.
fn option_with(options: Option<&Options>, value: &Value, judge: &mut Judge<'_>) -> Option<usize> {
    options?
        .options
        .iter()
        .position(|option| judge.same(&option.value, value, 0) == Some(true))
}

/// A proposed value as if somebody had typed it.
fn answer_from(field: &Field, value: &Value, judge: &mut Judge<'_>) -> Answer {
    let mut answer = Answer::default();
    let choice = options_of(field);
    match (&field.kind, value) {
        (FieldKind::Json(_), _) => answer.text = value.to_json(),
        (FieldKind::Boolean, Value::Bool(flag)) => answer.flag = Some(*flag),
        (FieldKind::Number(_), Value::Number(text)) => answer.text = text.as_ref().into(),
        (FieldKind::Text(_), Value::String(text)) => answer.text = text.to_string_lossy().into(),
        (FieldKind::List(_), Value::Array(entries)) => {
            answer.entries = entries
                .iter()
                .filter_map(Value::as_str)
                .map(String::from)
                .collect();
        }
        (FieldKind::Choices(_), Value::Array(values)) => {
            for value in values {
                match option_with(choice, value, judge) {
                    Some(option) => pick(&mut answer.picks, option),
                    None => answer.text = value.as_str().unwrap_or_default().into(),
                }
            }
        }
        (FieldKind::Choice(_), _) => match option_with(choice, value, judge) {
            Some(option) => pick(&mut answer.picks, option),
            None => answer.text = value.as_str().unwrap_or_default().into(),
        },
        (
            FieldKind::Text(_)
            | FieldKind::Number(_)
            | FieldKind::Boolean
            | FieldKind::Choices(_)
            | FieldKind::List(_)
            | FieldKind::Group(_),
            _,
        ) => {}
    }
    answer
}

/// Notes a pick, once, in the options' order.
fn pick(picks: &mut Vec<usize>, option: usize) {
    if let Err(place) = picks.binary_search(&option) {
        picks.insert(place, option);
    }
}

fn write_answer(
    answer: &Answer,
    options: Option<&Options>,
    for_storing: bool,
    writer: &mut Writer<'_>,
) {
    writer.begin_object();
    if !answer.text.is_empty() {
        writer.key("text");
        writer.str(&answer.text);
    }
    if !answer.picks.is_empty() {
        writer.key("picks");
        writer.begin_array();
        for &index in &answer.picks {
            match options.and_then(|options| options.options.get(index)) {
                Some(option) if for_storing => option.value.write_to(writer),
                Some(_) | None => writer.integer(index as i64),
            }
        }
        writer.end_array();
    }
    if let Some(flag) = answer.flag {
        writer.key("flag");
        writer.bool(flag);
    }
    if !answer.entries.is_empty() {
        writer.key("entries");
        writer.begin_array();
        for entry in &answer.entries {
            writer.str(entry);
        }
        writer.end_array();
    }
    if answer.unjudged_confirmed && !for_storing {
        writer.key("unjudgedConfirmed");
        writer.bool(true);
    }
    writer.end_object();
}

/// Reads what [`write_answer`] wrote; tells whether all of it still fits.
fn read_answer(field: &Field, stored: &Value, judge: &mut Judge<'_>) -> (Answer, bool) {
    let mut answer = Answer::default();
    let mut is_whole = stored.as_object().is_some();
    for (part, value) in stored.as_object().unwrap_or_default() {
        let options = options_of(field);
        let takes_text = match &field.kind {
            FieldKind::Text(_) | FieldKind::Number(_) | FieldKind::Json(_) => true,
            FieldKind::Choice(_) | FieldKind::Choices(_) => {
                options.is_some_and(|options| options.own_answer.is_some())
            }
            FieldKind::Boolean | FieldKind::List(_) | FieldKind::Group(_) => false,
        };
        match (part.as_str().unwrap_or_default(), value) {
            ("text", Value::String(text)) if takes_text => {
                answer.text = text.to_string_lossy().into();
            }
            ("picks", Value::Array(values)) if options.is_some() => {
                for value in values {
                    match option_with(options, value, judge) {
                        Some(option) => pick(&mut answer.picks, option),
                        None => is_whole = false,
                    }
                }
            }
            ("flag", Value::Bool(flag)) if matches!(field.kind, FieldKind::Boolean) => {
                answer.flag = Some(*flag);
            }
            ("entries", Value::Array(entries)) if matches!(field.kind, FieldKind::List(_)) => {
                for entry in entries.iter().take(limits::LIST_ENTRIES) {
                    answer.entries.extend(entry.as_str().map(String::from));
                }
            }
            _ => is_whole = false,
        }
    }
    // A choice that has become a single one keeps none of several picks.
    if matches!(field.kind, FieldKind::Choice(_)) && answer.picks.len() > 1 {
        answer.picks.clear();
        is_whole = false;
    }
    (answer, is_whole)
}
