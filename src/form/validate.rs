//! A value against a schema, as for tool input that a person edited.

use super::error::{ErrorCode, FieldError};
use super::judge::{Judge, Verdict};
use super::limits;
use crate::host::Host;
use crate::json::{RawJson, Value};

/// What is known about a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// It fits the schema.
    Valid,
    /// It does not, for these reasons. Those with the code
    /// [`ErrorCode::NotJudged`] are doubts on top.
    Invalid(Vec<FieldError>),
    /// Nothing is wrong as far as can be told, but the schema asks for things
    /// that are not judged here, one error each.
    NotJudged(Vec<FieldError>),
}

/// Judges a value by a JSON Schema.
///
/// Formats are asserted. Keywords that no specification of JSON Schema knows
/// are doubts, unless they begin with `x-` or `_`: what they ask for cannot be
/// known.
pub fn validate(schema: RawJson<'_>, value: RawJson<'_>, host: &dyn Host) -> Judgement {
    if schema.as_str().len() > limits::SCHEMA_BYTES {
        return Judgement::NotJudged(vec![FieldError {
            path: String::new(),
            code: ErrorCode::NotJudged,
            limit: Value::from("size"),
        }]);
    }
    let schema = Value::from(schema);
    let mut judge = Judge::new(&schema, host);
    judge.doubts_unknown_words = true;
    match judge.check(&schema, &Value::from(value)) {
        Verdict::Valid => Judgement::Valid,
        Verdict::Unjudged => Judgement::NotJudged(judge.errors),
        Verdict::Invalid => Judgement::Invalid(judge.errors),
    }
}
