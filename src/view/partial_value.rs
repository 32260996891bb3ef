//! A JSON value that is still being received.

use crate::json::{Value, Wtf8Buf};
use crate::model::{PartialOp, PartialSlot};

/// What is known of it besides the value.
#[derive(Clone, Debug, Default)]
pub(super) struct PartialValue {
    defined: bool,
    /// The value while it is undefined to everybody else.
    hidden: Option<Value>,
    /// The containers that are open, from the outermost in.
    open: Vec<Step>,
    /// Where the string stands that was set last.
    string: Option<Step>,
}

#[derive(Clone, Debug)]
enum Step {
    Root,
    Key(Wtf8Buf),
    Index(usize),
}

impl From<PartialSlot<'_>> for Step {
    fn from(slot: PartialSlot<'_>) -> Step {
        match slot {
            PartialSlot::Root => Step::Root,
            PartialSlot::Key(key) => Step::Key(key.to_owned()),
            PartialSlot::Index(index) => Step::Index(index as usize),
        }
    }
}

impl PartialValue {
    /// Applies one operation to the value in `root`.
    pub fn apply(&mut self, root: &mut Option<Value>, op: PartialOp<'_>) {
        if let PartialOp::Reset = op {
            *self = PartialValue::default();
            *root = None;
        } else if self.defined {
            self.change(root, op);
        } else {
            let mut hidden = self.hidden.take();
            self.change(&mut hidden, op);
            if self.defined {
                *root = hidden;
            } else {
                self.hidden = hidden;
            }
        }
    }

    fn change(&mut self, root: &mut Option<Value>, op: PartialOp<'_>) {
        match op {
            PartialOp::Reset => {}
            PartialOp::SetDefined(defined) => {
                if self.defined && !defined {
                    self.hidden = root.take();
                }
                self.defined = defined;
            }
            PartialOp::OpenObject(slot) => self.open(root, slot, Value::Object(Vec::new())),
            PartialOp::OpenArray(slot) => self.open(root, slot, Value::Array(Vec::new())),
            PartialOp::Scalar(slot, raw) => self.put(root, &Step::from(slot), Value::from(raw)),
            PartialOp::String(slot) => {
                let slot = Step::from(slot);
                self.put(root, &slot, Value::String(Wtf8Buf::default()));
                self.string = Some(slot);
            }
            PartialOp::Append(text) => {
                let Some(slot) = self.string.clone() else {
                    return;
                };
                let grown = self.top(root).and_then(|top| child(top, &slot));
                if let Some(Value::String(grown)) = grown {
                    grown.push_wtf8(text);
                }
            }
            PartialOp::Close => {
                self.open.pop();
            }
        }
    }

    fn open(&mut self, root: &mut Option<Value>, slot: PartialSlot<'_>, container: Value) {
        let slot = Step::from(slot);
        self.put(root, &slot, container);
        self.open.push(slot);
    }

    fn put(&mut self, root: &mut Option<Value>, slot: &Step, value: Value) {
        match slot {
            Step::Root => *root = Some(value),
            Step::Key(key) => {
                if let Some(top) = self.top(root) {
                    top.set(key.clone(), value);
                }
            }
            Step::Index(index) => {
                if let Some(Value::Array(list)) = self.top(root) {
                    match list.get_mut(*index) {
                        Some(element) => *element = value,
                        None => list.push(value),
                    }
                }
            }
        }
    }

    /// The innermost open container, or the root.
    fn top<'v>(&self, root: &'v mut Option<Value>) -> Option<&'v mut Value> {
        let mut top = root.as_mut()?;
        for step in &self.open {
            top = child(top, step)?;
        }
        Some(top)
    }
}

fn child<'v>(parent: &'v mut Value, step: &Step) -> Option<&'v mut Value> {
    match step {
        Step::Root => Some(parent),
        Step::Key(key) => match parent {
            Value::Object(members) => members
                .iter_mut()
                .rev()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => None,
        },
        Step::Index(index) => match parent {
            Value::Array(list) => list.get_mut(*index),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Object(_) => None,
        },
    }
}
