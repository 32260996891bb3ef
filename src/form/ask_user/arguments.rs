//! The model's arguments, read with all their rules.

use super::{AskUser, INPUT_SCHEMA, NAME};
use crate::form::content::{list, text};
use crate::form::judge::Judge;
use crate::form::limits;
use crate::form::pattern::is_space;
use crate::host::Host;
use crate::json::{RawJson, Value, Writer};

/// Characters that change what a person reads without being seen: control and
/// format characters (so also the marks that turn text around, zero-width
/// spaces and joiners), separators of lines and paragraphs, and letters that
/// are blank.
macro_rules! hidden {
    () => {
        r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]"
    };
}

impl AskUser {
    /// Reads the arguments of a call.
    ///
    /// Texts are trimmed; lengths count code points.
    ///
    /// # Errors
    ///
    /// A text for the model that names everything that must be mended. Nothing
    /// is to be shown to the person then.
    pub fn read(arguments: RawJson<'_>, host: &dyn Host) -> Result<Self, String> {
        let mut arguments = Value::from(arguments);
        tidy(&mut arguments);
        let mut reader = Reader {
            host,
            problems: String::new(),
            count: 0,
        };
        if let Ok(schema) = RawJson::parse(INPUT_SCHEMA) {
            let schema = Value::from(schema);
            let mut judge = Judge::new(&schema, host);
            judge.check(&schema, &arguments);
            for error in &judge.errors {
                reader.problem(&error.path, error.code.as_str(), &error.limit);
            }
        }
        reader.questions(&arguments);
        if reader.count == 0 {
            return Ok(Self { arguments });
        }
        let mut text = String::from(NAME);
        text.push_str(
            " was not shown to the person because its arguments break rules. Mend these and call \
             it again:",
        );
        text.push_str(&reader.problems);
        Err(text)
    }
}

/// Trims all texts, and takes literals that a model wrote as text for what they
/// are.
fn tidy(value: &mut Value) {
    match value {
        Value::String(found) => {
            if let Some(text) = found.as_str() {
                let trimmed = text.trim_matches(is_space);
                if trimmed.len() < text.len() {
                    *found = trimmed.into();
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(tidy),
        Value::Object(members) => {
            for (key, member) in members {
                tidy(member);
                if key.eq_str("multi_select") {
                    match member.as_str() {
                        Some("true") => *member = Value::Bool(true),
                        Some("false") => *member = Value::Bool(false),
                        _ => {}
                    }
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

struct Reader<'a> {
    host: &'a dyn Host,
    problems: String,
    count: usize,
}

impl Reader<'_> {
    /// Adds a line about a place.
    fn problem(&mut self, path: &str, what: &str, limit: &Value) {
        self.count += 1;
        if self.count > limits::ASK_PROBLEMS {
            return;
        }
        let problems = &mut self.problems;
        push(problems, "\n- ");
        // Names that a model made up are not repeated at length.
        let mut end = path.len().min(200);
        while !path.is_char_boundary(end) {
            end -= 1;
        }
        push(problems, path.get(..end).unwrap_or_default());
        push(problems, ": ");
        push(problems, what);
        if !limit.is_null() {
            push(problems, ", the rule is ");
            limit.write(problems);
        }
    }

    /// The rules that the schema cannot say.
    fn questions(&mut self, arguments: &Value) {
        let questions = list(arguments, "questions");
        self.all_differ("/questions", questions, "header");
        for (index, question) in questions.iter().enumerate() {
            let mut path = element("/questions", index);
            self.readable(&path, question, "header");
            self.readable(&path, question, "question");
            push(&mut path, "/options");
            let options = list(question, "options");
            self.all_differ(&path, options, "label");
            for (index, option) in options.iter().enumerate() {
                let path = element(&path, index);
                self.readable(&path, option, "label");
                self.readable(&path, option, "description");
            }
        }
    }

    /// Refuses what a person could not see. Names are one line.
    fn readable(&mut self, path: &str, object: &Value, key: &str) {
        let pattern = match key {
            "header" | "label" => hidden!(),
            _ => concat!(r"(?!\r?\n)", hidden!()),
        };
        let Some(Value::String(text)) = object.get(key) else {
            return;
        };
        // Half of a surrogate pair cannot be seen either.
        let is_hidden = match text.as_str() {
            Some(text) => self.host.regex_test(pattern, text) == Ok(true),
            None => true,
        };
        if is_hidden {
            let what = "holds a character that cannot be seen, or a line break in a name";
            self.problem_at(path, key, what);
        }
    }

    fn problem_at(&mut self, path: &str, key: &str, what: &str) {
        let mut path = String::from(path);
        push(&mut path, "/");
        push(&mut path, key);
        self.problem(&path, what, &Value::Null);
    }

    /// Refuses names that a person could not tell apart.
    fn all_differ(&mut self, path: &str, objects: &[Value], key: &str) {
        let mut folded: Vec<String> = Vec::new();
        for (index, object) in objects.iter().enumerate() {
            let name = self.host.fold_name(text(object, key));
            // Empty ones have been told.
            if !name.is_empty() && folded.contains(&name) {
                self.problem_at(&element(path, index), key, "reads the same as another");
            }
            folded.push(name);
        }
    }
}

#[inline(never)]
fn push(text: &mut String, more: &str) {
    text.push_str(more);
}

fn element(path: &str, index: usize) -> String {
    let mut path = String::from(path);
    path.push('/');
    Writer::new(&mut path).integer(index as i64);
    path
}
