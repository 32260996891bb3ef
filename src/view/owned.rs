//! A view that keeps JSON values.

use std::collections::BTreeMap;

use crate::json::{Kind, Value, Writer, Wtf8, Wtf8Buf};
use crate::model::{CardList, Field, ItemId, Leaf, Patch, Payload, Placed, QueueChange, View};

use super::partial_value::PartialValue;

/// An object whose fields may be there without a value, as JavaScript's
/// `undefined`: they keep their place and JSON leaves them out.
#[derive(Clone, Debug, Default)]
struct Fields(Vec<(Wtf8Buf, Option<Value>)>);

/// Messages as JSON values.
#[derive(Clone, Debug, Default)]
pub struct OwnedView {
    messages: Vec<OwnedMessage>,
    queued: Vec<OwnedMessage>,
    approvals: Cards,
    input_requests: Cards,
    grants: Option<Value>,
}

/// What waits for a person, oldest first.
type Cards = BTreeMap<ItemId, Value>;

#[derive(Clone, Debug, Default)]
struct OwnedMessage {
    /// All fields but `parts`, which has its place among them.
    fields: Fields,
    parts: Vec<OwnedPart>,
}

#[derive(Clone, Debug, Default)]
struct OwnedPart {
    fields: Fields,
    /// Where a half-received value grows.
    growing: Option<PartialValue>,
}

impl OwnedView {
    /// An empty list of messages.
    pub fn new() -> OwnedView {
        OwnedView::default()
    }

    /// How many messages there are.
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// Whether there are no messages.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// All messages as JSON text: an array of `UIMessage`.
    pub fn to_json(&self) -> String {
        messages_json(&self.messages)
    }

    /// One message as JSON text.
    pub fn message_json(&self, index: usize) -> Option<String> {
        let mut out = String::new();
        let message = self.messages.get(index)?;
        message.write(&mut Writer::new(&mut out));
        Some(out)
    }

    fn message(&mut self, at: u32) -> Option<&mut OwnedMessage> {
        self.messages.get_mut(at as usize)
    }

    fn part(&mut self, leaf: Leaf) -> Option<&mut OwnedPart> {
        self.message(leaf.message)?
            .parts
            .get_mut(leaf.part as usize)
    }
}

impl View for OwnedView {
    fn apply(&mut self, patch: Patch<'_>) {
        match patch {
            Patch::InsertMessage { at, id, role } => {
                let mut fields = Fields::default();
                fields.set("id", Some(Value::String(id.to_owned())));
                fields.set("metadata", None);
                fields.set("role", Some(Value::String(Wtf8Buf::from(role.name()))));
                fields.set(PARTS, None);
                let parts = Vec::new();
                self.insert(at, OwnedMessage { fields, parts });
            }
            Patch::AdoptMessage { at, value } => self.insert(at, OwnedMessage::adopt(value)),
            Patch::ReplaceMessages { list } => {
                let replaced = list
                    .iter()
                    .map(|placed| match placed {
                        Placed::Kept(at) => {
                            self.messages.get(*at as usize).cloned().unwrap_or_default()
                        }
                        Placed::New(value) => OwnedMessage::adopt(*value),
                    })
                    .collect();
                self.messages = replaced;
            }
            Patch::RemoveMessages { from, count } => {
                let from = (from as usize).min(self.messages.len());
                let to = from.saturating_add(count as usize).min(self.messages.len());
                self.messages.drain(from..to);
            }
            Patch::SetMessageId { message, id } => {
                if let Some(message) = self.message(message) {
                    message.fields.set("id", Some(Value::String(id.to_owned())));
                }
            }
            Patch::MergeMetadata { message, value } => {
                if let (Some(message), Some(value)) = (self.message(message), to_value(value)) {
                    message.fields.merge("metadata", value);
                }
            }
            Patch::ClearMetadata { message } => {
                if let Some(message) = self.message(message) {
                    message.fields.set("metadata", None);
                }
            }
            Patch::PushPart { message, fields } => {
                if let Some(message) = self.message(message) {
                    let fields = Fields::of(fields);
                    message.parts.push(OwnedPart {
                        fields,
                        growing: None,
                    });
                }
            }
            Patch::AdoptPart { message, value } => {
                if let Some(message) = self.message(message) {
                    message.parts.push(OwnedPart::adopt(to_value(value)));
                }
            }
            Patch::TruncateParts { message, len } => {
                if let Some(message) = self.message(message) {
                    message.parts.truncate(len as usize);
                }
            }
            Patch::Set { leaf, value } => {
                if let Some(part) = self.part(leaf) {
                    part.forget_growing(leaf.field);
                    part.fields.set(leaf.field.name(), to_value(value));
                }
            }
            Patch::Unset { leaf } => {
                if let Some(part) = self.part(leaf) {
                    part.fields.remove(leaf.field.name());
                }
            }
            Patch::SetObject {
                leaf,
                merge,
                fields,
            } => {
                if let Some(part) = self.part(leaf) {
                    part.set_object(leaf.field, merge, fields);
                }
            }
            Patch::Append { leaf, text } => {
                if let Some(part) = self.part(leaf) {
                    part.append(leaf.field, text);
                }
            }
            Patch::ShowCard {
                list,
                item,
                place,
                card,
            } => {
                let mut card = Value::from(card);
                if let Some((message, part)) = place {
                    self.add_call(&mut card, message, part);
                }
                self.cards(list).insert(item, card);
            }
            Patch::HideCard { list, item } => {
                self.cards(list).remove(&item);
            }
            Patch::Queue(change) => self.change_queue(change),
            Patch::ShowGrants { grants } => self.grants = Some(Value::from(grants)),
            Patch::Partial { leaf, op } => {
                if let Some(part) = self.part(leaf) {
                    let growing = part.growing.get_or_insert_with(PartialValue::default);
                    let slot = part.fields.slot(leaf.field.name());
                    growing.apply(slot, op);
                }
            }
        }
    }

    fn read_text(&mut self, leaf: Leaf) -> Option<Wtf8Buf> {
        match self.part(leaf)?.fields.slot(leaf.field.name()) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(_) | None => None,
        }
    }

    fn read_json(&mut self, leaf: Leaf) -> Option<String> {
        let part = self.part(leaf)?;
        part.fields.get(leaf.field.name()).map(Value::to_json)
    }
}

impl OwnedView {
    /// The approvals that wait, as a JSON array.
    pub fn approvals_json(&self) -> String {
        cards_json(&self.approvals)
    }

    /// The requests for input that wait, as a JSON array.
    pub fn input_requests_json(&self) -> String {
        cards_json(&self.input_requests)
    }

    /// The rules that answer approvals, as a JSON array.
    pub fn grants_json(&self) -> String {
        self.grants
            .as_ref()
            .map_or_else(|| String::from("[]"), Value::to_json)
    }

    fn cards(&mut self, list: CardList) -> &mut Cards {
        match list {
            CardList::Approvals => &mut self.approvals,
            CardList::InputRequests => &mut self.input_requests,
        }
    }

    /// Adds what a call shows to its card.
    fn add_call(&self, card: &mut Value, message: u32, part: u32) {
        let fields = self
            .messages
            .get(message as usize)
            .and_then(|message| message.parts.get(part as usize))
            .map(|part| &part.fields);
        let Some(fields) = fields else { return };
        for name in ["input", "title"] {
            if let Some(value) = fields.get(name) {
                card.set(name, value.clone());
            }
        }
        let reason = fields
            .get("approval")
            .and_then(|approval| approval.get("requestReason"));
        if let Some(reason) = reason {
            card.set("reason", reason.clone());
        }
    }

    /// The messages that wait to be sent, as a JSON array.
    pub fn queue_json(&self) -> String {
        messages_json(&self.queued)
    }

    fn change_queue(&mut self, change: QueueChange<'_>) {
        match change {
            QueueChange::Add(value) => self.queued.push(OwnedMessage::adopt(value)),
            QueueChange::Remove(at) => {
                self.take_queued(at);
            }
            QueueChange::ToFront(at) => {
                let message = self.take_queued(at);
                self.queued.insert(0, message);
            }
            QueueChange::Send { at } => {
                let message = self.take_queued(0);
                self.insert(at, message);
            }
        }
    }

    fn take_queued(&mut self, at: u32) -> OwnedMessage {
        let at = at as usize;
        if at < self.queued.len() {
            self.queued.remove(at)
        } else {
            OwnedMessage::default()
        }
    }

    fn insert(&mut self, at: u32, message: OwnedMessage) {
        let at = (at as usize).min(self.messages.len());
        self.messages.insert(at, message);
    }
}

fn messages_json(messages: &[OwnedMessage]) -> String {
    let mut out = String::new();
    let mut writer = Writer::new(&mut out);
    writer.begin_array();
    for message in messages {
        message.write(&mut writer);
    }
    writer.end_array();
    out
}

const PARTS: &str = "parts";

impl OwnedMessage {
    fn adopt(value: Payload<'_>) -> OwnedMessage {
        let mut message = OwnedMessage::default();
        let Some(Value::Object(members)) = to_value(value) else {
            return message;
        };
        for (name, member) in members {
            if name.eq_str(PARTS)
                && let Value::Array(parts) = member
            {
                message.fields.set(PARTS, None);
                message.parts = parts
                    .into_iter()
                    .map(|part| OwnedPart::adopt(Some(part)))
                    .collect();
            } else {
                message.fields.0.push((name, Some(member)));
            }
        }
        message
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.begin_object();
        for (name, value) in &self.fields.0 {
            if name.eq_str(PARTS) {
                writer.key(PARTS);
                writer.begin_array();
                for part in &self.parts {
                    part.fields.write(writer);
                }
                writer.end_array();
            } else if let Some(value) = value {
                writer.key_wtf8(name.as_wtf8());
                value.write_to(writer);
            }
        }
        writer.end_object();
    }
}

impl OwnedPart {
    fn adopt(value: Option<Value>) -> OwnedPart {
        let mut part = OwnedPart::default();
        if let Some(Value::Object(members)) = value {
            part.fields.0 = members
                .into_iter()
                .map(|(name, member)| (name, Some(member)))
                .collect();
        }
        part
    }

    fn forget_growing(&mut self, field: Field) {
        if field == Field::Input {
            self.growing = None;
        }
    }

    fn append(&mut self, field: Field, text: Wtf8<'_>) {
        let slot = self.fields.slot(field.name());
        if let Some(Value::String(grown)) = slot {
            grown.push_wtf8(text);
        } else {
            *slot = Some(Value::String(text.to_owned()));
        }
    }

    fn set_object(&mut self, field: Field, merge: bool, fields: &[(Field, Payload<'_>)]) {
        let slot = self.fields.slot(field.name());
        let mut object = match slot.take() {
            Some(object @ Value::Object(_)) if merge => object,
            Some(_) | None => Value::Object(Vec::new()),
        };
        for (name, value) in fields {
            match (to_value(*value), &mut object) {
                (Some(value), object) => object.set(name.name(), value),
                // As JSON has it: a field without a value is not there.
                (None, Value::Object(members)) => {
                    members.retain(|(member, _)| !member.eq_str(name.name()));
                }
                (None, _) => {}
            }
        }
        *slot = Some(object);
    }
}

impl Fields {
    fn of(fields: &[(Field, Payload<'_>)]) -> Fields {
        Fields(
            fields
                .iter()
                .map(|(field, value)| (Wtf8Buf::from(field.name()), to_value(*value)))
                .collect(),
        )
    }

    fn set(&mut self, name: &str, value: Option<Value>) {
        *self.slot(name) = value;
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0
            .iter()
            .find(|(field, _)| field.eq_str(name))
            .and_then(|(_, value)| value.as_ref())
    }

    fn remove(&mut self, name: &str) {
        self.0.retain(|(field, _)| !field.eq_str(name));
    }

    /// The place of a field; it is made at the end if it is not there.
    fn slot(&mut self, name: &str) -> &mut Option<Value> {
        let at = match self.0.iter().position(|(field, _)| field.eq_str(name)) {
            Some(at) => at,
            None => {
                self.0.push((Wtf8Buf::from(name), None));
                self.0.len().saturating_sub(1)
            }
        };
        // The field was found, or pushed, just above.
        #[allow(clippy::indexing_slicing, reason = "the index is in bounds")]
        &mut self.0[at].1
    }

    fn merge(&mut self, name: &str, value: Value) {
        let slot = self.slot(name);
        match slot {
            Some(base) if !base.is_null() => merge_deep(base, value),
            Some(_) | None => *slot = Some(value),
        }
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.begin_object();
        for (name, value) in &self.0 {
            if let Some(value) = value {
                writer.key_wtf8(name.as_wtf8());
                value.write_to(writer);
            }
        }
        writer.end_object();
    }
}

fn cards_json(cards: &Cards) -> String {
    let mut out = String::new();
    let mut writer = Writer::new(&mut out);
    writer.begin_array();
    for card in cards.values() {
        card.write_to(&mut writer);
    }
    writer.end_array();
    out
}

/// Merges as AI SDK merges metadata: objects deep, everything else replaces.
fn merge_deep(base: &mut Value, value: Value) {
    let members = match value {
        Value::Object(members) if base.kind() == Kind::Object => members,
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => {
            *base = value;
            return;
        }
    };
    for (name, member) in members {
        let plain = name.as_str().unwrap_or("");
        if matches!(plain, "__proto__" | "constructor" | "prototype") {
            continue;
        }
        match base.get_mut(plain) {
            Some(inner) => merge_deep(inner, member),
            None => base.set(name, member),
        }
    }
}

/// `None` for `undefined`, and for values of a host that is not here.
fn to_value(payload: Payload<'_>) -> Option<Value> {
    match payload {
        Payload::Undefined | Payload::Host(_) => None,
        Payload::Bool(flag) => Some(Value::Bool(flag)),
        Payload::Text(text) => Some(Value::String(text.to_owned())),
        Payload::Raw(raw) => Some(Value::from(raw)),
    }
}
