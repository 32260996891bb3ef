//! The model's arguments, read with all their rules.

use super::{AskOption, AskUser, NAME, Question};
use crate::form::hidden_character::is_hidden;
use crate::form::limits;
use crate::host::Host;
use crate::json::{RawJson, Value, Writer};

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
        let mut reader = Reader {
            host,
            place: String::new(),
            problems: Vec::new(),
        };
        let questions = reader.questions(&Value::from(arguments));
        if reader.problems.is_empty() {
            return Ok(Self { questions });
        }
        let mut text = String::from(NAME);
        text.push_str(
            " was not shown to the person because its arguments break rules. Mend these and call \
             it again:",
        );
        for problem in reader.problems.iter().take(limits::ASK_PROBLEMS) {
            text.push_str("\n- ");
            text.push_str(problem);
        }
        if reader.problems.len() > limits::ASK_PROBLEMS {
            text.push_str("\n- and more of the kind");
        }
        Err(text)
    }
}

struct Reader<'a> {
    host: &'a dyn Host,
    /// Where in the arguments, as `questions[0].header`.
    place: String,
    problems: Vec<String>,
}

/// What is asked of a text.
#[derive(Clone, Copy)]
struct TextRule {
    least: usize,
    most: usize,
    one_line: bool,
}

const HEADER: TextRule = TextRule {
    least: 1,
    most: limits::ASK_HEADER_CHARS,
    one_line: true,
};
const QUESTION: TextRule = TextRule {
    least: 1,
    most: limits::ASK_QUESTION_CHARS,
    one_line: false,
};
const LABEL: TextRule = TextRule {
    least: 1,
    most: limits::ASK_LABEL_CHARS,
    one_line: true,
};
const DESCRIPTION: TextRule = TextRule {
    least: 0,
    most: limits::ASK_DESCRIPTION_CHARS,
    one_line: false,
};

impl Reader<'_> {
    /// Notes a problem with what stands at `step`, or here.
    fn problem(&mut self, step: &str, what: &str) {
        if self.problems.len() > limits::ASK_PROBLEMS {
            return;
        }
        let above = self.enter(step);
        let mut text = self.place.clone();
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(what);
        self.problems.push(text);
        self.place.truncate(above);
    }

    /// Goes one step down; gives what to cut [`Reader::place`] to afterwards.
    fn enter(&mut self, step: &str) -> usize {
        let above = self.place.len();
        if above > 0 && !step.is_empty() {
            self.place.push('.');
        }
        self.place.push_str(step);
        above
    }

    fn enter_element(&mut self, list: &str, index: usize) -> usize {
        let above = self.enter(list);
        self.place.push('[');
        Writer::new(&mut self.place).integer(index as i64);
        self.place.push(']');
        above
    }

    fn questions(&mut self, arguments: &Value) -> Vec<Question> {
        let mut questions = Vec::new();
        let found = self.list(arguments, "questions", limits::ASK_QUESTIONS);
        for (index, question) in found.iter().enumerate() {
            let above = self.enter_element("questions", index);
            let read = self.question(question);
            self.place.truncate(above);
            questions.push(read);
        }
        let headers: Vec<&str> = questions.iter().map(|read| read.header.as_str()).collect();
        self.all_differ("questions", "header", &headers);
        self.only(arguments, &["questions"]);
        questions
    }

    /// A question; what is wrong with it is noted.
    fn question(&mut self, value: &Value) -> Question {
        let header = self.text(value, "header", HEADER);
        let question = self.text(value, "question", QUESTION);
        let mut options = Vec::new();
        let found = self.list(value, "options", limits::ASK_OPTIONS);
        for (index, option) in found.iter().enumerate() {
            let above = self.enter_element("options", index);
            let label = self.text(option, "label", LABEL);
            let is_described = option
                .get("description")
                .is_some_and(|description| !description.is_null());
            let description = if is_described {
                self.text(option, "description", DESCRIPTION)
            } else {
                String::new()
            };
            self.only(option, &["label", "description"]);
            self.place.truncate(above);
            options.push(AskOption {
                label,
                description: Some(description).filter(|text| !text.is_empty()),
            });
        }
        let labels: Vec<&str> = options.iter().map(|option| option.label.as_str()).collect();
        self.all_differ("options", "label", &labels);
        let multi_select = self.flag(value, "multi_select");
        self.only(value, &["header", "question", "options", "multi_select"]);
        Question {
            header,
            question,
            options,
            multi_select,
        }
    }

    /// Refuses members that nobody would read, and what has no members.
    fn only(&mut self, value: &Value, known: &[&str]) {
        let Some(members) = value.as_object() else {
            self.problem("", "must be an object");
            return;
        };
        for (key, _) in members {
            let key = key.to_string_lossy();
            if !known.contains(&key.as_ref()) {
                // Made-up names are not repeated at length.
                let shown: String = key.chars().take(40).collect();
                self.problem(&shown, "there is no such field");
            }
        }
    }

    fn list<'v>(
        &mut self,
        object: &'v Value,
        key: &str,
        (least, most): (usize, usize),
    ) -> &'v [Value] {
        let Some(elements) = self
            .found(object, key)
            .map(|found| found.as_array().ok_or(found))
        else {
            return &[];
        };
        match elements {
            Ok(elements) => {
                if elements.is_empty() {
                    self.problem(key, "must not be empty");
                } else if elements.len() < least {
                    self.count_problem(key, "must hold at least ", least, " entries");
                }
                if elements.len() > most {
                    self.count_problem(key, "must hold at most ", most, " entries");
                }
                elements.get(..most).unwrap_or(elements)
            }
            Err(found) => {
                let what = if found.as_wtf8().is_some() {
                    "must be an array; send the array itself, not its text"
                } else {
                    "must be an array"
                };
                self.problem(key, what);
                &[]
            }
        }
    }

    /// A member that must be there. (What is no object is told elsewhere.)
    fn found<'v>(&mut self, object: &'v Value, key: &str) -> Option<&'v Value> {
        object.as_object()?;
        let found = object.get(key);
        if found.is_none() {
            self.problem(key, "is missing");
        }
        found
    }

    /// A problem with a number in it.
    fn count_problem(&mut self, key: &str, before: &str, number: usize, after: &str) {
        let mut text = String::from(before);
        Writer::new(&mut text).integer(number as i64);
        text.push_str(after);
        self.problem(key, &text);
    }

    fn flag(&mut self, object: &Value, key: &str) -> bool {
        match object.get(key) {
            None => false,
            Some(Value::Bool(flag)) => *flag,
            // Some models write their literals as text.
            Some(Value::String(text)) if text.eq_str("true") => true,
            Some(Value::String(text)) if text.eq_str("false") => false,
            Some(_) => {
                self.problem(key, "must be true or false");
                false
            }
        }
    }

    /// A text, trimmed; empty if there is none, which is noted.
    fn text(&mut self, object: &Value, key: &str, rule: TextRule) -> String {
        let Some(found) = self.found(object, key) else {
            return String::new();
        };
        let Some(text) = found.as_wtf8() else {
            self.problem(key, "must be a string");
            return String::new();
        };
        let Some(text) = text.as_str() else {
            self.problem(key, "holds half of a surrogate pair");
            return String::new();
        };
        let text = text.trim();
        let length = text.chars().count();
        if length < rule.least {
            self.problem(key, "must not be empty");
        } else if length > rule.most {
            let mut before = String::from("has ");
            Writer::new(&mut before).integer(length as i64);
            before.push_str(" characters; the most allowed is ");
            self.count_problem(key, &before, rule.most, "");
        }
        self.readable(key, text, rule.one_line);
        text.into()
    }

    /// Refuses what a person could not see.
    fn readable(&mut self, key: &str, text: &str, one_line: bool) {
        let mut rest = text.chars().peekable();
        while let Some(char) = rest.next() {
            let is_line_end = char == '\n' || (char == '\r' && rest.peek() == Some(&'\n'));
            if is_line_end && one_line {
                self.problem(key, "must be one line");
                return;
            }
            if is_hidden(char) && !is_line_end {
                let mut what = String::from("holds U+");
                let code = u32::from(char);
                for shift in [20, 16, 12, 8, 4, 0] {
                    if code >> shift > 0 || shift < 16 {
                        let digit = char::from_digit(code >> shift & 0xF, 16).unwrap_or('0');
                        what.push(digit.to_ascii_uppercase());
                    }
                }
                what.push_str(", a character that cannot be seen; leave it out");
                self.problem(key, &what);
                return;
            }
        }
    }

    /// Refuses names that a person could not tell apart.
    fn all_differ(&mut self, list: &str, field: &str, names: &[&str]) {
        let folded: Vec<String> = names.iter().map(|name| self.folded(name)).collect();
        for (index, name) in folded.iter().enumerate() {
            let earlier = folded.iter().take(index).position(|other| other == name);
            if let Some(earlier) = earlier
                // Empty ones have been told.
                && !name.is_empty()
            {
                let above = self.enter_element(list, index);
                let before = "reads the same as that of entry ";
                self.count_problem(field, before, earlier, "; it must differ");
                self.place.truncate(above);
            }
        }
    }

    /// A name without what does not tell it apart: letter case, compatibility
    /// forms, kinds of spaces.
    fn folded(&self, name: &str) -> String {
        let normal = self.host.normalize_nfkc(name);
        let folded = self.host.normalize_nfkc(&self.host.fold_case(&normal));
        folded
            .chars()
            .map(|char| if char.is_whitespace() { ' ' } else { char })
            .collect()
    }
}
