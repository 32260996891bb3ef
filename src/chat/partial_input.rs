//! Half-received tool input on its way into the view.

use crate::json::{RawJson, Wtf8};
use crate::model::{Leaf, PartialOp, PartialSlot, Patch, View};
use crate::stream::partial::{PartialSink, Slot};

/// Writes what the parser says into one field of one part.
pub(super) struct InputSink<'v> {
    pub leaf: Leaf,
    pub view: &'v mut dyn View,
}

impl InputSink<'_> {
    fn put(&mut self, op: PartialOp<'_>) {
        self.view.apply(Patch::Partial {
            leaf: self.leaf,
            op,
        });
    }
}

impl PartialSink for InputSink<'_> {
    fn set_defined(&mut self, defined: bool) {
        self.put(PartialOp::SetDefined(defined));
    }

    fn open_object(&mut self, slot: Slot<'_>) {
        self.put(PartialOp::OpenObject(place(slot)));
    }

    fn open_array(&mut self, slot: Slot<'_>) {
        self.put(PartialOp::OpenArray(place(slot)));
    }

    fn scalar(&mut self, slot: Slot<'_>, value: RawJson<'_>) {
        self.put(PartialOp::Scalar(place(slot), value));
    }

    fn string(&mut self, slot: Slot<'_>) {
        self.put(PartialOp::String(place(slot)));
    }

    fn append(&mut self, text: Wtf8<'_>) {
        self.put(PartialOp::Append(text));
    }

    fn close(&mut self) {
        self.put(PartialOp::Close);
    }
}

fn place(slot: Slot<'_>) -> PartialSlot<'_> {
    match slot {
        Slot::Root => PartialSlot::Root,
        Slot::Key(key) => PartialSlot::Key(key),
        Slot::Index(index) => PartialSlot::Index(index),
    }
}
