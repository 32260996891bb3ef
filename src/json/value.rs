//! JSON values as an owned tree.

use super::order::in_order;
use super::scan::Scanner;
use super::{JsonError, JsonString, Kind, RawJson, Writer, Wtf8, Wtf8Buf};

/// An owned JSON value.
///
/// Equality is that of JSON Schema: numbers are equal when they are the same
/// number, however written (`1` and `1.0`; no rounding to doubles), objects when
/// their members are, in whatever order.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as written; text that JSON's grammar for numbers allows.
    Number(Box<str>),
    /// A string.
    String(Wtf8Buf),
    /// An array.
    Array(Vec<Value>),
    /// An object: its members in the order in which their keys first stood in
    /// the text, each key once. JavaScript would put integer-like keys first;
    /// here they stay where they are.
    Object(Vec<(Wtf8Buf, Value)>),
}

impl Value {
    /// Reads a whole text.
    ///
    /// # Errors
    ///
    /// Those of [`RawJson::parse`].
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        RawJson::parse(text).map(Self::from)
    }

    /// A whole number.
    pub fn integer(value: i64) -> Self {
        let mut text = String::new();
        Writer::new(&mut text).integer(value);
        Self::Number(text.into())
    }

    /// What kind of value it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    /// Whether it is `null`.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value of `true` or `false`.
    pub const fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self {
            Some(*value)
        } else {
            None
        }
    }

    /// A number as written.
    pub fn as_number_text(&self) -> Option<&str> {
        if let Self::Number(text) = self {
            Some(text)
        } else {
            None
        }
    }

    /// A number as JavaScript has it: the nearest double, infinite beyond its
    /// range.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number_text()?.parse().ok()
    }

    /// A string.
    pub fn as_wtf8(&self) -> Option<Wtf8<'_>> {
        if let Self::String(text) = self {
            Some(text.as_wtf8())
        } else {
            None
        }
    }

    /// A string, unless it holds a lone surrogate.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self {
            text.as_str()
        } else {
            None
        }
    }

    /// The elements of an array.
    pub fn as_array(&self) -> Option<&[Value]> {
        if let Self::Array(elements) = self {
            Some(elements)
        } else {
            None
        }
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[(Wtf8Buf, Value)]> {
        if let Self::Object(members) = self {
            Some(members)
        } else {
            None
        }
    }

    /// The member of an object with this key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object()?
            .iter()
            .find_map(|(found, value)| found.eq_str(key).then_some(value))
    }

    /// The member of an object with this key.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        if let Self::Object(members) = self {
            members
                .iter_mut()
                .find_map(|(found, value)| found.eq_str(key).then_some(value))
        } else {
            None
        }
    }

    /// The element of an array at this index.
    pub fn at(&self, index: usize) -> Option<&Value> {
        self.as_array()?.get(index)
    }

    /// Sets a member of an object: a known key keeps its place, a new one goes
    /// to the end. Anything but an object stays as it is.
    pub fn set(&mut self, key: impl Into<Wtf8Buf>, value: Value) {
        let key = key.into();
        if let Self::Object(members) = self {
            match members.iter_mut().find(|(found, _)| *found == key) {
                Some((_, place)) => *place = value,
                None => members.push((key, value)),
            }
        }
    }

    /// Appends the value as JSON text without white space, as
    /// `JSON.stringify` does; numbers as written.
    pub fn write(&self, out: &mut String) {
        self.write_to(&mut Writer::new(out));
    }

    /// Writes the value where `writer` stands.
    pub fn write_to(&self, writer: &mut Writer<'_>) {
        match self {
            Self::Null => writer.null(),
            Self::Bool(value) => writer.bool(*value),
            Self::Number(text) => writer.verbatim(text),
            Self::String(text) => writer.string(text.as_wtf8()),
            Self::Array(elements) => {
                writer.begin_array();
                for element in elements {
                    element.write_to(writer);
                }
                writer.end_array();
            }
            Self::Object(members) => {
                writer.begin_object();
                for (key, value) in members {
                    writer.key_wtf8(key.as_wtf8());
                    value.write_to(writer);
                }
                writer.end_object();
            }
        }
    }

    /// The value as JSON text; see [`Value::write`].
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text.into())
    }
}

impl From<Wtf8Buf> for Value {
    fn from(text: Wtf8Buf) -> Self {
        Self::String(text)
    }
}

impl From<JsonString<'_>> for Value {
    fn from(text: JsonString<'_>) -> Self {
        Self::String(text.decode().into_owned())
    }
}

/// A container whose end has not been reached.
enum Open {
    Array(Vec<Value>),
    /// The members before the one whose key stands last.
    Object(Vec<(Wtf8Buf, Value)>, Wtf8Buf),
}

impl From<RawJson<'_>> for Value {
    /// Keeps its own stack: a browser's is small.
    fn from(raw: RawJson<'_>) -> Self {
        if !matches!(raw.kind(), Kind::Array | Kind::Object) {
            return scalar(raw);
        }
        let mut scanner = Scanner::new(raw.as_str());
        let mut open: Vec<Open> = Vec::new();
        loop {
            scanner.skip_space();
            // Every container that ends here becomes the value to be placed.
            let mut complete = if scanner.eat(b'{') {
                open.push(Open::Object(Vec::new(), Wtf8Buf::new()));
                None
            } else if scanner.eat(b'[') {
                open.push(Open::Array(Vec::new()));
                None
            } else {
                scanner
                    .value(0)
                    .ok()
                    .map(|value| scalar(RawJson::new(value)))
            };
            loop {
                match (open.last_mut(), complete.take()) {
                    (Some(Open::Array(elements)), Some(value)) => elements.push(value),
                    (Some(Open::Object(members, key)), Some(value)) => {
                        members.push((core::mem::take(key), value));
                    }
                    (None, Some(value)) => return value,
                    (None, None) => return Self::Null,
                    (Some(_), None) => {}
                }
                scanner.skip_space();
                scanner.eat(b',');
                scanner.skip_space();
                complete = match open.last_mut() {
                    Some(Open::Array(elements)) if scanner.eat(b']') => {
                        Some(Self::Array(core::mem::take(elements)))
                    }
                    Some(Open::Object(members, _)) if scanner.eat(b'}') => {
                        Some(Self::Object(without_repeats(core::mem::take(members))))
                    }
                    Some(Open::Object(_, key)) => {
                        match scanner.key() {
                            Ok(text) => *key = JsonString::new(text).decode().into_owned(),
                            // Cannot be: the text is checked.
                            Err(_) => return Self::Null,
                        }
                        break;
                    }
                    Some(Open::Array(_)) | None => break,
                };
                open.pop();
            }
        }
    }
}

fn scalar(raw: RawJson<'_>) -> Value {
    match raw.kind() {
        Kind::Null => Value::Null,
        Kind::Bool => Value::Bool(raw.bool() == Some(true)),
        Kind::Number => Value::Number(raw.as_str().into()),
        Kind::String => raw.string().map(Value::from).unwrap_or_default(),
        // Not given to this function.
        Kind::Array => Value::Array(Vec::new()),
        Kind::Object => Value::Object(Vec::new()),
    }
}

/// Indexes of the members, by key and then by place.
fn by_key(members: &[(Wtf8Buf, Value)]) -> Vec<usize> {
    let key = |index: usize| members.get(index).map(|(key, _)| key);
    in_order(members.len(), &|a, b| key(a) > key(b))
}

/// Fewer members than this are few.
const FEW: usize = 16;

/// As JavaScript assigns members one after the other: a repeated key keeps its
/// first place and takes its last value.
fn without_repeats(members: Vec<(Wtf8Buf, Value)>) -> Vec<(Wtf8Buf, Value)> {
    let repeats = |(at, (key, _)): (usize, &(Wtf8Buf, Value))| {
        members.iter().take(at).any(|(earlier, _)| earlier == key)
    };
    // For few members, comparing each with each is quicker than an order.
    if members.len() < FEW && !members.iter().enumerate().any(repeats) {
        return members;
    }
    let order = by_key(&members);
    let mut places: Vec<Option<(Wtf8Buf, Value)>> = members.into_iter().map(Some).collect();
    let mut kept: Vec<(usize, (Wtf8Buf, Value))> = Vec::with_capacity(places.len());
    for index in order {
        let Some(member) = places.get_mut(index).and_then(Option::take) else {
            continue;
        };
        match kept.last_mut() {
            Some((_, (key, value))) if *key == member.0 => *value = member.1,
            _ => kept.push((index, member)),
        }
    }
    for (index, member) in kept {
        if let Some(place) = places.get_mut(index) {
            *place = Some(member);
        }
    }
    places.into_iter().flatten().collect()
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b || same_number(a, b),
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => {
                a.len() == b.len()
                    && if a.iter().zip(b).all(|(a, b)| a.0 == b.0) {
                        a == b
                    } else {
                        by_key(a)
                            .into_iter()
                            .zip(by_key(b))
                            .all(|(x, y)| a.get(x) == b.get(y))
                    }
            }
            (
                Self::Null
                | Self::Bool(_)
                | Self::Number(_)
                | Self::String(_)
                | Self::Array(_)
                | Self::Object(_),
                _,
            ) => false,
        }
    }
}

/// Whether two numbers as JSON writes them are the same number. Without the
/// standard library's float parser, which is large, and not needed for this.
fn same_number(a: &str, b: &str) -> bool {
    let (a, b) = (Decimal::new(a), Decimal::new(b));
    let digits = a.digits().count().max(b.digits().count());
    let padded = |decimal| Decimal::digits(decimal).chain(core::iter::repeat(b'0'));
    let same = padded(a).zip(padded(b)).take(digits).all(|(a, b)| a == b);
    same && (a.digits().next().is_none() || (a.negative, a.scale) == (b.negative, b.scale))
}

/// A number as `0.digits` times ten to the power of `scale`, the first digit
/// not 0; zero has no digits.
#[derive(Clone, Copy)]
struct Decimal<'a> {
    negative: bool,
    /// With the zeros before the first digit, and a point somewhere.
    mantissa: &'a str,
    scale: i64,
}

impl<'a> Decimal<'a> {
    fn new(text: &'a str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let whole = mantissa.find('.').unwrap_or(mantissa.len());
        let zeros = mantissa
            .bytes()
            .take_while(|byte| matches!(byte, b'0' | b'.'));
        let zeros = zeros.filter(|byte| *byte == b'0').count();
        let exponent_digits = exponent.trim_start_matches(['+', '-']).bytes();
        let size = exponent_digits.fold(0_i64, |size, digit| {
            size.saturating_mul(10)
                .saturating_add(i64::from(digit & 0xF))
        });
        let exponent = if exponent.starts_with('-') {
            -size
        } else {
            size
        };
        Self {
            negative,
            mantissa,
            scale: (whole as i64 - zeros as i64).saturating_add(exponent),
        }
    }

    fn digits(self) -> impl Iterator<Item = u8> + use<'a> {
        let digits = self.mantissa.bytes().filter(|byte| *byte != b'.');
        digits.skip_while(|digit| *digit == b'0')
    }
}
