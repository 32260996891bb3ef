//! What is wrong with an answer, as data.

/// One thing that is wrong with a value, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// Where in the content, as a JSON Pointer (RFC 6901).
    pub path: String,
    /// What is wrong.
    pub code: ErrorCode,
    /// The bound that was missed, as the JSON it has in the schema, or for
    /// [`ErrorCode::NotJudged`] the keyword as a JSON string.
    pub limit: Option<String>,
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

    /// The code as JavaScript sees it, and an English sentence with `{}` where
    /// the limit goes.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Required => ("required", "An answer is needed."),
            Self::WrongType => ("wrong_type", "The type must be {}."),
            Self::NotANumber => ("not_a_number", "This is not a number."),
            Self::NotAnInteger => ("not_an_integer", "This must be a whole number."),
            Self::UnsafeInteger => (
                "unsafe_integer",
                "This number is too large to be sent exactly.",
            ),
            Self::TooPrecise => (
                "too_precise",
                "This number has too many digits to be sent exactly.",
            ),
            Self::TooSmall => ("too_small", "The least allowed is {}."),
            Self::TooLarge => ("too_large", "The most allowed is {}."),
            Self::NotAbove => ("not_above", "This must be more than {}."),
            Self::NotBelow => ("not_below", "This must be less than {}."),
            Self::NotAMultiple => ("not_a_multiple", "This must be a multiple of {}."),
            Self::TooShort => ("too_short", "The least number of characters is {}."),
            Self::TooLong => ("too_long", "The most characters allowed is {}."),
            Self::PatternMismatch => (
                "pattern_mismatch",
                "This does not have the expected form: {}",
            ),
            Self::FormatMismatch => ("format_mismatch", "This does not have the format {}."),
            Self::OffsetMissing => (
                "offset_missing",
                "A time zone offset is needed, such as Z or +02:00.",
            ),
            Self::NotAnOption => ("not_an_option", "This is not among the choices."),
            Self::TooFewItems => ("too_few_items", "The least number of entries is {}."),
            Self::TooManyItems => ("too_many_items", "The most entries allowed is {}."),
            Self::RepeatedItem => ("repeated_item", "An entry is there twice."),
            Self::TooFewMembers => ("too_few_members", "The least number of members is {}."),
            Self::TooManyMembers => ("too_many_members", "The most members allowed is {}."),
            Self::UnknownMember => ("unknown_member", "No member of this name is allowed."),
            Self::NoAlternative => (
                "no_alternative",
                "This fits none of the allowed alternatives.",
            ),
            Self::SeveralAlternatives => (
                "several_alternatives",
                "This fits several alternatives and may fit only one.",
            ),
            Self::NotAllowed => ("not_allowed", "This value is not allowed."),
            Self::NotJson => ("not_json", "This is not JSON."),
            Self::NotJudged => (
                "not_judged",
                "Whether this is right cannot be told here: {}",
            ),
        }
    }

    /// The code as JavaScript sees it.
    pub const fn as_str(self) -> &'static str {
        self.texts().0
    }
}

impl FieldError {
    /// The error in English, for those who have no words of their own.
    pub fn message(&self) -> String {
        let template = self.code.texts().1;
        match template.split_once("{}") {
            Some((before, after)) => {
                let mut text = String::from(before);
                text.push_str(self.limit.as_deref().unwrap_or("?"));
                text.push_str(after);
                text
            }
            None => template.into(),
        }
    }
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
