//! The view of a front end: JavaScript values, held and grown by the engine.

use wasm_bindgen::prelude::*;

use crate::json::{Wtf8, Wtf8Buf};
use crate::model::{
    Field, Leaf, PartialOp, PartialSlot, Patch, Payload, Placed, QueueChange, StreamState, View,
};

#[wasm_bindgen(module = "/src/wasm/message-store.js")]
extern "C" {
    /// Carries out what Rust decides.
    pub type MessageStore;

    #[wasm_bindgen(constructor)]
    fn new(names: &str, memory: JsValue) -> MessageStore;
    #[wasm_bindgen(method, getter)]
    fn list(this: &MessageStore) -> JsValue;
    #[wasm_bindgen(method)]
    fn publish(this: &MessageStore) -> JsValue;
    #[wasm_bindgen(method, js_name = insertMessage)]
    fn insert_message(this: &MessageStore, at: u32, id: JsValue, role: &str);
    #[wasm_bindgen(method, js_name = adoptHosted)]
    fn adopt_hosted(this: &MessageStore, at: u32, number: u32);
    #[wasm_bindgen(method, js_name = adoptRaw)]
    fn adopt_raw(this: &MessageStore, at: u32, json: &str);
    #[wasm_bindgen(method, js_name = removeMessages)]
    fn remove_messages(this: &MessageStore, from: u32, count: u32);
    #[wasm_bindgen(method, js_name = beginReplacement)]
    fn begin_replacement(this: &MessageStore);
    #[wasm_bindgen(method, js_name = keepMessage)]
    fn keep_message(this: &MessageStore, at: u32);
    #[wasm_bindgen(method, js_name = replaceWithHosted)]
    fn replace_with_hosted(this: &MessageStore, number: u32);
    #[wasm_bindgen(method, js_name = replaceWithRaw)]
    fn replace_with_raw(this: &MessageStore, json: &str);
    #[wasm_bindgen(method, js_name = endReplacement)]
    fn end_replacement(this: &MessageStore);
    #[wasm_bindgen(method, js_name = setMessageId)]
    fn set_message_id(this: &MessageStore, at: u32, id: JsValue);
    #[wasm_bindgen(method, js_name = clearMetadata)]
    fn clear_metadata(this: &MessageStore, at: u32);
    #[wasm_bindgen(method, js_name = mergeMetadataRaw)]
    fn merge_metadata_raw(this: &MessageStore, at: u32, json: &str);
    #[wasm_bindgen(method, js_name = mergeMetadataHosted)]
    fn merge_metadata_hosted(this: &MessageStore, at: u32, number: u32);
    #[wasm_bindgen(method, js_name = pushPart)]
    fn push_part(this: &MessageStore, at: u32);
    #[wasm_bindgen(method, js_name = pushPartHosted)]
    fn push_part_hosted(this: &MessageStore, at: u32, number: u32);
    #[wasm_bindgen(method, js_name = pushPartRaw)]
    fn push_part_raw(this: &MessageStore, at: u32, json: &str);
    #[wasm_bindgen(method, js_name = truncateParts)]
    fn truncate_parts(this: &MessageStore, at: u32, length: u32);
    #[wasm_bindgen(method, js_name = targetPart)]
    fn target_part(this: &MessageStore, at: u32, part: u32);
    #[wasm_bindgen(method, js_name = targetObject)]
    fn target_object(this: &MessageStore, at: u32, part: u32, field: u8, keep: bool);
    #[wasm_bindgen(method, js_name = putUndefined)]
    fn put_undefined(this: &MessageStore, field: u8);
    #[wasm_bindgen(method, js_name = putBoolean)]
    fn put_boolean(this: &MessageStore, field: u8, value: bool);
    #[wasm_bindgen(method, js_name = putText)]
    fn put_text(this: &MessageStore, field: u8, text: &str);
    #[wasm_bindgen(method, js_name = putText)]
    fn put_js_text(this: &MessageStore, field: u8, text: JsValue);
    #[wasm_bindgen(method, js_name = putRaw)]
    fn put_raw(this: &MessageStore, field: u8, json: &str);
    #[wasm_bindgen(method, js_name = putHosted)]
    fn put_hosted(this: &MessageStore, field: u8, number: u32);
    #[wasm_bindgen(method)]
    fn remove(this: &MessageStore, field: u8);
    #[wasm_bindgen(method, js_name = appendShort)]
    fn append_short(this: &MessageStore, at: u32, part: u32, field: u8, from: usize, length: usize);
    #[wasm_bindgen(method, js_name = flatten)]
    fn flatten(this: &MessageStore, at: u32, part: u32) -> bool;
    #[wasm_bindgen(method, js_name = append)]
    fn append_js(this: &MessageStore, at: u32, part: u32, field: u8, text: JsValue);
    #[wasm_bindgen(method, js_name = readText)]
    fn read_text(this: &MessageStore, at: u32, part: u32, field: u8) -> Option<js_sys::JsString>;
    #[wasm_bindgen(method, js_name = readJson)]
    fn read_json(this: &MessageStore, at: u32, part: u32, field: u8) -> Option<String>;
    #[wasm_bindgen(method, js_name = showCard)]
    fn show_card(this: &MessageStore, list: u8, item: u32, at: i32, part: i32, json: &str);
    #[wasm_bindgen(method, js_name = hideCard)]
    fn hide_card(this: &MessageStore, list: u8, item: u32);
    #[wasm_bindgen(method, js_name = queueHosted)]
    fn queue_hosted(this: &MessageStore, number: u32);
    #[wasm_bindgen(method, js_name = queueRaw)]
    fn queue_raw(this: &MessageStore, json: &str);
    #[wasm_bindgen(method, js_name = unqueue)]
    fn unqueue(this: &MessageStore, at: u32);
    #[wasm_bindgen(method, js_name = queueToFront)]
    fn queue_to_front(this: &MessageStore, at: u32);
    #[wasm_bindgen(method, js_name = sendQueued)]
    fn send_queued(this: &MessageStore, at: u32);
    #[wasm_bindgen(method, js_name = showGrants)]
    fn show_grants(this: &MessageStore, json: &str);
    #[wasm_bindgen(method, js_name = partialReset)]
    fn partial_reset(this: &MessageStore, at: u32, part: u32, field: u8);
    #[wasm_bindgen(method, js_name = partialSetDefined)]
    fn partial_set_defined(this: &MessageStore, at: u32, part: u32, field: u8, is_defined: bool);
    #[wasm_bindgen(method, js_name = partialOpen)]
    fn partial_open(
        this: &MessageStore,
        at: u32,
        part: u32,
        field: u8,
        slot: JsValue,
        is_array: bool,
    );
    #[wasm_bindgen(method, js_name = partialScalar)]
    fn partial_scalar(
        this: &MessageStore,
        at: u32,
        part: u32,
        field: u8,
        slot: JsValue,
        json: &str,
    );
    #[wasm_bindgen(method, js_name = partialString)]
    fn partial_string(this: &MessageStore, at: u32, part: u32, field: u8, slot: JsValue);
    #[wasm_bindgen(method, js_name = partialAppend)]
    fn partial_append(this: &MessageStore, at: u32, part: u32, field: u8, text: JsValue);
    #[wasm_bindgen(method, js_name = partialAppendShort)]
    fn partial_append_short(
        this: &MessageStore,
        at: u32,
        part: u32,
        field: u8,
        from: usize,
        length: usize,
    );
    #[wasm_bindgen(method, js_name = appendTwiceShort)]
    fn append_twice_short(
        this: &MessageStore,
        at: u32,
        part: u32,
        field: u8,
        partial: u8,
        from: usize,
        length: usize,
    );
    #[wasm_bindgen(method, js_name = partialClose)]
    fn partial_close(this: &MessageStore, at: u32, part: u32, field: u8);
}

/// A string that has grown since it was handed over last.
struct Pending {
    leaf: Leaf,
    /// It grows inside a half-received value, and not as the field itself.
    partial: bool,
    text: Wtf8Buf,
}

impl Pending {
    /// Whether a field has grown by just what a half-received value of the same
    /// part has.
    fn is_twin_of(&self, partial: &Pending) -> bool {
        !self.partial
            && partial.partial
            && self.leaf.message == partial.leaf.message
            && self.leaf.part == partial.leaf.part
            && self.text == partial.text
    }
}

/// A view that keeps JavaScript values. Texts that grow are gathered here and
/// cross once per publication.
pub struct JsView {
    store: MessageStore,
    pending: Vec<Pending>,
    dirty: bool,
    /// The part that fields are put into, until something else is written or
    /// published: fields of one part are set in a row.
    targeted: Option<(u32, u32)>,
}

impl Default for JsView {
    fn default() -> JsView {
        JsView::new()
    }
}

impl JsView {
    /// An empty list of messages.
    pub fn new() -> JsView {
        let mut names = String::new();
        for field in Field::ALL {
            if !names.is_empty() {
                names.push(',');
            }
            names.push_str(field.name());
        }
        JsView {
            store: MessageStore::new(&names, wasm_bindgen::memory()),
            pending: Vec::new(),
            dirty: false,
            targeted: None,
        }
    }

    /// The values themselves.
    pub fn store(&self) -> &MessageStore {
        &self.store
    }

    /// The list of messages. What it shows never changes again.
    pub fn publish(&mut self) -> JsValue {
        if self.dirty {
            self.flush();
            self.dirty = false;
            self.targeted = None;
            return self.store.publish();
        }
        self.store.list()
    }

    /// A text that the engine holds grows: it never passes through here.
    pub fn append_held(&mut self, leaf: Leaf, text: JsValue) {
        self.flush();
        self.dirty = true;
        self.store
            .append_js(leaf.message, leaf.part, leaf.field as u8, text);
    }

    fn grow(&mut self, leaf: Leaf, partial: bool, text: Wtf8<'_>) {
        let known = self
            .pending
            .iter_mut()
            .find(|pending| pending.leaf == leaf && pending.partial == partial);
        match known {
            Some(pending) => pending.text.push_wtf8(text),
            None => self.pending.push(Pending {
                leaf,
                partial,
                text: text.to_owned(),
            }),
        }
    }

    /// Hands over what has been gathered.
    fn flush(&mut self) {
        let mut rest = self.pending.iter_mut().peekable();
        while let Some(pending) = rest.next() {
            if pending.text.is_empty() {
                continue;
            }
            let Leaf {
                message,
                part,
                field,
            } = pending.leaf;
            let field = field as u8;
            let bytes = pending.text.as_bytes();
            if bytes.len() <= SHORT && bytes.is_ascii() {
                let (from, length) = (bytes.as_ptr() as usize, bytes.len());
                // Inside a string the input as it comes is mostly what it says.
                let twin = rest.next_if(|next| pending.is_twin_of(next));
                if let Some(twin) = twin {
                    let partial = twin.leaf.field as u8;
                    self.store
                        .append_twice_short(message, part, field, partial, from, length);
                    twin.text.clear();
                } else if pending.partial {
                    self.store
                        .partial_append_short(message, part, field, from, length);
                } else {
                    self.store.append_short(message, part, field, from, length);
                }
            } else {
                let text = js_text(pending.text.as_wtf8());
                if pending.partial {
                    self.store.partial_append(message, part, field, text);
                } else {
                    self.store.append_js(message, part, field, text);
                }
            }
            pending.text.clear();
        }
        if self.pending.len() > KEPT_BUFFERS {
            self.pending.clear();
        }
    }

    /// Fields are put into this part from now on.
    fn target(&mut self, leaf: Leaf) {
        let place = (leaf.message, leaf.part);
        if self.targeted != Some(place) {
            self.store.target_part(leaf.message, leaf.part);
            self.targeted = Some(place);
        }
    }

    fn set(&mut self, leaf: Leaf, value: Payload<'_>) {
        if leaf.field == Field::Input {
            self.store
                .partial_reset(leaf.message, leaf.part, leaf.field as u8);
        }
        self.target(leaf);
        self.put(leaf.field, value);
        let done = StreamState::Done.name();
        if leaf.field == Field::State
            && matches!(value, Payload::Text(state) if state.as_str() == Some(done))
        {
            self.store.flatten(leaf.message, leaf.part);
        }
    }

    fn put(&self, field: Field, value: Payload<'_>) {
        let field = field as u8;
        match value {
            Payload::Undefined => self.store.put_undefined(field),
            Payload::Bool(flag) => self.store.put_boolean(field, flag),
            Payload::Text(text) => match text.as_str() {
                Some(plain) => self.store.put_text(field, plain),
                None => self.store.put_js_text(field, js_text(text)),
            },
            Payload::Raw(raw) => self.store.put_raw(field, raw.as_str()),
            Payload::Host(number) => self.store.put_hosted(field, number),
        }
    }

    fn partial(&mut self, leaf: Leaf, op: PartialOp<'_>) {
        if let PartialOp::Append(text) = op {
            self.grow(leaf, true, text);
            return;
        }
        self.flush();
        let Leaf {
            message,
            part,
            field,
        } = leaf;
        let field = field as u8;
        let store = &self.store;
        match op {
            PartialOp::Reset => store.partial_reset(message, part, field),
            PartialOp::SetDefined(defined) => {
                store.partial_set_defined(message, part, field, defined);
            }
            PartialOp::OpenObject(slot) => {
                store.partial_open(message, part, field, js_slot(slot), false);
            }
            PartialOp::OpenArray(slot) => {
                store.partial_open(message, part, field, js_slot(slot), true);
            }
            PartialOp::Scalar(slot, raw) => {
                store.partial_scalar(message, part, field, js_slot(slot), raw.as_str());
            }
            PartialOp::String(slot) => store.partial_string(message, part, field, js_slot(slot)),
            PartialOp::Append(_) => {}
            PartialOp::Close => store.partial_close(message, part, field),
        }
    }
}

/// The longest text, in bytes, that is read unit by unit: an engine's decoder
/// costs more than that to call.
const SHORT: usize = 64;

/// Buffers kept for texts that go on growing.
const KEPT_BUFFERS: usize = 8;

impl View for JsView {
    fn apply(&mut self, patch: Patch<'_>) {
        self.dirty = true;
        if let Patch::Append { leaf, text } = patch {
            self.grow(leaf, false, text);
            return;
        }
        if let Patch::Partial { leaf, op } = patch {
            self.partial(leaf, op);
            return;
        }
        // Everything else may move or replace what is gathered for a field.
        self.flush();
        if let Patch::Set { leaf, value } = patch {
            self.set(leaf, value);
            return;
        }
        if let Patch::Unset { leaf } = patch {
            self.target(leaf);
            self.store.remove(leaf.field as u8);
            return;
        }
        self.targeted = None;
        let store = &self.store;
        match patch {
            Patch::InsertMessage { at, id, role } => {
                store.insert_message(at, js_text(id), role.name());
            }
            Patch::AdoptMessage { at, value } => match value {
                Payload::Host(number) => store.adopt_hosted(at, number),
                Payload::Raw(raw) => store.adopt_raw(at, raw.as_str()),
                Payload::Undefined | Payload::Bool(_) | Payload::Text(_) => {}
            },
            Patch::ReplaceMessages { list } => {
                store.begin_replacement();
                for placed in list {
                    match placed {
                        Placed::Kept(at) => store.keep_message(*at),
                        Placed::New(Payload::Host(number)) => store.replace_with_hosted(*number),
                        Placed::New(Payload::Raw(raw)) => store.replace_with_raw(raw.as_str()),
                        Placed::New(Payload::Undefined | Payload::Bool(_) | Payload::Text(_)) => {}
                    }
                }
                store.end_replacement();
                self.pending.clear();
            }
            Patch::RemoveMessages { from, count } => {
                store.remove_messages(from, count);
                self.pending.clear();
            }
            Patch::SetMessageId { message, id } => store.set_message_id(message, js_text(id)),
            Patch::MergeMetadata { message, value } => match value {
                Payload::Host(number) => store.merge_metadata_hosted(message, number),
                Payload::Raw(raw) => store.merge_metadata_raw(message, raw.as_str()),
                Payload::Undefined | Payload::Bool(_) | Payload::Text(_) => {}
            },
            Patch::ClearMetadata { message } => store.clear_metadata(message),
            Patch::PushPart { message, fields } => {
                store.push_part(message);
                for (field, value) in fields {
                    self.put(*field, *value);
                }
            }
            Patch::AdoptPart { message, value } => match value {
                Payload::Host(number) => store.push_part_hosted(message, number),
                Payload::Raw(raw) => store.push_part_raw(message, raw.as_str()),
                Payload::Undefined | Payload::Bool(_) | Payload::Text(_) => {}
            },
            Patch::TruncateParts { message, len } => store.truncate_parts(message, len),
            Patch::SetObject {
                leaf,
                merge,
                fields,
            } => {
                store.target_object(leaf.message, leaf.part, leaf.field as u8, merge);
                for (field, value) in fields {
                    self.put(*field, *value);
                }
            }
            Patch::ShowCard {
                list,
                item,
                place,
                card,
            } => {
                let (at, part) = place.map_or((-1, -1), |(at, part)| {
                    (
                        i32::try_from(at).unwrap_or(-1),
                        i32::try_from(part).unwrap_or(-1),
                    )
                });
                store.show_card(list as u8, item.0, at, part, card.as_str());
            }
            Patch::HideCard { list, item } => store.hide_card(list as u8, item.0),
            Patch::Queue(change) => change_queue(store, change),
            Patch::ShowGrants { grants } => store.show_grants(grants.as_str()),
            Patch::Append { .. }
            | Patch::Partial { .. }
            | Patch::Set { .. }
            | Patch::Unset { .. } => {}
        }
    }

    fn read_text(&mut self, leaf: Leaf) -> Option<Wtf8Buf> {
        self.flush();
        self.store
            .read_text(leaf.message, leaf.part, leaf.field as u8)
            .map(|text| rust_text(&text))
    }

    fn read_json(&mut self, leaf: Leaf) -> Option<String> {
        self.flush();
        self.store
            .read_json(leaf.message, leaf.part, leaf.field as u8)
    }
}

fn change_queue(store: &MessageStore, change: QueueChange<'_>) {
    match change {
        QueueChange::Add(Payload::Host(number)) => store.queue_hosted(number),
        QueueChange::Add(Payload::Raw(raw)) => store.queue_raw(raw.as_str()),
        QueueChange::Add(Payload::Undefined | Payload::Bool(_) | Payload::Text(_)) => {}
        QueueChange::Remove(at) => store.unqueue(at),
        QueueChange::ToFront(at) => store.queue_to_front(at),
        QueueChange::Send { at } => store.send_queued(at),
    }
}

/// Code units that are handed over in one call.
const UNITS_AT_ONCE: usize = 4096;

/// A string as JavaScript has it.
pub fn js_text(text: Wtf8<'_>) -> JsValue {
    match text.as_str() {
        Some(plain) => JsValue::from_str(plain),
        None => {
            let units: Vec<u16> = text.utf16().collect();
            let mut whole = js_sys::JsString::from("");
            // Each unit is an argument of a call, and an engine takes only so many.
            for piece in units.chunks(UNITS_AT_ONCE) {
                whole = whole.concat(&js_sys::JsString::from_char_code(piece));
            }
            whole.into()
        }
    }
}

/// A string of JavaScript, lone surrogates included.
pub fn rust_text(text: &js_sys::JsString) -> Wtf8Buf {
    let plain = String::from(text);
    // A lone surrogate becomes the replacement character, EF BF BD; only then it is worth a look at every unit.
    if !plain.as_bytes().contains(&0xEF) || text.is_valid_utf16() {
        return Wtf8Buf::from(plain);
    }
    let mut copy = Wtf8Buf::new();
    for unit in text.iter() {
        copy.push_code_unit(unit);
    }
    copy
}

fn js_slot(slot: PartialSlot<'_>) -> JsValue {
    match slot {
        PartialSlot::Root => JsValue::UNDEFINED,
        PartialSlot::Key(key) => js_text(key),
        PartialSlot::Index(index) => JsValue::from(index),
    }
}
