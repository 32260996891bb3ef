//! The value that is being received, as a plain tree.

use std::collections::HashMap;

use super::{PartialSink, Slot};
use crate::json::{RawJson, Value, Wtf8, Wtf8Buf};

/// Builds a [`Value`].
#[derive(Debug, Default)]
pub struct TreeSink {
    root: Value,
    defined: bool,
    /// The open containers.
    open: Vec<Open>,
    /// Where the value that came last stands in the innermost container.
    last: usize,
}

#[derive(Debug)]
struct Open {
    /// Where it stands in the container around it.
    index: usize,
    /// Where each key stands, once there are many.
    keys: HashMap<Wtf8Buf, usize>,
}

/// From this many members on, keys are looked up in a table.
const MANY: usize = 16;

impl TreeSink {
    /// Without a value.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value as it stands, unless it is undefined.
    pub fn value(&self) -> Option<&Value> {
        self.defined.then_some(&self.root)
    }

    /// The innermost open container.
    fn innermost(&mut self) -> Option<&mut Value> {
        let mut value = &mut self.root;
        // The root stands in nothing.
        for open in self.open.iter().skip(1) {
            value = child(value, open.index)?;
        }
        Some(value)
    }

    fn put(&mut self, slot: Slot<'_>, value: Value) {
        let mut keys = self
            .open
            .last_mut()
            .map(|open| core::mem::take(&mut open.keys))
            .unwrap_or_default();
        let index = match slot {
            Slot::Root => {
                self.root = value;
                0
            }
            Slot::Index(index) => {
                let index = index as usize;
                if let Some(Value::Array(elements)) = self.innermost() {
                    match elements.get_mut(index) {
                        Some(place) => *place = value,
                        None => elements.push(value),
                    }
                }
                index
            }
            Slot::Key(key) => {
                if let Some(Value::Object(members)) = self.innermost() {
                    put_member(members, &mut keys, key, value)
                } else {
                    0
                }
            }
        };
        if let Some(open) = self.open.last_mut() {
            open.keys = keys;
        }
        self.last = index;
    }

    fn open(&mut self, slot: Slot<'_>, container: Value) {
        self.put(slot, container);
        self.open.push(Open {
            index: self.last,
            keys: HashMap::new(),
        });
    }
}

fn child(value: &mut Value, index: usize) -> Option<&mut Value> {
    match value {
        Value::Array(elements) => elements.get_mut(index),
        Value::Object(members) => members.get_mut(index).map(|(_, value)| value),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// Sets a member and tells where it stands.
fn put_member(
    members: &mut Vec<(Wtf8Buf, Value)>,
    keys: &mut HashMap<Wtf8Buf, usize>,
    key: Wtf8<'_>,
    value: Value,
) -> usize {
    let key = key.to_owned();
    if members.len() >= MANY && keys.is_empty() {
        keys.extend(
            members
                .iter()
                .enumerate()
                .map(|(index, (key, _))| (key.clone(), index)),
        );
    }
    let known = if keys.is_empty() {
        members.iter().position(|(known, _)| *known == key)
    } else {
        keys.get(&key).copied()
    };
    if let Some(index) = known {
        if let Some((_, place)) = members.get_mut(index) {
            *place = value;
        }
        return index;
    }
    let index = members.len();
    if !keys.is_empty() {
        keys.insert(key.clone(), index);
    }
    members.push((key, value));
    index
}

impl PartialSink for TreeSink {
    fn set_defined(&mut self, defined: bool) {
        self.defined = defined;
    }

    fn open_object(&mut self, slot: Slot<'_>) {
        self.open(slot, Value::Object(Vec::new()));
    }

    fn open_array(&mut self, slot: Slot<'_>) {
        self.open(slot, Value::Array(Vec::new()));
    }

    fn scalar(&mut self, slot: Slot<'_>, value: RawJson<'_>) {
        self.put(slot, Value::from(value));
    }

    fn string(&mut self, slot: Slot<'_>) {
        self.put(slot, Value::String(Wtf8Buf::new()));
    }

    fn append(&mut self, text: Wtf8<'_>) {
        let last = self.last;
        let string = if self.open.is_empty() {
            Some(&mut self.root)
        } else {
            self.innermost()
                .and_then(|container| child(container, last))
        };
        if let Some(Value::String(string)) = string {
            string.push_wtf8(text);
        }
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.last = open.index;
        }
    }
}
