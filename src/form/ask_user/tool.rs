//! What the model is told.

use crate::json::{RawJson, Writer};

/// The tool's name.
pub const NAME: &str = "ask_user_question";

/// The tool's description.
pub const DESCRIPTION: &str = "Puts multiple-choice questions to the person and waits for the \
answers. Every question has a header that names it, the question itself and two to six options; an \
option has a label and, where the label does not say enough, a description. Set multi_select where \
several options can be right together. The person can always write an answer of their own, so leave \
out options such as \"Other\". The result is an object with the picked labels, or the person's own \
words, under each header; or a sentence that says that nobody answered.";

/// What a system prompt may say about when to use the tool.
pub const INSTRUCTION: &str = "When it is unclear what the person wants and nothing within your \
reach settles it, call ask_user_question rather than guess or ask in running text. Offer concrete \
options, and put all that you need to know into one call. If nobody answers, take the most sensible \
course yourself and say which one you took.";

/// The JSON Schema of the tool's arguments. Some rules cannot be said in it:
/// headers and labels must differ by more than letter case and the like, and no
/// text may hold characters that cannot be seen.
pub const INPUT_SCHEMA: &str = r#"{"type":"object","properties":{"questions":{"type":"array","minItems":1,"maxItems":10,"description":"The questions, all that belong together in one call.","items":{"type":"object","properties":{"header":{"type":"string","minLength":1,"maxLength":25,"description":"A name for the question, one line, unlike the other headers. The answer is found under it."},"question":{"type":"string","minLength":1,"maxLength":500,"description":"What to ask, in full."},"options":{"type":"array","minItems":2,"maxItems":6,"description":"What can be picked.","items":{"type":"object","properties":{"label":{"type":"string","minLength":1,"maxLength":50,"description":"The option in a few words, one line, unlike the other labels."},"description":{"anyOf":[{"type":"string","maxLength":200},{"type":"null"}],"default":null,"description":"What picking it means."}},"required":["label"],"additionalProperties":false}},"multi_select":{"type":"boolean","default":false,"description":"Whether several options may be picked."}},"required":["header","question","options"],"additionalProperties":false}}},"required":["questions"],"additionalProperties":false}"#;

/// The tool as JSON text: `{ "name", "description", "inputSchema" }`.
pub fn definition_json() -> String {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    writer.begin_object();
    writer.key("name");
    writer.str(NAME);
    writer.key("description");
    writer.str(DESCRIPTION);
    if let Ok(schema) = RawJson::parse(INPUT_SCHEMA) {
        writer.key("inputSchema");
        writer.raw(schema);
    }
    writer.end_object();
    text
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unanswered {
    /// The person refused to answer.
    Declined,
    /// The question was closed without an answer.
    Cancelled,
    /// The time to answer ran out.
    Expired,
}

impl Unanswered {
    /// The tool's result: a sentence for the model.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Declined => {
                "The person chose not to answer. Take the course that seems most sensible and tell \
                 them which one it is."
            }
            Self::Cancelled => {
                "The person closed the question without answering. Do not ask the same again unless \
                 they bring it up."
            }
            Self::Expired => {
                "Nobody answered in time. Take the course that seems most sensible and tell the \
                 person which one it is."
            }
        }
    }
}
