//! Strings in JSON text.

use core::fmt;

use super::{Wtf8, Wtf8Buf, Wtf8Cow};

/// A string in checked JSON text: what stands between its quotes, escapes as
/// written.
#[derive(Clone, Copy)]
pub struct JsonString<'a> {
    content: &'a str,
    escaped: bool,
}

impl<'a> JsonString<'a> {
    /// `content` is checked, and holds a backslash only if `escaped` says so.
    pub(super) const fn new((content, escaped): (&'a str, bool)) -> Self {
        Self { content, escaped }
    }

    /// The string itself if it is written without escapes.
    pub const fn plain(self) -> Option<&'a str> {
        if self.escaped {
            None
        } else {
            Some(self.content)
        }
    }

    /// What stands between the quotes, as written.
    pub const fn as_written(self) -> &'a str {
        self.content
    }

    /// The string that is meant.
    pub fn decode(self) -> Wtf8Cow<'a> {
        if !self.escaped {
            return Wtf8Cow::Borrowed(Wtf8::from_str(self.content));
        }
        let mut text = Wtf8Buf::with_capacity(self.content.len());
        self.decode_into(&mut text);
        Wtf8Cow::Owned(text)
    }

    /// Appends the string that is meant to `text`.
    pub fn decode_into(self, text: &mut Wtf8Buf) {
        let mut rest = self.content;
        while self.escaped
            && let Some((plain, after)) = rest.split_once('\\')
        {
            text.push_str(plain);
            rest = push_escape(text, after);
        }
        text.push_str(rest);
    }

    /// Whether the string that is meant is exactly `text`.
    pub fn eq_str(self, text: &str) -> bool {
        match self.plain() {
            Some(plain) => plain == text,
            // No escape is shorter than what it stands for.
            None => self.content.len() > text.len() && self.decode().as_wtf8().eq_str(text),
        }
    }
}

/// Appends what the escape `\` + `written` stands for; gives what follows it.
fn push_escape<'a>(text: &mut Wtf8Buf, written: &'a str) -> &'a str {
    let mut chars = written.chars();
    let char = match chars.next() {
        Some('b') => '\u{8}',
        Some('f') => '\u{C}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('u') => {
            let unit = chars.by_ref().take(4).fold(0, |unit, digit| {
                unit << 4 | digit.to_digit(16).unwrap_or_default()
            });
            text.push_code_unit(unit as u16);
            return chars.as_str();
        }
        Some(char) => char,
        None => return "",
    };
    text.push_char(char);
    chars.as_str()
}

/// As written, with its quotes.
impl fmt::Debug for JsonString<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.content)
    }
}
