//! Strings as JavaScript has them.
//!
//! A JavaScript string is a sequence of 16-bit units and may hold half a
//! surrogate pair: a text delta can cut an emoji in two, and JSON can write
//! `"\ud83d"`. Such strings are kept as WTF-8: UTF-8, except that a surrogate
//! without its partner is written as a three-byte sequence. A high surrogate
//! is never followed by a low one; the two are joined into the four-byte
//! character they stand for.

use core::fmt;
use std::borrow::Cow;

/// A borrowed JavaScript string: UTF-8 that may hold surrogates without a
/// partner. No more than a slice, so that it travels in registers; whether it
/// is UTF-8 is found out when somebody asks.
#[derive(Clone, Copy)]
pub struct Wtf8<'a>(&'a [u8]);

impl<'a> Wtf8<'a> {
    /// The empty string.
    pub const EMPTY: Wtf8<'static> = Wtf8(&[]);

    /// A Rust string as a JavaScript string.
    pub const fn from_str(text: &'a str) -> Self {
        Self(text.as_bytes())
    }

    /// The WTF-8 bytes.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The string as a Rust string, unless it holds a lone surrogate.
    pub fn as_str(self) -> Option<&'a str> {
        core::str::from_utf8(self.0).ok()
    }

    /// An owned copy.
    pub fn to_owned(self) -> Wtf8Buf {
        Wtf8Buf {
            bytes: self.as_bytes().to_vec(),
        }
    }

    /// Whether the string holds nothing.
    pub const fn is_empty(self) -> bool {
        self.as_bytes().is_empty()
    }

    /// JavaScript's `length`: the number of UTF-16 code units.
    pub fn len_utf16(self) -> usize {
        // Every sequence starts with one byte that is no continuation; the
        // four-byte ones stand for two units.
        self.as_bytes()
            .iter()
            .map(|&byte| usize::from((byte as i8) >= -0x40) + usize::from(byte >= 0xF0))
            .sum()
    }

    /// Whether this is exactly `text`.
    pub fn eq_str(self, text: &str) -> bool {
        self.as_bytes() == text.as_bytes()
    }

    /// The string as UTF-8, with U+FFFD for every lone surrogate (what
    /// JavaScript's `toWellFormed` gives).
    pub fn to_string_lossy(self) -> Cow<'a, str> {
        if let Some(text) = self.as_str() {
            return Cow::Borrowed(text);
        }
        let mut text = String::with_capacity(self.as_bytes().len());
        for piece in self.pieces() {
            match piece {
                Piece::Text(run) => text.push_str(run),
                Piece::Surrogate(_) => text.push(char::REPLACEMENT_CHARACTER),
            }
        }
        Cow::Owned(text)
    }

    /// The code points, lone surrogates included, as iterating a JavaScript
    /// string gives them.
    pub fn code_points(self) -> CodePoints<'a> {
        CodePoints {
            bytes: self.as_bytes().iter(),
        }
    }

    /// The UTF-16 code units.
    pub fn utf16(self) -> Utf16<'a> {
        Utf16 {
            points: self.code_points(),
            low: None,
        }
    }

    /// The part of the string in this range of bytes, which must not cut a
    /// sequence; nothing beyond its end.
    pub(crate) fn slice(self, range: core::ops::Range<usize>) -> Self {
        Self(self.0.get(range).unwrap_or_default())
    }

    /// The first code unit if it is a low surrogate, and what follows it.
    fn split_leading_low(self) -> Option<(u16, &'a [u8])> {
        match self.as_bytes() {
            [0xED, second @ 0xB0..=0xBF, third, rest @ ..] => {
                Some((surrogate(*second, *third), rest))
            }
            _ => None,
        }
    }

    /// The string in runs of ordinary text and lone surrogates.
    pub(super) fn pieces(self) -> Pieces<'a> {
        Pieces(self)
    }
}

/// The surrogate that the sequence `ED second third` stands for.
fn surrogate(second: u8, third: u8) -> u16 {
    0xD000 | (u16::from(second & 0x3F) << 6) | u16::from(third & 0x3F)
}

const fn is_high_surrogate(unit: u16) -> bool {
    matches!(unit, 0xD800..=0xDBFF)
}

const fn is_low_surrogate(unit: u16) -> bool {
    matches!(unit, 0xDC00..=0xDFFF)
}

/// A run of ordinary text, or one surrogate without its partner.
pub(super) enum Piece<'a> {
    Text(&'a str),
    Surrogate(u16),
}

pub(super) struct Pieces<'a>(Wtf8<'a>);

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let bytes = self.0.as_bytes();
        // A surrogate is all that is not UTF-8.
        let cut = match core::str::from_utf8(bytes) {
            Ok("") => return None,
            Ok(text) => {
                self.0 = Wtf8::EMPTY;
                return Some(Piece::Text(text));
            }
            Err(error) => error.valid_up_to(),
        };
        let (run, rest) = bytes.split_at_checked(cut)?;
        if !run.is_empty() {
            self.0 = Wtf8(rest);
            return core::str::from_utf8(run).ok().map(Piece::Text);
        }
        match rest {
            [_, second, third, rest @ ..] => {
                self.0 = Wtf8(rest);
                Some(Piece::Surrogate(surrogate(*second, *third)))
            }
            _ => None,
        }
    }
}

/// The code points of a [`Wtf8`].
#[derive(Clone, Debug)]
pub struct CodePoints<'a> {
    bytes: core::slice::Iter<'a, u8>,
}

impl CodePoints<'_> {
    fn continuation(&mut self) -> u32 {
        self.bytes.next().map_or(0, |&byte| u32::from(byte & 0x3F))
    }
}

impl Iterator for CodePoints<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let lead = u32::from(*self.bytes.next()?);
        let (mut point, following) = match lead {
            0..=0x7F => (lead, 0),
            0x80..=0xDF => (lead & 0x1F, 1),
            0xE0..=0xEF => (lead & 0x0F, 2),
            _ => (lead & 0x07, 3),
        };
        for _ in 0..following {
            point = (point << 6) | self.continuation();
        }
        Some(point)
    }
}

/// The UTF-16 code units of a [`Wtf8`].
#[derive(Clone, Debug)]
pub struct Utf16<'a> {
    points: CodePoints<'a>,
    low: Option<u16>,
}

impl Iterator for Utf16<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if let Some(low) = self.low.take() {
            return Some(low);
        }
        let point = self.points.next()?;
        if point < 0x1_0000 {
            return Some(point as u16);
        }
        let offset = point - 0x1_0000;
        self.low = Some(0xDC00 | (offset & 0x3FF) as u16);
        Some(0xD800 | (offset >> 10) as u16)
    }
}

impl PartialEq for Wtf8<'_> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Wtf8<'_> {}

impl PartialOrd for Wtf8<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// By code point.
impl Ord for Wtf8<'_> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl core::hash::Hash for Wtf8<'_> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl Default for Wtf8<'_> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<'a> From<&'a str> for Wtf8<'a> {
    fn from(text: &'a str) -> Self {
        Self::from_str(text)
    }
}

/// As a JSON string, so that lone surrogates can be told apart.
impl fmt::Debug for Wtf8<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        super::write_string(&mut text, *self);
        f.write_str(&text)
    }
}

/// An owned JavaScript string: UTF-8 that may hold surrogates without a
/// partner. Two are equal when their code units are; the order is by code
/// point.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Wtf8Buf {
    bytes: Vec<u8>,
}

impl Wtf8Buf {
    /// An empty string.
    pub const fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    /// An empty string with room for `bytes` bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(bytes),
        }
    }

    /// The string, borrowed.
    pub fn as_wtf8(&self) -> Wtf8<'_> {
        Wtf8(&self.bytes)
    }

    /// The string as a Rust string, unless it holds a lone surrogate.
    pub fn as_str(&self) -> Option<&str> {
        self.as_wtf8().as_str()
    }

    /// The WTF-8 bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The length in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the string holds nothing.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether this is exactly `text`.
    pub fn eq_str(&self, text: &str) -> bool {
        self.bytes == text.as_bytes()
    }

    /// Removes everything and keeps the room.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Appends a Rust string.
    pub fn push_str(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Appends a JavaScript string, joining a high surrogate at the end of
    /// this one with a low surrogate at the start of that one.
    pub fn push_wtf8(&mut self, text: Wtf8<'_>) {
        match text.split_leading_low() {
            Some((low, rest)) => {
                self.push_code_unit(low);
                self.bytes.extend_from_slice(rest);
            }
            None => self.bytes.extend_from_slice(text.as_bytes()),
        }
    }

    /// Appends one UTF-16 code unit, joining it with a high surrogate at the
    /// end if it is a low one.
    pub fn push_code_unit(&mut self, unit: u16) {
        if is_low_surrogate(unit)
            && let [.., 0xED, second @ 0xA0..=0xAF, third] = *self.bytes
        {
            let high = u32::from(surrogate(second, third)) & 0x3FF;
            let point = 0x1_0000 + (high << 10) + u32::from(unit & 0x3FF);
            self.bytes.truncate(self.bytes.len().saturating_sub(3));
            self.push_char(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
            return;
        }
        match char::from_u32(u32::from(unit)) {
            Some(char) => self.push_char(char),
            None => self.bytes.extend_from_slice(&[
                0xED,
                0x80 | ((unit >> 6) & 0x3F) as u8,
                0x80 | (unit & 0x3F) as u8,
            ]),
        }
    }

    /// Appends one character.
    pub fn push_char(&mut self, char: char) {
        self.push_str(char.encode_utf8(&mut [0; 4]));
    }

    /// Whether the last code unit is a high surrogate without its partner.
    pub fn ends_with_high_surrogate(&self) -> bool {
        matches!(*self.bytes, [.., 0xED, second, third]
            if is_high_surrogate(surrogate(second, third)))
    }

    /// The string as UTF-8, with U+FFFD for every lone surrogate.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        self.as_wtf8().to_string_lossy()
    }
}

impl From<&str> for Wtf8Buf {
    fn from(text: &str) -> Self {
        Self {
            bytes: text.as_bytes().to_vec(),
        }
    }
}

impl From<String> for Wtf8Buf {
    fn from(text: String) -> Self {
        Self {
            bytes: text.into_bytes(),
        }
    }
}

impl From<Wtf8<'_>> for Wtf8Buf {
    fn from(text: Wtf8<'_>) -> Self {
        text.to_owned()
    }
}

/// As a JSON string, so that lone surrogates can be told apart.
impl fmt::Debug for Wtf8Buf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_wtf8().fmt(f)
    }
}

/// A JavaScript string that is borrowed where it could be.
#[derive(Clone, Debug)]
pub enum Wtf8Cow<'a> {
    /// The text as it stood in its source.
    Borrowed(Wtf8<'a>),
    /// A text that had to be put together.
    Owned(Wtf8Buf),
}

impl<'a> Wtf8Cow<'a> {
    /// The string, borrowed.
    pub fn as_wtf8(&self) -> Wtf8<'_> {
        match self {
            Self::Borrowed(text) => *text,
            Self::Owned(text) => text.as_wtf8(),
        }
    }

    /// The string, owned; copies only what was borrowed.
    pub fn into_owned(self) -> Wtf8Buf {
        match self {
            Self::Borrowed(text) => text.to_owned(),
            Self::Owned(text) => text,
        }
    }

    /// The string as a Rust string, unless it holds a lone surrogate.
    pub fn as_str(&self) -> Option<&str> {
        self.as_wtf8().as_str()
    }

    /// The string as UTF-8, with U+FFFD for every lone surrogate.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        self.as_wtf8().to_string_lossy()
    }
}
