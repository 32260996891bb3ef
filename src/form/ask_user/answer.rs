//! A person's content becomes the tool's result.

use super::{AskUser, header, takes_several};
use crate::form::content::{is_blank, list, text};
use crate::form::error::{ErrorCode, FieldError, push_step};
use crate::json::{Value, Writer, Wtf8};

impl AskUser {
    /// The tool's result as JSON text: the picked labels under each header, in
    /// the order of the questions. An own answer stands alone in its list,
    /// whatever was picked beside it.
    ///
    /// # Errors
    ///
    /// Questions without an answer, answers without a question, and answers of
    /// the wrong type, each at its header.
    pub fn result(&self, content: &Value) -> Result<String, Vec<FieldError>> {
        let mut errors = Vec::new();
        for (key, _) in content.as_object().unwrap_or_default() {
            let mut questions = self.questions().iter();
            if !questions.any(|question| key.eq_str(header(question))) {
                errors.push(error_at(&key.to_string_lossy(), ErrorCode::UnknownMember));
            }
        }
        let mut result = String::new();
        let mut writer = Writer::new(&mut result);
        writer.begin_object();
        for question in self.questions() {
            match answers(question, content.get(header(question))) {
                Ok(answers) => {
                    writer.key(header(question));
                    writer.begin_array();
                    for answer in answers {
                        writer.string(answer);
                    }
                    writer.end_array();
                }
                Err(code) => errors.push(error_at(header(question), code)),
            }
        }
        writer.end_object();
        if errors.is_empty() {
            Ok(result)
        } else {
            Err(errors)
        }
    }
}

fn error_at(header: &str, code: ErrorCode) -> FieldError {
    let mut path = String::new();
    push_step(&mut path, header);
    FieldError {
        path,
        code,
        limit: Value::Null,
    }
}

/// The answers to one question.
fn answers<'a>(question: &Value, found: Option<&'a Value>) -> Result<Vec<Wtf8<'a>>, ErrorCode> {
    let found: &[Value] = match found {
        None | Some(Value::Null) => &[],
        Some(Value::Array(values)) => values,
        Some(value) => core::slice::from_ref(value),
    };
    let mut picks: Vec<Wtf8<'a>> = Vec::new();
    let mut own: Vec<Wtf8<'a>> = Vec::new();
    for value in found {
        let answer = value.as_wtf8().ok_or(ErrorCode::WrongType)?;
        let mut options = list(question, "options").iter();
        let is_label = options.any(|option| answer.eq_str(text(option, "label")));
        let kind = if is_label { &mut picks } else { &mut own };
        if (is_label || !is_blank(value)) && !kind.contains(&answer) {
            kind.push(answer);
        }
    }
    match (picks.len(), own.len()) {
        (0, 0) => Err(ErrorCode::Required),
        (_, 2..) => Err(ErrorCode::TooManyItems),
        (_, 1) => Ok(own),
        (2.., 0) if !takes_several(question) => Err(ErrorCode::TooManyItems),
        _ => Ok(picks),
    }
}
