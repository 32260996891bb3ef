//! JSON text that has been checked, and what can be read from it in place.

use super::scan::Scanner;
use super::{JsonError, JsonErrorKind, JsonString};

/// The kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// One JSON value as text that `JSON.parse` would accept, without white space
/// around it.
///
/// Numbers beyond a double's range, repeated keys and escapes of lone
/// surrogates are as fine here as there. Two are equal when their texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawJson<'a> {
    text: &'a str,
    /// A string that holds an escape.
    escaped: bool,
}

impl<'a> RawJson<'a> {
    /// `null`
    pub const NULL: RawJson<'static> = RawJson::plain("null");
    /// `true`
    pub const TRUE: RawJson<'static> = RawJson::plain("true");
    /// `false`
    pub const FALSE: RawJson<'static> = RawJson::plain("false");

    /// `text` is checked, and holds an escape only if `escaped` says so.
    pub(super) const fn new((text, escaped): (&'a str, bool)) -> Self {
        Self { text, escaped }
    }

    /// `text` is known to be JSON, and no string with an escape.
    pub(crate) const fn plain(text: &'a str) -> Self {
        Self::new((text, false))
    }

    /// Checks a whole text.
    ///
    /// # Errors
    ///
    /// What `JSON.parse` refuses, and nesting beyond
    /// [`super::limits::MAX_DEPTH`].
    pub fn parse(text: &'a str) -> Result<Self, JsonError> {
        let mut scanner = Scanner::new(text);
        let value = scanner.value(0)?;
        scanner.end()?;
        Ok(Self::new(value))
    }

    /// The text.
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// An owned copy.
    pub fn to_owned(self) -> RawJsonBuf {
        RawJsonBuf {
            text: self.text.into(),
            escaped: self.escaped,
        }
    }

    /// What kind of value it is.
    pub fn kind(self) -> Kind {
        match self.text.as_bytes().first() {
            Some(b'"') => Kind::String,
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The value of `true` or `false`.
    pub fn bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.text == "true")
    }

    /// A number as written.
    pub fn number_text(self) -> Option<&'a str> {
        (self.kind() == Kind::Number).then_some(self.text)
    }

    /// A string.
    pub fn string(self) -> Option<JsonString<'a>> {
        let [b'"', .., b'"'] = self.text.as_bytes() else {
            return None;
        };
        let content = self.text.get(1..self.text.len() - 1)?;
        Some(JsonString::new((content, self.escaped)))
    }

    /// The members of an object in the order in which they are written,
    /// repeated keys included.
    pub fn members(self) -> Option<Members<'a>> {
        self.inside(Kind::Object).map(Members)
    }

    /// The elements of an array.
    pub fn elements(self) -> Option<Elements<'a>> {
        self.inside(Kind::Array).map(Elements)
    }

    fn inside(self, kind: Kind) -> Option<Inside<'a>> {
        (self.kind() == kind).then(|| {
            let mut scanner = Scanner::new(self.text);
            // The bracket.
            scanner.eat(self.text.as_bytes().first().copied().unwrap_or_default());
            Inside { scanner }
        })
    }

    /// The member of an object with this key; the last one, as in JavaScript,
    /// if there are several.
    pub fn get(self, key: &str) -> Option<RawJson<'a>> {
        self.members()?
            .filter(|(found, _)| found.eq_str(key))
            .last()
            .map(|(_, value)| value)
    }
}

/// The text.
impl core::fmt::Display for RawJson<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.text)
    }
}

/// A [`RawJson`] that owns its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawJsonBuf {
    text: Box<str>,
    escaped: bool,
}

impl RawJsonBuf {
    /// Checks a whole text and keeps it, without the white space around it.
    ///
    /// # Errors
    ///
    /// Those of [`RawJson::parse`].
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        RawJson::parse(text).map(RawJson::to_owned)
    }

    /// The value, borrowed.
    pub fn as_raw(&self) -> RawJson<'_> {
        RawJson::new((&self.text, self.escaped))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl From<RawJson<'_>> for RawJsonBuf {
    fn from(value: RawJson<'_>) -> Self {
        value.to_owned()
    }
}

/// A place before a member or element of a checked object or array, or before
/// its closing bracket.
#[derive(Clone, Copy)]
struct Inside<'a> {
    scanner: Scanner<'a>,
}

impl<'a> Inside<'a> {
    fn value(&mut self) -> Option<RawJson<'a>> {
        let value = self.scanner.value(0).ok()?;
        self.scanner.skip_space();
        self.scanner.eat(b',');
        Some(RawJson::new(value))
    }
}

/// The members of an object; see [`RawJson::members`].
#[derive(Clone)]
pub struct Members<'a>(Inside<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (JsonString<'a>, RawJson<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        // The text is checked, so the closing bracket is the only thing that
        // can fail to be a key.
        let key = self.0.scanner.key().ok()?;
        Some((JsonString::new(key), self.0.value()?))
    }
}

/// The elements of an array; see [`RawJson::elements`].
#[derive(Clone)]
pub struct Elements<'a>(Inside<'a>);

impl<'a> Iterator for Elements<'a> {
    type Item = RawJson<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.value()
    }
}

/// Checks a whole text, which must be an object, and hands out its members in
/// the order in which they are written, repeated keys included. One pass.
///
/// Members before a mistake have been handed out when the mistake is found, so
/// nothing they lead to may be final before this returns.
///
/// # Errors
///
/// Those of [`RawJson::parse`], and [`JsonErrorKind::NotAnObject`] for other
/// JSON.
pub fn visit_object<'a>(
    text: &'a str,
    visit: &mut dyn FnMut(JsonString<'a>, RawJson<'a>),
) -> Result<(), JsonError> {
    let mut scanner = Scanner::new(text);
    scanner.skip_space();
    if !scanner.eat(b'{') {
        RawJson::parse(text)?;
        return Err(scanner.error(JsonErrorKind::NotAnObject));
    }
    scanner.skip_space();
    if !scanner.eat(b'}') {
        loop {
            let key = scanner.key()?;
            let value = scanner.value(1)?;
            visit(JsonString::new(key), RawJson::new(value));
            scanner.skip_space();
            if !scanner.eat(b',') {
                break;
            }
        }
        scanner.expect(b'}')?;
    }
    scanner.end()
}

/// The two strings of a text that is exactly `before`, a string, `between`, a
/// string, `after`; nothing where it is anything else. For texts whose shape
/// is known beforehand and that come by the thousand.
pub fn two_strings<'a>(
    text: &'a str,
    [before, between, after]: [&str; 3],
) -> Option<[JsonString<'a>; 2]> {
    let mut scanner = Scanner::new(text);
    scanner.eat_text(before)?;
    let first = scanner.string().ok()?;
    scanner.eat_text(between)?;
    let second = scanner.string().ok()?;
    scanner.eat_text(after)?;
    scanner.end().ok()?;
    Some([JsonString::new(first), JsonString::new(second)])
}
