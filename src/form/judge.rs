//! Whether a value fits a schema: JSON Schema 2020-12 and, where it does not
//! contradict, its predecessors.
//!
//! The answer has three values. A keyword that asserts something and is not
//! known here makes it *unjudged*, and so does anything that would take more
//! steps than allowed; neither is ever taken for a yes.

use core::cmp::Ordering;

use super::decimal::Decimal;
use super::error::{ErrorCode, FieldError, push_step};
use super::format::{has_format, is_word_of, lacks_offset};
use super::reference::resolve;
use super::{Pattern, limits};
use crate::host::Host;
use crate::json::{Value, Writer, Wtf8};

/// What is known about a value. The greater outweighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Valid,
    Unjudged,
    Invalid,
}

/// What a bound is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Number,
    Characters,
    Items,
    Members,
}

/// How a quantity must stand to its bound.
#[derive(Clone, Copy)]
enum Relation {
    AtLeast,
    AtMost,
    Above,
    Below,
    Multiple,
}

const BOUNDS: [(&str, Quantity, Relation, ErrorCode); 11] = [
    (
        "minimum",
        Quantity::Number,
        Relation::AtLeast,
        ErrorCode::TooSmall,
    ),
    (
        "maximum",
        Quantity::Number,
        Relation::AtMost,
        ErrorCode::TooLarge,
    ),
    (
        "exclusiveMinimum",
        Quantity::Number,
        Relation::Above,
        ErrorCode::NotAbove,
    ),
    (
        "exclusiveMaximum",
        Quantity::Number,
        Relation::Below,
        ErrorCode::NotBelow,
    ),
    (
        "multipleOf",
        Quantity::Number,
        Relation::Multiple,
        ErrorCode::NotAMultiple,
    ),
    (
        "minLength",
        Quantity::Characters,
        Relation::AtLeast,
        ErrorCode::TooShort,
    ),
    (
        "maxLength",
        Quantity::Characters,
        Relation::AtMost,
        ErrorCode::TooLong,
    ),
    (
        "minItems",
        Quantity::Items,
        Relation::AtLeast,
        ErrorCode::TooFewItems,
    ),
    (
        "maxItems",
        Quantity::Items,
        Relation::AtMost,
        ErrorCode::TooManyItems,
    ),
    (
        "minProperties",
        Quantity::Members,
        Relation::AtLeast,
        ErrorCode::TooFewMembers,
    ),
    (
        "maxProperties",
        Quantity::Members,
        Relation::AtMost,
        ErrorCode::TooManyMembers,
    ),
];

/// Keywords of JSON Schema, past and present, that assert something which is
/// not judged here.
const UNJUDGED: &str = "$dynamicRef $recursiveRef additionalItems contains dependencies \
    dependentRequired dependentSchemas disallow divisibleBy extends patternProperties \
    unevaluatedItems unevaluatedProperties";

/// Words of JSON Schema that assert nothing by themselves, or are judged with
/// others.
const SILENT: &str = "$anchor $comment $defs $dynamicAnchor $id $recursiveAnchor $ref $schema \
    $vocabulary additionalProperties contentEncoding contentMediaType contentSchema default \
    definitions deprecated description else enumNames examples format id items maxContains \
    minContains pattern prefixItems properties propertyNames readOnly required then title type \
    uniqueItems writeOnly";

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
        let mut is_unknown_dialect = false;
        let mut reference_stands_alone = false;
        if let Some(dialect) = root.get("$schema") {
            let is = |pattern| {
                let dialect = dialect.as_str().unwrap_or_default();
                host.regex_test(pattern, dialect) == Ok(true)
            };
            is_unknown_dialect = !is("^https?://json-schema\\.org/");
            reference_stands_alone = is("/draft-0[467]/");
        }
        Self {
            root,
            host,
            doubts_unknown_words: false,
            is_unknown_dialect,
            reference_stands_alone,
            steps_left: limits::JUDGE_STEPS,
            pattern_steps_left: limits::PATTERN_STEPS,
            trials: 0,
            depth: 0,
            path: String::new(),
            errors: Vec::new(),
        }
    }

    /// Judges without leaving errors.
    pub(crate) fn try_out(&mut self, schema: &Value, value: &Value) -> Verdict {
        self.trials += 1;
        let verdict = self.check(schema, value);
        self.trials -= 1;
        verdict
    }

    #[inline(never)]
    fn invalid(&mut self, code: ErrorCode, limit: &Value) -> Verdict {
        if self.trials == 0 && self.errors.len() < limits::ERRORS {
            self.errors.push(FieldError {
                path: self.path.clone(),
                code,
                limit: limit.clone(),
            });
        }
        Verdict::Invalid
    }

    #[inline(never)]
    fn unjudged(&mut self, keyword: &str) -> Verdict {
        self.invalid(ErrorCode::NotJudged, &Value::from(keyword));
        Verdict::Unjudged
    }

    /// The verdict on something that may not be known.
    #[inline(never)]
    fn when(
        &mut self,
        holds: Option<bool>,
        code: ErrorCode,
        limit: &Value,
        keyword: &str,
    ) -> Verdict {
        match holds {
            Some(true) => Verdict::Valid,
            Some(false) => self.invalid(code, limit),
            None => self.unjudged(keyword),
        }
    }

    /// Takes steps; `None` when there are not enough left.
    fn spend(&mut self, steps: usize) -> Option<()> {
        self.steps_left = self.steps_left.saturating_sub(steps);
        (self.steps_left > 0).then_some(())
    }

    /// Judges what stands one step further down, or, without a schema, notes
    /// that it is missing.
    #[inline(never)]
    fn check_at(&mut self, step: &str, schema: Option<&Value>, value: &Value) -> Verdict {
        let above = self.path.len();
        push_step(&mut self.path, step);
        let verdict = match schema {
            Some(schema) => self.check(schema, value),
            None => self.invalid(ErrorCode::Required, &Value::Null),
        };
        self.path.truncate(above);
        verdict
    }

    /// Judges the value that stands at [`Judge::path`], at first the root;
    /// errors are added to [`Judge::errors`].
    pub(crate) fn check(&mut self, schema: &Value, value: &Value) -> Verdict {
        let keywords = match schema {
            Value::Bool(true) => return Verdict::Valid,
            Value::Bool(false) => return self.invalid(ErrorCode::NotAllowed, &Value::Null),
            Value::Object(keywords) => keywords,
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return self.unjudged("schema");
            }
        };
        if self.is_unknown_dialect {
            return self.unjudged("$schema");
        }
        if self.depth >= limits::JUDGE_DEPTH || self.spend(1).is_none() {
            return self.unjudged("depth");
        }
        self.depth += 1;
        let mut verdict = Verdict::Valid;
        let reference = schema.get("$ref");
        if let Some(reference) = reference {
            verdict = match resolve(self.root, reference) {
                Some(target) => self.check(target, value),
                None => self.unjudged("$ref"),
            };
        }
        let wanted = schema.get("type");
        if reference.is_some() && self.reference_stands_alone {
            // Nothing else counts.
        } else if let Some(wanted) = wanted.filter(|wanted| !has_type(value, wanted)) {
            // The other keywords would only say the same in other words.
            let is_fraction =
                matches!(value, Value::Number(_)) && wanted.as_str() == Some("integer");
            let code = if is_fraction {
                ErrorCode::NotAnInteger
            } else {
                ErrorCode::WrongType
            };
            verdict = self.invalid(code, wanted);
        } else {
            for (keyword, argument) in keywords {
                let keyword = keyword.as_str().unwrap_or("\u{FFFD}");
                verdict = verdict.max(self.keyword(schema, keyword, argument, value));
            }
            verdict = verdict.max(self.parts(schema, value));
        }
        self.depth -= 1;
        verdict
    }

    /// A keyword that is about the value as a whole.
    #[inline(never)]
    fn keyword(
        &mut self,
        schema: &Value,
        keyword: &str,
        argument: &Value,
        value: &Value,
    ) -> Verdict {
        if self.spend(1).is_none() {
            return self.unjudged("steps");
        }
        for bound in &BOUNDS {
            if bound.0 == keyword {
                return self.bound(bound, argument, value);
            }
        }
        match (keyword, argument) {
            ("const", _) => self.one_of(core::slice::from_ref(argument), value),
            ("enum", Value::Array(options)) => self.one_of(options, value),
            ("allOf", Value::Array(schemas)) => {
                let mut verdict = Verdict::Valid;
                for schema in schemas {
                    verdict = verdict.max(self.check(schema, value));
                }
                verdict
            }
            ("anyOf" | "oneOf", Value::Array(schemas)) => {
                self.alternatives(keyword, schemas, value)
            }
            ("not", _) => match self.try_out(argument, value) {
                Verdict::Valid => self.invalid(ErrorCode::NotAllowed, &Value::Null),
                Verdict::Unjudged => self.unjudged(keyword),
                Verdict::Invalid => Verdict::Valid,
            },
            ("if", _) => {
                let branch = match self.try_out(argument, value) {
                    Verdict::Valid => schema.get("then"),
                    Verdict::Invalid => schema.get("else"),
                    Verdict::Unjudged => return self.unjudged(keyword),
                };
                branch.map_or(Verdict::Valid, |branch| self.check(branch, value))
            }
            ("enum" | "allOf" | "anyOf" | "oneOf", _) => self.unjudged(keyword),
            // A schema with an address of its own is a document of its own.
            ("$id", _) if !core::ptr::eq(schema, self.root) => self.unjudged(keyword),
            _ if is_word_of(UNJUDGED, keyword) => self.unjudged(keyword),
            _ if self.doubts_unknown_words
                && !keyword.starts_with("x-")
                && !keyword.starts_with('_')
                && !is_word_of(SILENT, keyword) =>
            {
                self.unjudged(keyword)
            }
            _ => Verdict::Valid,
        }
    }

    #[inline(never)]
    fn bound(
        &mut self,
        &(keyword, quantity, relation, code): &(&str, Quantity, Relation, ErrorCode),
        argument: &Value,
        value: &Value,
    ) -> Verdict {
        let mut count = String::new();
        let text: &str = match (quantity, value) {
            (Quantity::Number, Value::Number(text)) => text,
            (Quantity::Characters, Value::String(text)) => {
                // In WTF-8, all bytes but these begin a code point.
                let points = text.as_bytes().iter().filter(|byte| **byte & 0xC0 != 0x80);
                Writer::new(&mut count).integer(points.count() as i64);
                &count
            }
            (Quantity::Items, Value::Array(items)) => {
                Writer::new(&mut count).integer(items.len() as i64);
                &count
            }
            (Quantity::Members, Value::Object(members)) => {
                Writer::new(&mut count).integer(members.len() as i64);
                &count
            }
            _ => return Verdict::Valid,
        };
        let limit = argument.as_number_text().and_then(Decimal::parse);
        let holds = match (Decimal::parse(text), limit) {
            (Some(number), Some(limit)) if quantity == Quantity::Number || limit.is_integer() => {
                let order = number.compare(&limit);
                match relation {
                    Relation::AtLeast => Some(order != Ordering::Less),
                    Relation::AtMost => Some(order != Ordering::Greater),
                    Relation::Above => Some(order == Ordering::Greater),
                    Relation::Below => Some(order == Ordering::Less),
                    Relation::Multiple => number.is_multiple_of(&limit),
                }
            }
            _ => None,
        };
        self.when(holds, code, argument, keyword)
    }

    fn one_of(&mut self, options: &[Value], value: &Value) -> Verdict {
        let mut found = Some(false);
        for option in options {
            match same(option, value, 0, &mut self.steps_left) {
                Some(true) => return Verdict::Valid,
                Some(false) => {}
                None => found = None,
            }
        }
        self.when(found, ErrorCode::NotAnOption, &Value::Null, "enum")
    }

    fn alternatives(&mut self, keyword: &str, schemas: &[Value], value: &Value) -> Verdict {
        let (mut fitting, mut unjudged) = (0_usize, 0_usize);
        for schema in schemas {
            match self.try_out(schema, value) {
                Verdict::Valid => fitting += 1,
                Verdict::Unjudged => unjudged += 1,
                Verdict::Invalid => {}
            }
        }
        let only_one = keyword == "oneOf";
        if only_one && fitting > 1 {
            self.invalid(ErrorCode::SeveralAlternatives, &Value::Null)
        } else if fitting > 0 && (unjudged == 0 || !only_one) {
            Verdict::Valid
        } else if unjudged > 0 {
            self.unjudged(keyword)
        } else {
            self.explain(schemas, value)
        }
    }

    /// Says why a value fits no alternative: what the only one meant for it
    /// says, if there is one.
    fn explain(&mut self, schemas: &[Value], value: &Value) -> Verdict {
        let mut meant = None;
        let (mut options, mut others) = (0_usize, 0_usize);
        for schema in schemas {
            if schema.get("const").is_some() || schema.get("enum").is_some() {
                options += 1;
            } else if schema
                .get("type")
                .is_none_or(|wanted| has_type(value, wanted))
            {
                others += 1;
                meant = Some(schema);
            }
        }
        match meant {
            Some(schema) if others == 1 => self.check(schema, value),
            None if options > 0 => self.invalid(ErrorCode::NotAnOption, &Value::Null),
            _ => self.invalid(ErrorCode::NoAlternative, &Value::Null),
        }
    }

    /// The keywords that are about what a value is made of.
    fn parts(&mut self, schema: &Value, value: &Value) -> Verdict {
        match value {
            Value::String(text) => self.text(schema, text.as_wtf8()),
            Value::Array(elements) => self.elements(schema, elements),
            Value::Object(members) => {
                // Every key may be compared with every property.
                let properties = schema.get("properties").and_then(Value::as_object);
                match self.spend(members.len() * properties.map_or(1, <[_]>::len)) {
                    Some(()) => self.members(schema, members),
                    None => self.unjudged("steps"),
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => Verdict::Valid,
        }
    }

    fn text(&mut self, schema: &Value, text: Wtf8<'_>) -> Verdict {
        let mut verdict = Verdict::Valid;
        if let Some(format) = schema.get("format") {
            // No format that is judged holds a lone surrogate.
            let text = text.as_str().unwrap_or("\u{FFFD}");
            let name = format.as_str().unwrap_or("regex");
            let mut code = ErrorCode::FormatMismatch;
            if name == "date-time" && lacks_offset(text, self.host) {
                code = ErrorCode::OffsetMissing;
            }
            let holds = has_format(name, text, self.host);
            verdict = self.when(holds, code, format, "format");
        }
        if let Some(pattern) = schema.get("pattern") {
            let holds = self.matches(pattern, text);
            let code = ErrorCode::PatternMismatch;
            verdict = verdict.max(self.when(holds, code, pattern, "pattern"));
        }
        verdict
    }

    fn matches(&mut self, pattern: &Value, text: Wtf8<'_>) -> Option<bool> {
        let source = pattern.as_str()?;
        self.spend(source.len())?;
        let pattern = Pattern::compile(source).ok()?;
        let text: Vec<u32> = text.code_points().collect();
        pattern.is_match(&text, &mut self.pattern_steps_left).ok()
    }

    fn elements(&mut self, schema: &Value, elements: &[Value]) -> Verdict {
        let mut verdict = Verdict::Valid;
        if schema.get("uniqueItems").and_then(Value::as_bool) == Some(true) {
            let holds = self.are_different(elements);
            verdict = self.when(holds, ErrorCode::RepeatedItem, &Value::Null, "uniqueItems");
        }
        let items = schema.get("items");
        // Before 2020-12, a tuple was an array under `items`.
        let tuple = match items {
            Some(Value::Array(_)) => items,
            _ => schema.get("prefixItems"),
        };
        let tuple = tuple.and_then(Value::as_array).unwrap_or_default();
        let items = items.filter(|items| items.as_array().is_none());
        for (index, element) in elements.iter().enumerate() {
            if let Some(schema) = tuple.get(index).or(items) {
                let mut step = String::new();
                Writer::new(&mut step).integer(index as i64);
                verdict = verdict.max(self.check_at(&step, Some(schema), element));
            }
        }
        verdict
    }

    fn are_different(&mut self, elements: &[Value]) -> Option<bool> {
        for (index, element) in elements.iter().enumerate() {
            for earlier in elements.iter().take(index) {
                if same(earlier, element, 0, &mut self.steps_left)? {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    fn members(&mut self, schema: &Value, members: &[(crate::json::Wtf8Buf, Value)]) -> Verdict {
        let mut verdict = Verdict::Valid;
        for key in schema
            .get("required")
            .and_then(Value::as_array)
            .unwrap_or_default()
        {
            // A name that is no string cannot be there.
            let key = key.as_wtf8();
            if !members
                .iter()
                .any(|(found, _)| Some(found.as_wtf8()) == key)
            {
                let step = key.unwrap_or_default().to_string_lossy();
                verdict = self.check_at(&step, None, &Value::Null);
            }
        }
        let properties = schema.get("properties");
        let names = schema.get("propertyNames");
        // Which members are additional is not known beside patterns.
        let additional = schema
            .get("additionalProperties")
            .filter(|_| schema.get("patternProperties").is_none());
        for (key, member) in members {
            let named = properties
                .and_then(Value::as_object)
                .unwrap_or_default()
                .iter()
                .find(|(known, _)| known == key);
            let step = key.to_string_lossy();
            if let Some(names) = names {
                let name = Value::String(key.clone());
                verdict = verdict.max(self.check_at(&step, Some(names), &name));
            }
            let schema = match named {
                Some((_, schema)) => Some(schema),
                None => additional,
            };
            if schema.is_some() {
                let before = self.errors.len();
                verdict = verdict.max(self.check_at(&step, schema, member));
                if named.is_none()
                    && matches!(additional, Some(Value::Bool(false)))
                    && let Some(error) = self.errors.get_mut(before)
                {
                    error.code = ErrorCode::UnknownMember;
                }
            }
        }
        verdict
    }
}

/// Whether two values are the same in JSON Schema's sense. Values that take too
/// long to compare are not.
pub(crate) fn are_same(a: &Value, b: &Value) -> bool {
    same(a, b, 0, &mut limits::OPTIONS.clone()) == Some(true)
}

/// As [`are_same`], with the steps that are left; `None` when there are not
/// enough.
fn same(a: &Value, b: &Value, depth: usize, steps_left: &mut usize) -> Option<bool> {
    *steps_left = steps_left.checked_sub(1)?;
    if depth > limits::JUDGE_DEPTH {
        return None;
    }
    Some(match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) if a == b => true,
        (Value::Number(a), Value::Number(b)) => {
            *steps_left = steps_left.checked_sub(8)?;
            Decimal::parse(a)?.compare(&Decimal::parse(b)?) == Ordering::Equal
        }
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            if a.len() != b.len() {
                return Some(false);
            }
            for (a, b) in a.iter().zip(b) {
                if !same(a, b, depth + 1, steps_left)? {
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
                *steps_left = steps_left.checked_sub(b.len())?;
                match b.iter().find(|(found, _)| found == key) {
                    Some((_, b)) if same(a, b, depth + 1, steps_left)? => {}
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

/// Whether the value has the type, or one of the types, that `type` names.
fn has_type(value: &Value, wanted: &Value) -> bool {
    if let Value::Array(types) = wanted {
        return types
            .iter()
            .any(|wanted| wanted.as_array().is_none() && has_type(value, wanted));
    }
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(text) => {
            if wanted.as_str() == Some("integer") {
                return Decimal::parse(text).is_some_and(|number| number.is_integer());
            }
            "number"
        }
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    wanted.as_str() == Some(name)
}
