//! Regular expressions that strangers wrote, in bounded time.
//!
//! A schema's `pattern` comes from a server, and a platform's matcher can be
//! made to run for years by a pattern of ten characters (`^(a+)+$`); nothing
//! in a browser can stop it. So such patterns run here: ECMA-262 syntax in
//! Unicode mode (the `u` flag, as JSON Schema asks), matched without ever
//! trying the same thing twice, within a fixed number of steps.
//!
//! A match only has to be found, not reported, so nothing is captured. What
//! needs captures (back-references), look-behind and inline modifiers is
//! refused; `\p{…}` is asked of the platform, one character at a time.

mod compile;
mod program;
mod run;

use crate::host::Host;
use program::Program;

/// A pattern ready to run.
#[derive(Debug)]
pub struct Pattern {
    program: Program,
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

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// Any [`PatternRefusal`] but [`PatternRefusal::TooCostly`].
    pub fn compile(source: &str, host: &dyn Host) -> Result<Self, PatternRefusal> {
        compile::compile(source, host).map(|program| Self { program })
    }

    /// Whether the pattern matches anywhere in the text, given as code points
    /// (lone surrogates included). What it takes is subtracted from
    /// `steps_left`, usually [`limits::PATTERN_STEPS`](super::limits::PATTERN_STEPS)
    /// for everything that is judged together.
    ///
    /// # Errors
    ///
    /// [`PatternRefusal::TooCostly`] when there are not enough steps left, and
    /// [`PatternRefusal::Unsupported`] when the platform would have to be asked
    /// about a lone surrogate.
    pub fn is_match(
        &self,
        text: &[u32],
        host: &dyn Host,
        steps_left: &mut usize,
    ) -> Result<bool, PatternRefusal> {
        run::is_match(&self.program, text, host, steps_left)
    }
}
