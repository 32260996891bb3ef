//! Whether a value fits a schema: JSON Schema 2020-12 and, where it does not
//! contradict, its predecessors.
//!
//! The answer has three values. A keyword that asserts something and is not
//! known here makes it *unjudged*, and so does anything that would take more
//! steps than allowed; neither is ever taken for a yes.

use core::cmp::Ordering;

use super::decimal::Decimal;
use super::error::{ErrorCode, FieldError, push_step};
use super::format::{has_format, lacks_offset};
use super::reference::resolve;
use super::{Pattern, PatternRefusal, limits};
use crate::host::Host;
use crate::json::{Value, Wtf8};

/// What is known about a value. The greater outweighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Valid,
    Unjudged,
    Invalid,
}

pub(crate) struct Judge<'a> {
    root: &'a Value,
    host: &'a dyn Host,
    /// Words that no specification knows may assert something, too.
    pub(crate) doubts_unknown_words: bool,
    /// The schema is written in a dialect of somebody's own.
    is_unknown_dialect: bool,
    /// Up to draft 7, `$ref` stands alone.
    reference_stands_alone: bool,
    steps_left: usize,
    pattern_steps_left: usize,
    /// Open trials, whose errors are nobody's.
    trials: usize,
    depth: usize,
    path: String,
    pub(crate) errors: Vec<FieldError>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(root: &'a Value, host: &'a dyn Host) -> Self {
        let dialect = root.get("$schema").and_then(Value::as_str);
        Self {
            root,
            host,
            doubts_unknown_words: false,
            is_unknown_dialect: root.get("$schema").is_some()
                && dialect.is_none_or(|dialect| !dialect.contains("://json-schema.org/")),
            reference_stands_alone: dialect.is_some_and(|dialect| {
                ["/draft-04/", "/draft-06/", "/draft-07/"]
                    .iter()
                    .any(|draft| dialect.contains(draft))
            }),
            steps_left: limits::JUDGE_STEPS,
            pattern_steps_left: limits::PATTERN_STEPS,
            trials: 0,
            depth: 0,
            path: String::new(),
            errors: Vec::new(),
        }
    }

    /// Judges a value that stands at `path`; errors are added to
    /// [`Judge::errors`].
    pub(crate) fn judge(&mut self, path: &str, schema: &Value, value: &Value) -> Verdict {
        self.path.clear();
        self.path.push_str(path);
        self.check(schema, value)
    }

    /// As [`Judge::judge`], leaving no errors.
    pub(crate) fn try_out(&mut self, schema: &Value, value: &Value) -> Verdict {
        self.trials += 1;
        let verdict = self.check(schema, value);
        self.trials -= 1;
        verdict
    }

    fn report(&mut self, code: ErrorCode, limit: Option<&Value>) {
        if self.trials == 0 && self.errors.len() < limits::ERRORS {
            self.errors.push(FieldError {
                path: self.path.clone(),
                code,
                limit: limit.map(Value::to_json),
            });
        }
    }

    fn invalid(&mut self, code: ErrorCode, limit: Option<&Value>) -> Verdict {
        self.report(code, limit);
        Verdict::Invalid
    }

    fn unjudged(&mut self, keyword: &str) -> Verdict {
        self.report(ErrorCode::NotJudged, Some(&Value::from(keyword)));
        Verdict::Unjudged
    }

    /// Takes steps; `false` when there are not enough left.
    fn spend(&mut self, steps: usize) -> bool {
        self.steps_left = self.steps_left.saturating_sub(steps);
        self.steps_left > 0
    }

    /// Judges what stands one step further down.
    fn check_at(&mut self, step: &str, schema: &Value, value: &Value) -> Verdict {
        let above = self.path.len();
        push_step(&mut self.path, step);
        let verdict = self.check(schema, value);
        self.path.truncate(above);
        verdict
    }

    fn invalid_at(&mut self, step: &str, code: ErrorCode) -> Verdict {
        let above = self.path.len();
        push_step(&mut self.path, step);
        let verdict = self.invalid(code, None);
        self.path.truncate(above);
        verdict
    }

    fn check(&mut self, schema: &Value, value: &Value) -> Verdict {
        let keywords = match schema {
            Value::Bool(true) => return Verdict::Valid,
            Value::Bool(false) => return self.invalid(ErrorCode::NotAllowed, None),
            Value::Object(keywords) => keywords,
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return self.unjudged("schema");
            }
        };
        if self.depth >= limits::JUDGE_DEPTH || !self.spend(1) {
            return self.unjudged("depth");
        }
        if self.is_unknown_dialect {
            return self.unjudged("$schema");
        }
        self.depth += 1;
        let mut verdict = Verdict::Valid;
        let alone = schema.get("$ref").filter(|_| self.reference_stands_alone);
        if let Some(reference) = alone {
            verdict = self.reference(reference, value);
        } else if let Some(wanted) = schema.get("type")
            && !has_type(value, wanted)
        {
            // The other keywords would only say the same in other words.
            let code = match (value, wanted.as_str()) {
                (Value::Number(_), Some("integer")) => ErrorCode::NotAnInteger,
                _ => ErrorCode::WrongType,
            };
            verdict = self.invalid(code, Some(wanted));
        } else {
            for (keyword, argument) in keywords {
                let word = keyword.as_str().unwrap_or("\u{FFFD}");
                verdict = verdict.max(self.keyword(schema, word, argument, value));
            }
        }
        self.depth -= 1;
        verdict
    }

    fn keyword(
        &mut self,
        schema: &Value,
        keyword: &str,
        argument: &Value,
        value: &Value,
    ) -> Verdict {
        if !self.spend(1) {
            return self.unjudged("steps");
        }
        match keyword {
            "type" | "if" | "minContains" | "maxContains" => Verdict::Valid,
            "$ref" => self.reference(argument, value),
            "const" => {
                let same = self.same(argument, value, 0);
                self.when(same, ErrorCode::NotAnOption, None, keyword)
            }
            "enum" => {
                let same = self.is_one_of(argument, value);
                self.when(same, ErrorCode::NotAnOption, None, keyword)
            }
            "allOf" => self.all_of(argument, value),
            "anyOf" => self.any_of(argument, value, false),
            "oneOf" => self.any_of(argument, value, true),
            "not" => match self.try_out(argument, value) {
                Verdict::Valid => self.invalid(ErrorCode::NotAllowed, None),
                Verdict::Unjudged => self.unjudged(keyword),
                Verdict::Invalid => Verdict::Valid,
            },
            "then" | "else" => {
                let Some(condition) = schema.get("if") else {
                    return Verdict::Valid;
                };
                match self.try_out(condition, value) {
                    Verdict::Unjudged => self.unjudged("if"),
                    Verdict::Valid if keyword == "then" => self.check(argument, value),
                    Verdict::Invalid if keyword == "else" => self.check(argument, value),
                    Verdict::Valid | Verdict::Invalid => Verdict::Valid,
                }
            }
            // A schema with an address of its own is a document of its own.
            "$id" if !core::ptr::eq(schema, self.root) => self.unjudged(keyword),
            "$dynamicRef" | "$recursiveRef" | "extends" | "disallow" | "divisibleBy" => {
                self.unjudged(keyword)
            }
            _ => match value {
                Value::Number(text) => self.number(keyword, argument, text),
                Value::String(text) => self.string(keyword, argument, text.as_wtf8()),
                Value::Array(elements) => self.array(schema, keyword, argument, elements),
                Value::Object(_) => self.object(schema, keyword, argument, value),
                Value::Null | Value::Bool(_) => self.other(keyword),
            },
        }
    }

    /// A keyword that asserts nothing about the value at hand, or is unknown.
    fn other(&mut self, keyword: &str) -> Verdict {
        if self.doubts_unknown_words && !is_known_word(keyword) {
            self.unjudged(keyword)
        } else {
            Verdict::Valid
        }
    }

    /// The verdict on something that may not be known.
    fn when(
        &mut self,
        holds: Option<bool>,
        code: ErrorCode,
        limit: Option<&Value>,
        keyword: &str,
    ) -> Verdict {
        match holds {
            Some(true) => Verdict::Valid,
            Some(false) => self.invalid(code, limit),
            None => self.unjudged(keyword),
        }
    }

    fn reference(&mut self, argument: &Value, value: &Value) -> Verdict {
        match argument
            .as_str()
            .and_then(|reference| resolve(self.root, reference))
        {
            Some(target) => self.check(target, value),
            None => self.unjudged("$ref"),
        }
    }

    fn is_one_of(&mut self, options: &Value, value: &Value) -> Option<bool> {
        let mut all_known = true;
        for option in options.as_array()? {
            match self.same(option, value, 0) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(false)
    }

    fn all_of(&mut self, schemas: &Value, value: &Value) -> Verdict {
        let Some(schemas) = schemas.as_array() else {
            return self.unjudged("allOf");
        };
        let mut verdict = Verdict::Valid;
        for schema in schemas {
            verdict = verdict.max(self.check(schema, value));
        }
        verdict
    }

    fn any_of(&mut self, schemas: &Value, value: &Value, only_one: bool) -> Verdict {
        let keyword = if only_one { "oneOf" } else { "anyOf" };
        let Some(schemas) = schemas.as_array() else {
            return self.unjudged(keyword);
        };
        let (mut fitting, mut unjudged) = (0_usize, 0_usize);
        for schema in schemas {
            match self.try_out(schema, value) {
                Verdict::Valid if only_one => fitting += 1,
                Verdict::Valid => return Verdict::Valid,
                Verdict::Unjudged => unjudged += 1,
                Verdict::Invalid => {}
            }
        }
        match (fitting, unjudged) {
            (2.., _) => self.invalid(ErrorCode::SeveralAlternatives, None),
            (1, 0) => Verdict::Valid,
            (0, 0) => self.explain(schemas, value),
            _ => self.unjudged(keyword),
        }
    }

    /// Says why a value fits no alternative: what the only one meant for it
    /// says, if there is one.
    fn explain(&mut self, schemas: &[Value], value: &Value) -> Verdict {
        let is_option =
            |schema: &&Value| schema.get("const").is_some() || schema.get("enum").is_some();
        let mut meant = schemas.iter().filter(|schema| {
            !is_option(schema)
                && schema
                    .get("type")
                    .is_none_or(|wanted| has_type(value, wanted))
        });
        match (meant.next(), meant.next()) {
            (Some(schema), None) => self.check(schema, value),
            (None, _) if schemas.iter().any(|schema| is_option(&schema)) => {
                self.invalid(ErrorCode::NotAnOption, None)
            }
            _ => self.invalid(ErrorCode::NoAlternative, None),
        }
    }

    fn number(&mut self, keyword: &str, argument: &Value, text: &str) -> Verdict {
        let code = match keyword {
            "minimum" => ErrorCode::TooSmall,
            "maximum" => ErrorCode::TooLarge,
            "exclusiveMinimum" => ErrorCode::NotAbove,
            "exclusiveMaximum" => ErrorCode::NotBelow,
            "multipleOf" => ErrorCode::NotAMultiple,
            _ => return self.other(keyword),
        };
        let limit = argument.as_number_text().and_then(Decimal::parse);
        let holds = match (Decimal::parse(text), limit) {
            (Some(number), Some(limit)) => {
                let order = number.compare(&limit);
                match keyword {
                    "minimum" => Some(order != Ordering::Less),
                    "maximum" => Some(order != Ordering::Greater),
                    "exclusiveMinimum" => Some(order == Ordering::Greater),
                    "exclusiveMaximum" => Some(order == Ordering::Less),
                    _ => number.is_multiple_of(&limit),
                }
            }
            _ => None,
        };
        self.when(holds, code, Some(argument), keyword)
    }

    /// A bound on a count.
    fn count(
        &mut self,
        keyword: &str,
        argument: &Value,
        count: usize,
        (code, most): (ErrorCode, bool),
    ) -> Verdict {
        let limit = argument
            .as_number_text()
            .and_then(Decimal::parse)
            .filter(Decimal::is_integer);
        let mut text = String::new();
        crate::json::Writer::new(&mut text).integer(count as i64);
        let holds = match (Decimal::parse(&text), limit) {
            (Some(count), Some(limit)) => {
                let order = count.compare(&limit);
                Some(
                    order
                        != if most {
                            Ordering::Greater
                        } else {
                            Ordering::Less
                        },
                )
            }
            _ => None,
        };
        self.when(holds, code, Some(argument), keyword)
    }

    fn string(&mut self, keyword: &str, argument: &Value, text: Wtf8<'_>) -> Verdict {
        match keyword {
            "minLength" | "maxLength" => {
                self.spend(text.as_bytes().len() / 64);
                let rule = if keyword == "minLength" {
                    (ErrorCode::TooShort, false)
                } else {
                    (ErrorCode::TooLong, true)
                };
                self.count(keyword, argument, text.code_points().count(), rule)
            }
            "pattern" => {
                let Some(source) = argument.as_str() else {
                    return self.unjudged(keyword);
                };
                let matches = self.matches(source, text);
                self.when(
                    matches.ok(),
                    ErrorCode::PatternMismatch,
                    Some(argument),
                    keyword,
                )
            }
            "format" => {
                let Some(format) = argument.as_str() else {
                    return self.unjudged(keyword);
                };
                // No format that is judged holds a lone surrogate.
                let text = text.as_str().unwrap_or("\u{FFFD}");
                let code = if format == "date-time" && lacks_offset(text) {
                    ErrorCode::OffsetMissing
                } else {
                    ErrorCode::FormatMismatch
                };
                let holds = has_format(format, text);
                self.when(holds, code, Some(argument), keyword)
            }
            _ => self.other(keyword),
        }
    }

    fn matches(&mut self, source: &str, text: Wtf8<'_>) -> Result<bool, PatternRefusal> {
        if !self.spend(source.len()) {
            return Err(PatternRefusal::TooCostly);
        }
        let text: Vec<u32> = text.code_points().collect();
        Pattern::compile(source, self.host)?.is_match(
            &text,
            self.host,
            &mut self.pattern_steps_left,
        )
    }

    fn array(
        &mut self,
        schema: &Value,
        keyword: &str,
        argument: &Value,
        elements: &[Value],
    ) -> Verdict {
        match keyword {
            "items" | "prefixItems" | "additionalItems" => {
                // Before 2020-12, a tuple was an array under `items`, and
                // `additionalItems` were those after it.
                let tuple = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
                let prefix = tuple("prefixItems").or_else(|| tuple("items"));
                let known = prefix.map_or(0, <[Value]>::len);
                if keyword == "additionalItems" && tuple("items").is_none() {
                    return Verdict::Valid;
                }
                let mut verdict = Verdict::Valid;
                match argument {
                    Value::Array(schemas) => {
                        for (index, (schema, element)) in schemas.iter().zip(elements).enumerate() {
                            verdict = verdict.max(self.check_element(index, schema, element));
                        }
                    }
                    Value::Object(_) | Value::Bool(_) => {
                        for (index, element) in elements.iter().enumerate().skip(known) {
                            verdict = verdict.max(self.check_element(index, argument, element));
                        }
                    }
                    Value::Null | Value::Number(_) | Value::String(_) => {
                        return self.unjudged(keyword);
                    }
                }
                verdict
            }
            "minItems" => self.count(
                keyword,
                argument,
                elements.len(),
                (ErrorCode::TooFewItems, false),
            ),
            "maxItems" => self.count(
                keyword,
                argument,
                elements.len(),
                (ErrorCode::TooManyItems, true),
            ),
            "uniqueItems" => match argument {
                Value::Bool(false) => Verdict::Valid,
                Value::Bool(true) => self.unique_items(elements),
                Value::Null
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_) => self.unjudged(keyword),
            },
            "contains" | "unevaluatedItems" => self.unjudged(keyword),
            _ => self.other(keyword),
        }
    }

    fn check_element(&mut self, index: usize, schema: &Value, element: &Value) -> Verdict {
        let mut step = String::new();
        crate::json::Writer::new(&mut step).integer(index as i64);
        self.check_at(&step, schema, element)
    }

    fn unique_items(&mut self, elements: &[Value]) -> Verdict {
        for (index, element) in elements.iter().enumerate() {
            for earlier in elements.iter().take(index) {
                match self.same(earlier, element, 0) {
                    Some(true) => return self.invalid(ErrorCode::RepeatedItem, None),
                    Some(false) => {}
                    None => return self.unjudged("uniqueItems"),
                }
            }
        }
        Verdict::Valid
    }

    fn object(
        &mut self,
        schema: &Value,
        keyword: &str,
        argument: &Value,
        value: &Value,
    ) -> Verdict {
        let members = value.as_object().unwrap_or_default();
        if !self.spend(members.len()) {
            return self.unjudged("steps");
        }
        let mut verdict = Verdict::Valid;
        match keyword {
            "properties" => {
                for (key, schema) in argument.as_object().unwrap_or_default() {
                    if !self.spend(1) {
                        return self.unjudged("steps");
                    }
                    let found = members.iter().find(|(found, _)| found == key);
                    if let Some((_, value)) = found {
                        let step = key.to_string_lossy();
                        verdict = verdict.max(self.check_at(&step, schema, value));
                    }
                }
            }
            "required" => {
                for key in argument.as_array().unwrap_or_default() {
                    let Some(key) = key.as_wtf8() else {
                        return self.unjudged(keyword);
                    };
                    if !members.iter().any(|(found, _)| found.as_wtf8() == key) {
                        let step = key.to_string_lossy();
                        verdict = self.invalid_at(&step, ErrorCode::Required);
                    }
                }
            }
            "dependentRequired" => {
                for (key, needed) in argument.as_object().unwrap_or_default() {
                    if members.iter().any(|(found, _)| found == key) {
                        verdict = verdict.max(self.object(schema, "required", needed, value));
                    }
                }
            }
            "additionalProperties" | "patternProperties" => {
                let is_pattern = keyword == "patternProperties";
                for (key, value) in members {
                    let step = key.to_string_lossy();
                    verdict = verdict.max(if is_pattern {
                        self.pattern_member(argument, key.as_wtf8(), value)
                    } else {
                        match self.is_named(schema, key.as_wtf8()) {
                            Some(true) => Verdict::Valid,
                            None => self.unjudged(keyword),
                            Some(false) if matches!(argument, Value::Bool(false)) => {
                                self.invalid_at(&step, ErrorCode::UnknownMember)
                            }
                            Some(false) => self.check_at(&step, argument, value),
                        }
                    });
                }
            }
            "propertyNames" => {
                for (key, _) in members {
                    let name = Value::String(key.clone());
                    verdict = verdict.max(self.check_at(&key.to_string_lossy(), argument, &name));
                }
            }
            "minProperties" => {
                let rule = (ErrorCode::TooFewMembers, false);
                return self.count(keyword, argument, members.len(), rule);
            }
            "maxProperties" => {
                let rule = (ErrorCode::TooManyMembers, true);
                return self.count(keyword, argument, members.len(), rule);
            }
            "unevaluatedProperties" | "dependentSchemas" | "dependencies" => {
                return self.unjudged(keyword);
            }
            _ => return self.other(keyword),
        }
        verdict
    }

    /// What `patternProperties` says about one member.
    fn pattern_member(&mut self, patterns: &Value, key: Wtf8<'_>, value: &Value) -> Verdict {
        let mut verdict = Verdict::Valid;
        for (source, schema) in patterns.as_object().unwrap_or_default() {
            verdict = verdict.max(
                match source.as_str().map(|source| self.matches(source, key)) {
                    Some(Ok(true)) => self.check_at(&key.to_string_lossy(), schema, value),
                    Some(Ok(false)) => Verdict::Valid,
                    Some(Err(_)) | None => self.unjudged("patternProperties"),
                },
            );
        }
        verdict
    }

    /// Whether `properties` or `patternProperties` are about this member.
    fn is_named(&mut self, schema: &Value, key: Wtf8<'_>) -> Option<bool> {
        let named = |keyword: &str| {
            schema
                .get(keyword)
                .and_then(Value::as_object)
                .unwrap_or_default()
        };
        if !self.spend(named("properties").len()) {
            return None;
        }
        if named("properties")
            .iter()
            .any(|(found, _)| found.as_wtf8() == key)
        {
            return Some(true);
        }
        for (source, _) in named("patternProperties") {
            if self.matches(source.as_str()?, key).ok()? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether two values are the same in JSON Schema's sense; `None` when that
    /// takes too much to tell.
    pub(crate) fn same(&mut self, a: &Value, b: &Value, depth: usize) -> Option<bool> {
        if depth > limits::JUDGE_DEPTH || !self.spend(1) {
            return None;
        }
        Some(match (a, b) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) if a == b => true,
            (Value::Number(a), Value::Number(b)) => {
                if !self.spend(8) {
                    return None;
                }
                Decimal::parse(a)?.compare(&Decimal::parse(b)?) == Ordering::Equal
            }
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => {
                if a.len() != b.len() {
                    return Some(false);
                }
                for (a, b) in a.iter().zip(b) {
                    if !self.same(a, b, depth + 1)? {
                        return Some(false);
                    }
                }
                true
            }
            (Value::Object(a), Value::Object(b)) => {
                if a.len() != b.len() {
                    return Some(false);
                }
                for (key, a) in a {
                    if !self.spend(b.len()) {
                        return None;
                    }
                    match b.iter().find(|(found, _)| found == key) {
                        Some((_, b)) if self.same(a, b, depth + 1)? => {}
                        Some(_) | None => return Some(false),
                    }
                }
                true
            }
            (
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_),
                _,
            ) => false,
        })
    }
}

/// Whether the value has the type, or one of the types, that `type` names.
fn has_type(value: &Value, wanted: &Value) -> bool {
    match wanted {
        Value::Array(types) => types.iter().any(|wanted| has_type(value, wanted)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            match (value, wanted.as_str()) {
                (Value::Null, Some("null"))
                | (Value::Bool(_), Some("boolean"))
                | (Value::Number(_), Some("number"))
                | (Value::String(_), Some("string"))
                | (Value::Array(_), Some("array"))
                | (Value::Object(_), Some("object")) => true,
                (Value::Number(text), Some("integer")) => {
                    Decimal::parse(text).is_some_and(|number| number.is_integer())
                }
                _ => false,
            }
        }
    }
}

/// Words of JSON Schema that assert nothing by themselves, or nothing about the
/// kind of value at hand.
fn is_known_word(word: &str) -> bool {
    const WORDS: &str = " $anchor $comment $defs $dynamicAnchor $id $recursiveAnchor $schema \
        $vocabulary additionalItems \
        additionalProperties contains contentEncoding contentMediaType \
        contentSchema default definitions dependencies dependentRequired dependentSchemas \
        deprecated description else enumNames examples exclusiveMaximum exclusiveMinimum format \
        id items maxItems maxLength maxProperties maximum minItems minLength minProperties \
        minimum multipleOf pattern patternProperties prefixItems properties propertyNames \
        readOnly required then title unevaluatedItems unevaluatedProperties uniqueItems writeOnly ";
    word.starts_with("x-")
        || word.starts_with('_')
        || WORDS
            .split(' ')
            .any(|known| !known.is_empty() && known == word)
}
