//! Regular expressions that strangers wrote, in bounded time.
//!
//! A schema's `pattern` comes from a server, and a platform's matcher can be
//! made to run for years by a pattern of ten characters (`^(a+)+$`); nothing
//! in a browser can stop it. So such patterns run here: ECMA-262 syntax in
//! Unicode mode (the `u` flag, as JSON Schema asks), matched without ever
//! trying the same thing twice, within a fixed number of steps.
//!
//! A match only has to be found, not reported, so nothing is captured. What
//! needs captures (back-references), look-behind, inline modifiers and
//! property classes (`\p{…}`) are refused.

mod compile;
mod run;

/// A pattern ready to run: steps, with jumps relative, so that a repeated piece
/// can be copied.
#[derive(Debug)]
pub struct Pattern {
    steps: Vec<Step>,
}

/// Why a pattern does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternRefusal {
    /// Not a regular expression in Unicode mode.
    Invalid,
    /// A construct that bounded matching leaves out.
    Unsupported,
    /// The source is too long, or its repetitions add up to too much.
    TooLarge,
    /// Matching took more steps than allowed.
    TooCostly,
}

/// One step. Those that read a character or test a position fail when it does
/// not fit.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Reads a code point from the first to the last.
    Range(u32, u32),
    /// Reads a code point that is in one of as many [`Step::Range`]s that
    /// follow, or, if negated, in none.
    Set { negated: bool, ranges: u32 },
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
    /// The whole pattern or the body of a look-ahead has matched.
    Done,
}

/// `\d`
const DIGITS: &[(u32, u32)] = &[(0x30, 0x39)];
/// `\w`
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
/// What `.` leaves out: ECMA-262 *LineTerminator*.
const LINE_ENDS: &[(u32, u32)] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];
/// `\s`: ECMA-262 *WhiteSpace* and *LineTerminator*.
const SPACES: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

fn is_in(ranges: &[(u32, u32)], char: u32) -> bool {
    ranges
        .iter()
        .any(|&(first, last)| first <= char && char <= last)
}

/// Whether a character is white space to JavaScript.
pub(crate) fn is_space(char: char) -> bool {
    is_in(SPACES, u32::from(char))
}
