//! Keys that AI SDK refuses in what a model sends.
//!
//! A value in which an object has a member `__proto__`, or a member
//! `constructor` that is an object with a member `prototype`, is no value at
//! all (`secureJsonParse` throws). What is already there does not count any
//! more once a repeated key has replaced it.

use super::nesting::Container;
use crate::json::Wtf8;
use crate::stream::limits::MAX_FORBIDDEN_PARTS;

/// Follows a value that is being built and knows whether it may be shown.
#[derive(Debug, Default)]
pub(super) struct Forbidden {
    /// For each open container, where its own key begins in `keys`.
    key_starts: Vec<usize>,
    /// The keys under which the open containers stand, one after the other;
    /// nothing for an element of an array.
    keys: Vec<u8>,
    /// How many containers are open around, and including, an outermost one
    /// that cannot be made good: it has a forbidden key of its own, or an
    /// element that has one.
    spoilt: Option<usize>,
    /// Complete members of open objects that hold a forbidden key: how many
    /// containers are open around each, and its own key.
    replaceable: Vec<(usize, Box<[u8]>)>,
}

/// The value will stay forbidden, whatever comes.
pub(super) struct Forever;

impl Forbidden {
    /// Whether the value as it stands is forbidden.
    pub(super) fn is_present(&self) -> bool {
        self.spoilt.is_some() || !self.replaceable.is_empty()
    }

    /// Whether the innermost open container is, or is inside, one that cannot
    /// be made good.
    pub(super) fn inside(&self) -> bool {
        self.spoilt.is_some()
    }

    /// Whether the innermost open container is inside one that cannot be made
    /// good, so that nobody has seen it begin.
    pub(super) fn hides_innermost(&self) -> bool {
        self.spoilt
            .is_some_and(|depth| depth < self.key_starts.len())
    }

    /// A member with this key begins in the innermost container, an object.
    pub(super) fn member(&mut self, key: Wtf8<'_>) {
        if self.inside() {
            return;
        }
        let depth = self.key_starts.len();
        let start = self.key_starts.last().copied().unwrap_or_default();
        let under = self.keys.get(start..).unwrap_or_default();
        if key.eq_str("__proto__") || (key.eq_str("prototype") && under == b"constructor") {
            self.spoilt = Some(depth);
        } else if !self.replaceable.is_empty() {
            self.replaceable
                .retain(|(at, member)| *at != depth || **member != *key.as_bytes());
        }
    }

    /// A container begins: under this key, if it is a member of an object.
    pub(super) fn open(&mut self, key: Option<Wtf8<'_>>) {
        self.key_starts.push(self.keys.len());
        if let Some(key) = key {
            self.keys.extend_from_slice(key.as_bytes());
        }
    }

    /// The innermost container is complete; it stands in `parent`.
    pub(super) fn close(&mut self, parent: Option<Container>) -> Result<(), Forever> {
        let depth = self.key_starts.len();
        let start = self.key_starts.pop().unwrap_or_default();
        let members = self.replaceable.len();
        self.replaceable.retain(|(at, _)| *at != depth);
        let mut holds = self.replaceable.len() != members;
        if self.spoilt == Some(depth) {
            self.spoilt = None;
            holds = true;
        }
        if holds {
            match parent {
                None => return Err(Forever),
                Some(Container::Array) => self.spoilt = Some(depth - 1),
                Some(Container::Object) => {
                    if self.replaceable.len() == MAX_FORBIDDEN_PARTS {
                        return Err(Forever);
                    }
                    let key = self.keys.get(start..).unwrap_or_default();
                    self.replaceable.push((depth - 1, key.into()));
                }
            }
        }
        self.keys.truncate(start);
        Ok(())
    }
}
