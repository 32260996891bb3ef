//! What is wrong with an answer, as data.

use super::Form;
use crate::json::{Value, Writer};

/// One thing that is wrong with a value, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    /// Where in the content, as a JSON Pointer (RFC 6901).
    pub path: String,
    /// What is wrong.
    pub code: ErrorCode,
    /// The bound that was missed, as it stands in the schema; for
    /// [`ErrorCode::NotJudged`] the keyword that is not judged; `null` where
    /// there is nothing to say.
    pub limit: Value,
}

/// The ways in which a value can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// Nothing was answered where an answer is needed.
    Required,
    /// The value has another type (`type`).
    WrongType,
    /// The text is not a number.
    NotANumber,
    /// The number is not whole.
    NotAnInteger,
    /// The whole number is too large to survive JavaScript.
    UnsafeInteger,
    /// The number has more digits than JavaScript's numbers hold.
    TooPrecise,
    /// The number is below `minimum`.
    TooSmall,
    /// The number is above `maximum`.
    TooLarge,
    /// The number is not above `exclusiveMinimum`.
    NotAbove,
    /// The number is not below `exclusiveMaximum`.
    NotBelow,
    /// The number is not a multiple of `multipleOf`.
    NotAMultiple,
    /// The text has fewer code points than `minLength`.
    TooShort,
    /// The text has more code points than `maxLength`, or more than can be
    /// read.
    TooLong,
    /// The text does not match `pattern`.
    PatternMismatch,
    /// The text does not have the `format`.
    FormatMismatch,
    /// The date and time lacks its offset from UTC.
    OffsetMissing,
    /// The value is not one of the options (`enum`, `const`).
    NotAnOption,
    /// There are fewer elements than `minItems`.
    TooFewItems,
    /// There are more elements than `maxItems`.
    TooManyItems,
    /// An element stands there twice (`uniqueItems`).
    RepeatedItem,
    /// There are fewer members than `minProperties`.
    TooFewMembers,
    /// There are more members than `maxProperties`.
    TooManyMembers,
    /// No member may have this name.
    UnknownMember,
    /// The value fits none of the alternatives (`anyOf`, `oneOf`).
    NoAlternative,
    /// The value fits several alternatives where it may fit one (`oneOf`).
    SeveralAlternatives,
    /// The value is forbidden (`not`, or a schema that nothing fits).
    NotAllowed,
    /// The text is not JSON.
    NotJson,
    /// The schema asks for something that is not judged here; nothing is wrong
    /// as far as can be told.
    NotJudged,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 28] = [
        Self::Required,
        Self::WrongType,
        Self::NotANumber,
        Self::NotAnInteger,
        Self::UnsafeInteger,
        Self::TooPrecise,
        Self::TooSmall,
        Self::TooLarge,
        Self::NotAbove,
        Self::NotBelow,
        Self::NotAMultiple,
        Self::TooShort,
        Self::TooLong,
        Self::PatternMismatch,
        Self::FormatMismatch,
        Self::OffsetMissing,
        Self::NotAnOption,
        Self::TooFewItems,
        Self::TooManyItems,
        Self::RepeatedItem,
        Self::TooFewMembers,
        Self::TooManyMembers,
        Self::UnknownMember,
        Self::NoAlternative,
        Self::SeveralAlternatives,
        Self::NotAllowed,
        Self::NotJson,
        Self::NotJudged,
    ];

    /// The code as JavaScript sees it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::WrongType => "wrong_type",
            Self::NotANumber => "not_a_number",
            Self::NotAnInteger => "not_an_integer",
            Self::UnsafeInteger => "unsafe_integer",
            Self::TooPrecise => "too_precise",
            Self::TooSmall => "too_small",
            Self::TooLarge => "too_large",
            Self::NotAbove => "not_above",
            Self::NotBelow => "not_below",
            Self::NotAMultiple => "not_a_multiple",
            Self::TooShort => "too_short",
            Self::TooLong => "too_long",
            Self::PatternMismatch => "pattern_mismatch",
            Self::FormatMismatch => "format_mismatch",
            Self::OffsetMissing => "offset_missing",
            Self::NotAnOption => "not_an_option",
            Self::TooFewItems => "too_few_items",
            Self::TooManyItems => "too_many_items",
            Self::RepeatedItem => "repeated_item",
            Self::TooFewMembers => "too_few_members",
            Self::TooManyMembers => "too_many_members",
            Self::UnknownMember => "unknown_member",
            Self::NoAlternative => "no_alternative",
            Self::SeveralAlternatives => "several_alternatives",
            Self::NotAllowed => "not_allowed",
            Self::NotJson => "not_json",
            Self::NotJudged => "not_judged",
        }
    }
}

/// Errors as JSON text: an array of `{ "path", "field", "code", "limit"? }`,
/// where `field` is the path of the field to show the error at.
pub fn errors_to_json(form: &Form, errors: &[FieldError]) -> String {
    write_errors(Some(form), errors)
}

/// As [`errors_to_json`], for values without a form: there is no `field`.
pub fn value_errors_to_json(errors: &[FieldError]) -> String {
    write_errors(None, errors)
}

fn write_errors(form: Option<&Form>, errors: &[FieldError]) -> String {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    writer.begin_array();
    for error in errors {
        writer.begin_object();
        writer.key("path");
        writer.str(&error.path);
        if let Some(path) = form.and_then(|form| form.field_at(&error.path).get("path")) {
            writer.key("field");
            path.write_to(&mut writer);
        }
        writer.key("code");
        writer.str(error.code.as_str());
        if !error.limit.is_null() {
            writer.key("limit");
            error.limit.write_to(&mut writer);
        }
        writer.end_object();
    }
    writer.end_array();
    text
}

/// Appends one step to a JSON Pointer.
pub(crate) fn push_step(path: &mut String, key: &str) {
    path.push('/');
    for char in key.chars() {
        match char {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            _ => path.push(char),
        }
    }
}
