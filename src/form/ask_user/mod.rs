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

use crate::json::Writer;

pub use tool::{DESCRIPTION, INPUT_SCHEMA, INSTRUCTION, NAME, Unanswered, definition_json};

/// The questions of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskUser {
    /// At least one.
    pub questions: Vec<Question>,
}

/// One question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// A name for it, unlike the others of the call.
    pub header: String,
    /// What is asked.
    pub question: String,
    /// What can be picked; at least two.
    pub options: Vec<AskOption>,
    /// Whether several options may be picked.
    pub multi_select: bool,
}

/// Something that can be picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskOption {
    /// A name for it, unlike the others of the question.
    pub label: String,
    /// What it means.
    pub description: Option<String>,
}

impl AskUser {
    /// What the input request asks, in a line: the question if there is one,
    /// else the headers.
    pub fn message(&self) -> String {
        if let [question] = self.questions.as_slice() {
            return question.question.clone();
        }
        let mut text = String::new();
        for question in &self.questions {
            if !text.is_empty() {
                text.push_str(", ");
            }
            text.push_str(&question.header);
        }
        text
    }

    /// The input request's JSON Schema: a property per question, named by its
    /// header; for each option an alternative with `const`, and a plain string
    /// as the alternative for an answer of the person's own.
    pub fn request_schema(&self) -> String {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        writer.begin_object();
        writer.key("type");
        writer.str("object");
        writer.key("properties");
        writer.begin_object();
        for question in &self.questions {
            writer.key(&question.header);
            question.write_schema(&mut writer);
        }
        writer.end_object();
        writer.key("required");
        writer.begin_array();
        for question in &self.questions {
            writer.str(&question.header);
        }
        writer.end_array();
        writer.end_object();
        text
    }
}

impl Question {
    fn write_schema(&self, writer: &mut Writer<'_>) {
        writer.begin_object();
        writer.key("title");
        writer.str(&self.header);
        writer.key("description");
        writer.str(&self.question);
        if self.multi_select {
            writer.key("type");
            writer.str("array");
            writer.key("items");
            writer.begin_object();
            self.write_alternatives(writer);
            writer.end_object();
            writer.key("minItems");
            writer.integer(1);
            // An annotation for forms: an own answer takes the place of picks.
            writer.key("x-own-answer");
            writer.str("alone");
        } else {
            self.write_alternatives(writer);
        }
        writer.end_object();
    }

    fn write_alternatives(&self, writer: &mut Writer<'_>) {
        writer.key("anyOf");
        writer.begin_array();
        for option in &self.options {
            writer.begin_object();
            writer.key("const");
            writer.str(&option.label);
            writer.key("title");
            writer.str(&option.label);
            if let Some(description) = &option.description {
                writer.key("description");
                writer.str(description);
            }
            writer.end_object();
        }
        writer.begin_object();
        writer.key("type");
        writer.str("string");
        writer.end_object();
        writer.end_array();
    }
}
