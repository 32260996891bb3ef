//! What a pattern is compiled to.

/// A pattern as steps. Jumps are relative, so that a repeated piece can be
/// copied.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) classes: Vec<Class>,
    /// Sources of the property classes (`\p{…}`) that the platform decides.
    pub(super) properties: Vec<Box<str>>,
}

/// One step of a program. Those that read a character or test a position fail
/// when it does not fit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Reads this code point.
    Char(u32),
    /// Reads a code point of the class with this index.
    Class(u16),
    /// Goes on elsewhere.
    Jump(i32),
    /// Goes on with the next step, or elsewhere.
    Fork(i32),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b` (`true`) or `\B`.
    WordEdge(bool),
    /// `(?=…)` (`true`) or `(?!…)`: the body follows and ends with
    /// [`Step::Done`]; what comes after the body is that many steps away.
    Ahead(bool, i32),
    /// The whole program or the body of a look-ahead has matched.
    Done,
}

/// A set of characters.
#[derive(Debug, Default)]
pub(super) struct Class {
    pub(super) negated: bool,
    pub(super) items: Vec<Item>,
}

/// A part of a [`Class`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    /// The code points from the first to the last.
    Range(u32, u32),
    /// `\d` (`true`) or `\D`.
    Digit(bool),
    /// `\s` (`true`) or `\S`.
    Space(bool),
    /// `\w` (`true`) or `\W`.
    Word(bool),
    /// `\n`, `\r` and their Unicode relatives, which `.` leaves out.
    LineEnd,
    /// A property class, by index into [`Program::properties`]: `\p` (`true`)
    /// or `\P`.
    Property(u16, bool),
}

pub(super) fn is_digit(char: u32) -> bool {
    matches!(char, 0x30..=0x39)
}

pub(super) fn is_word(char: u32) -> bool {
    matches!(char, 0x30..=0x39 | 0x41..=0x5A | 0x5F | 0x61..=0x7A)
}

pub(super) fn is_line_end(char: u32) -> bool {
    matches!(char, 0x0A | 0x0D | 0x2028 | 0x2029)
}

/// ECMA-262 *WhiteSpace* and *LineTerminator*.
pub(super) fn is_space(char: u32) -> bool {
    matches!(
        char,
        0x09..=0x0D | 0x20 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F
            | 0x3000 | 0xFEFF
    )
}
