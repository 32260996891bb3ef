//! What waits for a person, shown: only what can be answered now is listed.

use crate::human::{Item, ItemKind, Stage};
use crate::json::{RawJson, Writer};
use crate::model::{CardList, ItemId, Patch, View};

use super::Chat;
use super::reduce::position;

impl Chat {
    /// Brings the lists of what waits up to date.
    pub fn show_items(&mut self, view: &mut dyn View) {
        if !self.items.has_touched() {
            return;
        }
        for id in self.items.take_touched() {
            self.look_at_input(view, id);
            self.show_item(view, id);
        }
        self.changes.items = true;
    }

    /// Whether the input of an approval can be shown whole.
    fn look_at_input(&mut self, view: &mut dyn View, id: ItemId) {
        let is_offered = self
            .items
            .get(id)
            .is_some_and(|item| item.stage == Stage::Pending && item.answers.remember);
        if !is_offered {
            return;
        }
        let input_cut = self.input_of(view, id).is_none();
        if let Some(item) = self.items.get_mut(id) {
            item.input_cut = input_cut;
        }
    }

    fn show_item(&self, view: &mut dyn View, id: ItemId) {
        let Some(item) = self.items.get(id) else {
            return;
        };
        let list = match item.kind {
            ItemKind::Approval { .. } => CardList::Approvals,
            ItemKind::Input { .. } => CardList::InputRequests,
            ItemKind::Question => return,
        };
        if !is_listed(item) {
            view.apply(Patch::HideCard { list, item: id });
            return;
        }
        let json = self.item_json(item);
        if let Ok(card) = RawJson::parse(&json) {
            let place = self
                .place_of(id)
                .map(|(at, part)| (position(at), position(part)));
            view.apply(Patch::ShowCard {
                list,
                item: id,
                place,
                card,
            });
        }
    }

    /// An item as front ends see it, as JSON.
    pub fn item_json(&self, item: &Item) -> String {
        let mut json = String::new();
        let mut writer = Writer::new(&mut json);
        writer.begin_object();
        item.write_fields(&mut writer);
        let message = self.message_of(item).and_then(|at| self.messages.get(at));
        if let Some(message) = message {
            writer.key("messageId");
            writer.string(message.id.as_wtf8());
        }
        writer.end_object();
        json
    }

    pub(super) fn show_grants(&mut self, view: &mut dyn View) {
        let mut json = String::new();
        self.items.grants.write(&mut Writer::new(&mut json), true);
        if let Ok(grants) = RawJson::parse(&json) {
            view.apply(Patch::ShowGrants { grants });
        }
        self.changes.items = true;
    }
}

/// What a person can act on: an item that waits, or an answer that can still
/// be taken back.
fn is_listed(item: &Item) -> bool {
    match item.stage {
        Stage::Pending => true,
        Stage::Answered => item.held_until.is_some(),
        Stage::Sending(_) | Stage::Unknown | Stage::Settled(_) => false,
    }
}
