//! A form: what a person is asked, field by field.

use crate::json::Value;

/// A question in fields, read from a JSON Schema.
#[derive(Clone, Debug)]
pub struct Form {
    /// The whole schema, by which answers are judged.
    pub(crate) schema: Value,
    pub(crate) root: Field,
}

impl Form {
    /// The whole answer as a field: a [`FieldKind::Group`] for a schema of an
    /// object, any other kind for other schemas. Its path is empty.
    pub fn root(&self) -> &Field {
        &self.root
    }

    /// The fields to show, in the schema's order.
    pub fn fields(&self) -> &[Field] {
        match &self.root.kind {
            FieldKind::Group(fields) => fields,
            FieldKind::Text(_)
            | FieldKind::Number(_)
            | FieldKind::Boolean
            | FieldKind::Choice(_)
            | FieldKind::Choices(_)
            | FieldKind::List(_)
            | FieldKind::Json(_) => core::slice::from_ref(&self.root),
        }
    }

    /// Whether there is nothing to fill in, only to agree to.
    pub fn is_confirm(&self) -> bool {
        self.fields().is_empty()
    }

    /// The field at a path, groups and the root included.
    pub fn field(&self, path: &str) -> Option<&Field> {
        let nearest = self.nearest_field(path);
        (nearest.path == path).then_some(nearest)
    }

    /// The field that a path is in or at.
    pub fn nearest_field(&self, path: &str) -> &Field {
        let mut nearest = &self.root;
        while let FieldKind::Group(fields) = &nearest.kind
            && let Some(next) = fields.iter().find(|field| field.holds(path))
        {
            nearest = next;
        }
        nearest
    }
}

/// One thing that a person is asked.
#[derive(Clone, Debug)]
pub struct Field {
    /// Where the answer goes in the content, as a JSON Pointer (RFC 6901).
    pub path: String,
    /// The property's name; empty for the root.
    pub key: String,
    /// What to call the field: its title, or else its name.
    pub label: String,
    /// What the schema says about it.
    pub description: Option<String>,
    /// A text was too long to be kept whole.
    pub is_cut: bool,
    /// The schema wants the field in the content.
    pub required: bool,
    /// The schema takes `null`. A required field that is left empty is then
    /// sent as `null`.
    pub nullable: bool,
    /// What the schema proposes, if that fits.
    pub default: Option<Value>,
    /// What kind of answer is asked for.
    pub kind: FieldKind,
}

impl Field {
    /// Whether the form cannot be sent while this is empty.
    pub fn needs_answer(&self) -> bool {
        self.required && !self.nullable
    }

    fn holds(&self, path: &str) -> bool {
        path.strip_prefix(self.path.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// The kinds of answers.
#[derive(Clone, Debug)]
pub enum FieldKind {
    /// A text.
    Text(TextRules),
    /// A number.
    Number(NumberRules),
    /// Yes or no, or not answered yet.
    Boolean,
    /// One of several options.
    Choice(Options),
    /// Some of several options.
    Choices(ManyOptions),
    /// Texts of one's own, any number within bounds.
    List(ListRules),
    /// An object: fields that belong together.
    Group(Vec<Field>),
    /// What no control can show: to be written as JSON.
    Json(Unshown),
}

/// What is asked of a text. All of it is judged again with the whole answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextRules {
    /// The format's name, as in the schema.
    pub format: Option<String>,
    /// The least number of code points.
    pub min_length: Option<u64>,
    /// The greatest number of code points.
    pub max_length: Option<u64>,
    /// The source of the pattern.
    pub pattern: Option<String>,
    /// Whether the text may well be long.
    pub multi_line: bool,
}

/// What is asked of a number. Bounds are as written in the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberRules {
    /// Whether it must be whole.
    pub integer: bool,
    /// The least number.
    pub minimum: Option<String>,
    /// The greatest number.
    pub maximum: Option<String>,
    /// A number that must be exceeded.
    pub exclusive_minimum: Option<String>,
    /// A number that must not be reached.
    pub exclusive_maximum: Option<String>,
    /// What the number must be a multiple of.
    pub multiple_of: Option<String>,
}

/// The options of a choice.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What can be picked.
    pub options: Vec<ChoiceOption>,
    /// What is asked of an answer of one's own, if one may be given instead.
    pub own_answer: Option<TextRules>,
}

/// The options of a multiple choice.
#[derive(Clone, Debug)]
pub struct ManyOptions {
    /// What can be picked, and whether own answers may be given.
    pub choice: Options,
    /// An own answer replaces what is picked, instead of joining it (the schema
    /// says `"x-own-answer": "alone"`).
    pub own_answer_alone: bool,
    /// The least number of entries.
    pub min_items: Option<u64>,
    /// The greatest number of entries.
    pub max_items: Option<u64>,
}

/// What is asked of a list of texts.
#[derive(Clone, Debug)]
pub struct ListRules {
    /// What is asked of every entry.
    pub entry: TextRules,
    /// The least number of entries.
    pub min_items: Option<u64>,
    /// The greatest number of entries.
    pub max_items: Option<u64>,
}

/// One thing that can be picked.
#[derive(Clone, Debug)]
pub struct ChoiceOption {
    /// What is sent.
    pub value: Value,
    /// What to call it.
    pub label: String,
    /// What it means.
    pub description: Option<String>,
}

/// What cannot be shown as a control.
#[derive(Clone, Debug)]
pub struct Unshown {
    /// Why not.
    pub why: UnshownWhy,
    /// The part of the schema that is about it, as JSON text; empty when the
    /// whole schema is too long to be kept.
    pub schema: String,
}

/// Why something cannot be shown as a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnshownWhy {
    /// The schema is longer than
    /// [`limits::SCHEMA_BYTES`](super::limits::SCHEMA_BYTES).
    SchemaTooLong,
    /// There are more fields than [`limits::FIELDS`](super::limits::FIELDS).
    TooManyFields,
    /// There are more options than
    /// [`limits::OPTIONS`](super::limits::OPTIONS).
    TooManyOptions,
    /// Objects are nested deeper than
    /// [`limits::GROUP_DEPTH`](super::limits::GROUP_DEPTH), or the description
    /// is spread over more schemas than
    /// [`limits::LAYERS`](super::limits::LAYERS).
    TooDeep,
    /// The schema does not say what type is wanted.
    Untyped,
    /// Values of several types are wanted.
    SeveralTypes,
    /// A list of something else than texts or options.
    ListOfOthers,
    /// An object whose member names are not given.
    OpenObject,
    /// A `$ref` that leads out of the schema or nowhere.
    UnknownReference,
    /// A schema that nothing fits.
    NothingFits,
    /// Not a JSON Schema.
    NotASchema,
    /// A property's name is not Unicode text.
    UnreadableName,
}

impl UnshownWhy {
    /// The reason as JavaScript sees it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SchemaTooLong => "schema_too_long",
            Self::TooManyFields => "too_many_fields",
            Self::TooManyOptions => "too_many_options",
            Self::TooDeep => "too_deep",
            Self::Untyped => "untyped",
            Self::SeveralTypes => "several_types",
            Self::ListOfOthers => "list_of_others",
            Self::OpenObject => "open_object",
            Self::UnknownReference => "unknown_reference",
            Self::NothingFits => "nothing_fits",
            Self::NotASchema => "not_a_schema",
            Self::UnreadableName => "unreadable_name",
        }
    }
}
