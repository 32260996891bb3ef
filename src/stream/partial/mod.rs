//! JSON that is still being received, as AI SDK shows it.
//!
//! A model's tool input arrives in pieces, and what is there can be shown
//! before it is complete. AI SDK 7 reads the whole text anew for every piece
//! (`parsePartialJson`: parse it; else cut it, append what is missing, and
//! parse that). [`PartialJson`] reads every piece once and tells a
//! [`PartialSink`] what it changes; the value that the sink has built is, after
//! every piece, the one that AI SDK would show.
//!
//! Three automata make that possible. `repair` finds where AI SDK would cut the
//! text. What stands before the cut is final: `build` reads it with JSON's
//! `grammar` and gives it to the sink. What stands behind is kept, and only
//! checked, until a later cut takes it in. The value is defined when the
//! brackets that AI SDK appends at the cut fit the grammar there.
//!
//! # Where it differs
//!
//! - Nesting beyond [`MAX_DEPTH`](crate::json::limits::MAX_DEPTH) and numbers
//!   beyond
//!   [`MAX_PARTIAL_NUMBER_BYTES`](super::limits::MAX_PARTIAL_NUMBER_BYTES) leave
//!   the value undefined for good.
//! - So does a value with forbidden keys in more than
//!   [`MAX_FORBIDDEN_PARTS`](super::limits::MAX_FORBIDDEN_PARTS) members that
//!   are waiting to be replaced by members of the same key.
//! - AI SDK takes `\"` in a key for the key's end. Where that has led it astray
//!   so that it shows an early part of the text only, and the text then becomes
//!   JSON at the end of a piece, AI SDK goes back to that early part when
//!   something other than white space follows, or when the whole has a forbidden
//!   key; here the value is undefined.

mod build;
mod forbidden;
mod grammar;
mod nesting;
mod repair;
mod tree;

use build::Build;
use grammar::{Grammar, Refused, Role, State};
use repair::{Completion, Repair};

use crate::json::{RawJson, Wtf8, Wtf8Buf};
use crate::stream::limits::MAX_PARTIAL_NUMBER_BYTES;

pub use tree::TreeSink;

/// Builds a value from what [`PartialJson`] finds.
///
/// The operations are relative to the open containers: `open_…` makes a new
/// innermost one, `close` returns to the one around it. A container, or a
/// string, is given once; it then grows. A slot that is already filled is
/// filled anew by a repeated key, or by a number with more digits (and, while
/// the whole value is a number, with fewer).
///
/// A key that AI SDK forbids is never given, nor is anything below it.
pub trait PartialSink {
    /// From now on the whole value is undefined, or is again what the
    /// operations have built. Undefined at first. Operations go on while it is.
    fn set_defined(&mut self, defined: bool);

    /// An empty object that can be added to until it is closed.
    fn open_object(&mut self, slot: Slot<'_>);

    /// An empty array that can be added to until it is closed.
    fn open_array(&mut self, slot: Slot<'_>);

    /// A number, `true`, `false` or `null`.
    fn scalar(&mut self, slot: Slot<'_>, value: RawJson<'_>);

    /// An empty string that can be appended to until the next operation of
    /// another kind, [`PartialSink::set_defined`] aside.
    fn string(&mut self, slot: Slot<'_>);

    /// Appends to the string that came last. The two halves of a surrogate pair
    /// may come in two operations.
    fn append(&mut self, text: Wtf8<'_>);

    /// The innermost container is complete.
    fn close(&mut self);
}

/// Where a value stands in the innermost open container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot<'a> {
    /// It is the whole value; no container is open.
    Root,
    /// The member of an object with this key.
    Key(Wtf8<'a>),
    /// The element of an array at this index: the next, or the last again.
    Index(u32),
}

/// Reads JSON in pieces, each once.
#[derive(Debug, Default)]
pub struct PartialJson {
    repair: Repair,
    build: Build,
    /// What stands behind the last cut.
    kept: Wtf8Buf,
    /// The grammar at the end of the text, if something is kept.
    ahead: Grammar,
    /// `build` has read beyond the last cut, since the text had become JSON.
    beyond_cut: bool,
    phase: Phase,
    defined: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Json,
    /// What stands behind the last cut is not the beginning of any JSON: it is
    /// not kept, and another cut would be the end.
    Garbage,
    /// Nothing can make the text a value again.
    Lost,
}

impl PartialJson {
    /// At the start of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there is a value, whole or partial.
    pub const fn is_defined(&self) -> bool {
        self.defined
    }

    /// Reads the next piece of the text. Costs what the piece costs.
    pub fn push(&mut self, delta: Wtf8<'_>, sink: &mut dyn PartialSink) {
        if self.phase == Phase::Lost {
            return;
        }
        let defined = self.read(delta, sink).unwrap_or_else(|Refused| {
            *self = Self {
                phase: Phase::Lost,
                defined: self.defined,
                ..Self::default()
            };
            false
        });
        if defined != self.defined {
            self.defined = defined;
            sink.set_defined(defined);
        }
    }

    fn read(&mut self, delta: Wtf8<'_>, sink: &mut dyn PartialSink) -> Result<bool, Refused> {
        let bytes = delta.as_bytes();
        let cut = self.repair.read(bytes);
        if cut > 0 {
            if self.phase == Phase::Garbage {
                return Err(Refused);
            }
            self.take_kept(sink)?;
            self.build.read(delta.slice(0..cut), sink)?;
            self.beyond_cut = false;
        }
        if cut < bytes.len() && self.phase == Phase::Json {
            self.keep(delta.slice(cut..bytes.len()));
        }
        let complete = match self.phase {
            Phase::Garbage | Phase::Lost => false,
            Phase::Json if self.kept.is_empty() => self.build.grammar.is_complete(),
            Phase::Json => self.ahead.is_complete(),
        };
        if complete && !self.kept.is_empty() {
            if let Some(number) = self.build.root_number() {
                if bytes.trim_ascii().is_empty() {
                    // It has been given already; white space can be long.
                    return Ok(true);
                }
                // The repair takes `1e` of `1e+5` for the whole number, so it
                // may have to come back to that.
                let text = self.kept.to_string_lossy();
                let whole = [number, text.trim_ascii_end()].concat();
                if whole.len() > MAX_PARTIAL_NUMBER_BYTES {
                    return Err(Refused);
                }
                self.build.give_root_number(&whole, sink);
                return Ok(true);
            }
            if !self.build.grammar.is_complete() {
                self.take_kept(sink)?;
                self.beyond_cut = true;
            }
        }
        self.build.flush(sink);
        Ok((complete || self.completion_fits()) && !self.build.forbidden.is_present())
    }

    /// What was kept stands before the cut now.
    fn take_kept(&mut self, sink: &mut dyn PartialSink) -> Result<(), Refused> {
        if !self.kept.is_empty() {
            self.build.read(self.kept.as_wtf8(), sink)?;
            self.kept.clear();
        }
        Ok(())
    }

    fn keep(&mut self, text: Wtf8<'_>) {
        if self.kept.is_empty() {
            self.ahead.copy_from(&self.build.grammar);
        }
        if self.ahead.skip(text.as_bytes()).is_ok() {
            self.kept.push_wtf8(text);
        } else {
            self.phase = Phase::Garbage;
            self.kept = Wtf8Buf::new();
        }
    }

    /// Whether what is appended at the last cut makes JSON of the text before.
    fn completion_fits(&self) -> bool {
        let (completion, nesting) = self.repair.completion();
        let grammar = &self.build.grammar;
        let fits = match completion {
            Completion::Quote => grammar.state == State::Text(Role::Value),
            Completion::Letters(literal, letters) => {
                grammar.state == State::Literal(literal, letters)
            }
            Completion::Nothing => grammar.can_close(),
        };
        fits && !self.beyond_cut && grammar.nesting == *nesting
    }
}
