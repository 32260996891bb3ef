//! JSON text as `JSON.stringify` writes it.

use super::scan::plain_run;
use super::wtf8::Piece;
use super::{RawJson, Wtf8};

/// Appends `text` as a JSON string with its quotes, exactly as
/// `JSON.stringify` does: only what must be escaped is, in the short form where
/// there is one, and lone surrogates are escaped too.
pub fn write_string(out: &mut String, text: Wtf8<'_>) {
    out.push('"');
    for piece in text.pieces() {
        match piece {
            Piece::Text(run) => write_text(out, run),
            Piece::Surrogate(unit) => write_unit(out, unit),
        }
    }
    out.push('"');
}

fn write_text(out: &mut String, mut text: &str) {
    while let Some((plain, rest)) = text.split_at_checked(plain_run(text.as_bytes())) {
        out.push_str(plain);
        let mut chars = rest.chars();
        let Some(special) = chars.next() else {
            return;
        };
        let short = match special {
            '\u{8}' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\u{C}' => 'f',
            '\r' => 'r',
            '"' | '\\' => special,
            _ => '\0',
        };
        if short == '\0' {
            write_unit(out, special as u16);
        } else {
            out.push('\\');
            out.push(short);
        }
        text = chars.as_str();
    }
}

fn write_unit(out: &mut String, unit: u16) {
    out.push_str("\\u");
    for shift in [12, 8, 4, 0] {
        out.push(char::from_digit(u32::from(unit >> shift) & 0xF, 16).unwrap_or('0'));
    }
}

/// Writes JSON piece by piece and puts the commas.
///
/// It does not check that brackets match or that keys stand where they must;
/// that is the caller's part.
pub struct Writer<'a> {
    out: &'a mut String,
    /// A value stands before, in the same container.
    after_value: bool,
}

impl<'a> Writer<'a> {
    /// Appends to `out`.
    pub fn new(out: &'a mut String) -> Self {
        Self {
            out,
            after_value: false,
        }
    }

    fn before_value(&mut self) {
        if self.after_value {
            self.out.push(',');
        }
        self.after_value = true;
    }

    fn open(&mut self, bracket: char) {
        self.before_value();
        self.out.push(bracket);
        self.after_value = false;
    }

    fn close(&mut self, bracket: char) {
        self.out.push(bracket);
        self.after_value = true;
    }

    /// `{`
    pub fn begin_object(&mut self) {
        self.open('{');
    }

    /// `}`
    pub fn end_object(&mut self) {
        self.close('}');
    }

    /// `[`
    pub fn begin_array(&mut self) {
        self.open('[');
    }

    /// `]`
    pub fn end_array(&mut self) {
        self.close(']');
    }

    /// A key; its value must follow.
    pub fn key(&mut self, key: &str) {
        self.key_wtf8(Wtf8::from_str(key));
    }

    /// A key that may hold lone surrogates; its value must follow.
    pub fn key_wtf8(&mut self, key: Wtf8<'_>) {
        self.string(key);
        self.out.push(':');
        self.after_value = false;
    }

    /// A string.
    pub fn string(&mut self, text: Wtf8<'_>) {
        self.before_value();
        write_string(self.out, text);
    }

    /// A string.
    pub fn str(&mut self, text: &str) {
        self.string(Wtf8::from_str(text));
    }

    /// A value, its text unchanged.
    pub fn raw(&mut self, value: RawJson<'_>) {
        self.verbatim(value.as_str());
    }

    /// `true` or `false`
    pub fn bool(&mut self, value: bool) {
        self.verbatim(if value { "true" } else { "false" });
    }

    /// `null`
    pub fn null(&mut self) {
        self.verbatim("null");
    }

    /// A whole number. Beyond 2^53 JavaScript reads the nearest double.
    pub fn integer(&mut self, value: i64) {
        let mut digits = [0_u8; 20];
        let mut used = 0;
        let mut rest = value.unsigned_abs();
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
            used += 1;
            if rest == 0 {
                break;
            }
        }
        self.before_value();
        if value < 0 {
            self.out.push('-');
        }
        for &digit in digits.iter().skip(20 - used) {
            self.out.push(char::from(digit));
        }
    }

    /// JSON text that is known to be right, such as a number as written.
    pub(super) fn verbatim(&mut self, text: &str) {
        self.before_value();
        self.out.push_str(text);
    }
}
