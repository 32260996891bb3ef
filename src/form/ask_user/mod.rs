//! The tool with which a model asks the person multiple-choice questions.
//!
//! The model's arguments are read by [`AskUser::read`], which refuses what
//! cannot be shown fairly and tells the model what to mend. The questions
//! become an input request with an ordinary JSON Schema
//! ([`AskUser::request_schema`]), and its content becomes the tool's result
//! ([`AskUser::result`]).

mod answer;
mod arguments;
mod tool;

use super::content::{list, text};
use crate::json::{Value, Writer};

pub use tool::{DESCRIPTION, INPUT_SCHEMA, INSTRUCTION, NAME, Unanswered, definition_json};

/// The questions of one call: arguments that keep all rules, texts trimmed.
#[derive(Clone, Debug, PartialEq)]
pub struct AskUser {
    arguments: Value,
}

impl AskUser {
    /// The questions, at least one; each as [`INPUT_SCHEMA`] describes it.
    pub fn questions(&self) -> &[Value] {
        list(&self.arguments, "questions")
    }

    /// What the input request asks, in a line: the question if there is one,
    /// else the headers.
    pub fn message(&self) -> String {
        if let [question] = self.questions() {
            return text(question, "question").into();
        }
        let mut message = String::new();
        for question in self.questions() {
            if !message.is_empty() {
                message.push_str(", ");
            }
            message.push_str(text(question, "header"));
        }
        message
    }

    /// The input request's JSON Schema: a property per question, named by its
    /// header; for each option an alternative with `const`, and a plain string
    /// as the alternative for an answer of the person's own.
    pub fn request_schema(&self) -> String {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        writer.begin_object();
        put(&mut writer, "type", "object");
        writer.key("properties");
        writer.begin_object();
        for question in self.questions() {
            writer.key(header(question));
            write_schema(question, &mut writer);
        }
        writer.end_object();
        writer.key("required");
        writer.begin_array();
        for question in self.questions() {
            writer.str(header(question));
        }
        writer.end_array();
        writer.end_object();
        text
    }
}

fn header(question: &Value) -> &str {
    text(question, "header")
}

fn takes_several(question: &Value) -> bool {
    question.get("multi_select").and_then(Value::as_bool) == Some(true)
}

#[inline(never)]
fn put(writer: &mut Writer<'_>, key: &str, text: &str) {
    writer.key(key);
    writer.str(text);
}

fn write_schema(question: &Value, writer: &mut Writer<'_>) {
    writer.begin_object();
    put(writer, "title", header(question));
    put(writer, "description", text(question, "question"));
    let several = takes_several(question);
    if several {
        put(writer, "type", "array");
        writer.key("minItems");
        writer.integer(1);
        // An annotation for forms: an own answer takes the place of picks.
        put(writer, "x-own-answer", "alone");
        writer.key("items");
        writer.begin_object();
    }
    writer.key("anyOf");
    writer.begin_array();
    for option in list(question, "options") {
        writer.begin_object();
        put(writer, "const", text(option, "label"));
        put(writer, "title", text(option, "label"));
        let description = text(option, "description");
        if !description.is_empty() {
            put(writer, "description", description);
        }
        writer.end_object();
    }
    writer.begin_object();
    put(writer, "type", "string");
    writer.end_object();
    writer.end_array();
    if several {
        writer.end_object();
    }
    writer.end_object();
}
