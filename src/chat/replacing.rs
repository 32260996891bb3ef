//! The application replaces the list of messages.

use crate::human::{Actor, Item, Items, Outcome, Settlement};
use crate::json::RawJson;
use crate::model::{
    ChatError, ErrorCode, Field, ItemId, Message, Patch, Payload, Placed, Role, ToolState, View,
};

use super::Chat;
use super::reduce::{leaf, position};

/// One message of the new list.
#[derive(Clone, Copy, Debug)]
pub enum Adopted<'a> {
    /// The message that is at this index now, unchanged.
    Existing(u32),
    /// Another message.
    New {
        /// The whole message.
        value: Payload<'a>,
        /// Its skeleton: an object with at least `id`, `role` and `parts`.
        skeleton: RawJson<'a>,
    },
}

impl Chat {
    /// Replaces the list of messages. What waits goes on waiting where its call
    /// is still there; a message that a response is being written into keeps
    /// what has come so far.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] where a message has no role or parts;
    /// nothing has changed then.
    pub fn set_messages(
        &mut self,
        view: &mut dyn View,
        list: &[Adopted<'_>],
    ) -> Result<(), ChatError> {
        let mut messages = Vec::with_capacity(list.len());
        for adopted in list {
            messages.push(match adopted {
                Adopted::Existing(at) => self.existing(*at)?,
                Adopted::New { value, skeleton } => self.adopt(*value, *skeleton)?,
            });
        }
        if self.is_another_conversation(&messages) {
            self.leave_conversation(view);
        }
        let shown = self.inputs_shown(view, &messages);
        let placed: Vec<Placed<'_>> = messages.iter().map(|(place, _)| *place).collect();
        view.apply(Patch::ReplaceMessages { list: &placed });
        self.calls.forget();
        let old = std::mem::replace(
            &mut self.messages,
            messages.into_iter().map(|(_, message)| message).collect(),
        );
        self.carry_items_over(&old);
        self.revise_changed(view, shown);
        self.reopen_interrupts(view);
        if self.items.settings.asks_user {
            for at in 0..self.messages.len() {
                self.ask_the_user(view, at);
            }
        }
        // What was loaded waits for a person: rules and policy answer what an
        // agent asks, not what was asked in an earlier session.
        self.items.take_opened();
        self.set_timer();
        self.changes.messages = true;
        Ok(())
    }

    /// A list that has no message in common with the one before is another
    /// conversation.
    fn is_another_conversation(&self, new: &[(Placed<'_>, Message)]) -> bool {
        let is_known = |(placed, message): &(Placed<'_>, Message)| {
            matches!(placed, Placed::Kept(_))
                || self.messages.iter().any(|known| known.id == message.id)
        };
        !self.messages.is_empty() && !new.iter().any(is_known)
    }

    /// Rules end with their conversation, and so does what back ends ask in it.
    fn leave_conversation(&mut self, view: &mut dyn View) {
        if self.items.grants.clear() {
            self.show_grants(view);
        }
        let asked: Vec<ItemId> = self
            .items
            .iter()
            .filter(|item| item.settlement != Settlement::Resume)
            .map(|item| item.id)
            .collect();
        for id in asked {
            self.end_item(view, id, Outcome::Superseded, &Actor::Conversation);
        }
    }

    /// What is shown of the calls about which a person is asked, in messages
    /// that the application replaces by its own.
    fn inputs_shown(
        &self,
        view: &mut dyn View,
        new: &[(Placed<'_>, Message)],
    ) -> Vec<(ItemId, Option<String>)> {
        if new
            .iter()
            .all(|(placed, _)| matches!(placed, Placed::Kept(_)))
        {
            return Vec::new();
        }
        let pending = self.items.pending().into_iter();
        pending.map(|id| (id, self.shown_input(view, id))).collect()
    }

    fn shown_input(&self, view: &mut dyn View, id: ItemId) -> Option<String> {
        let (at, part) = self.place_of(id)?;
        view.read_json(leaf(at, part, Field::Input))
    }

    /// The application has put other inputs in their place: what was seen of
    /// them is stale.
    fn revise_changed(&mut self, view: &mut dyn View, shown: Vec<(ItemId, Option<String>)>) {
        for (id, before) in shown {
            if self.shown_input(view, id) != before {
                self.items.changed(id);
            }
        }
    }

    fn existing(&self, at: u32) -> Result<(Placed<'static>, Message), ChatError> {
        match self.messages.get(at as usize) {
            Some(message) => Ok((Placed::Kept(at), message.clone())),
            None => Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "There is no message at this index.",
            )),
        }
    }

    fn adopt<'a>(
        &mut self,
        value: Payload<'a>,
        skeleton: RawJson<'a>,
    ) -> Result<(Placed<'a>, Message), ChatError> {
        let key = self.fresh_key();
        let Some(message) = Message::read(key, skeleton) else {
            return Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "A message needs a role and parts.",
            ));
        };
        // What a response has written so far is newer than the application's
        // copy of it.
        let written = self
            .runs
            .iter()
            .filter_map(|run| run.target)
            .filter_map(|key| self.index_of(key))
            .find(|at| {
                self.messages
                    .get(*at)
                    .is_some_and(|kept| kept.id == message.id)
            });
        match written {
            Some(at) => {
                let existing = self.existing(position(at))?;
                self.written_over(existing.1.key);
                Ok(existing)
            }
            None => Ok((Placed::New(value), message)),
        }
    }

    /// Gives every message what is known of it, every call the item that it
    /// had, opens items for approvals that are new, and settles those whose
    /// call is gone.
    fn carry_items_over(&mut self, old: &[Message]) {
        let newest_of_person = self
            .messages
            .iter()
            .rposition(|message| message.role == Role::User)
            .unwrap_or(0);
        // Every old message lives on in one new one at most.
        let mut known: Vec<&Message> = old.iter().collect();
        let mut take = |fits: &dyn Fn(&Message) -> bool| {
            let at = known.iter().position(|before| fits(before))?;
            Some(known.remove(at))
        };
        let mut before: Vec<Option<&Message>> = self
            .messages
            .iter()
            .map(|message| take(&|before| before.key == message.key))
            .collect();
        for (message, before) in self.messages.iter_mut().zip(&mut before) {
            if before.is_none() {
                *before = take(&|before| before.id == message.id);
            }
        }
        let mut seen = Seen::default();
        for (at, (message, before)) in self.messages.iter_mut().zip(before).enumerate() {
            // What the application inserts supersedes nothing that was there.
            message.superseded = match before {
                Some(before) => {
                    message.key = before.key;
                    before.superseded
                }
                None => at < newest_of_person,
            };
            attach_items(at, message, before, &mut self.items, &mut seen);
        }
        let gone: Vec<ItemId> = old
            .iter()
            .flat_map(|message| &message.parts)
            .filter_map(|part| part.tool()?.item)
            .filter(|item| !seen.has(*item))
            .collect();
        for item in gone {
            self.items
                .settle(item, Outcome::Superseded, &Actor::Conversation);
        }
    }
}

/// Which items have found their call.
#[derive(Default)]
struct Seen(Vec<bool>);

impl Seen {
    fn note(&mut self, item: ItemId) {
        let at = item.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at.saturating_add(1), false);
        }
        if let Some(seen) = self.0.get_mut(at) {
            *seen = true;
        }
    }

    fn has(&self, item: ItemId) -> bool {
        self.0.get(item.0 as usize) == Some(&true)
    }
}

fn attach_items(
    at: usize,
    message: &mut Message,
    before: Option<&Message>,
    items: &mut Items,
    seen: &mut Seen,
) {
    let (key, superseded) = (message.key, message.superseded);
    for (part_at, part) in message.parts.iter_mut().enumerate() {
        let Some(tool) = part.tool_mut() else {
            continue;
        };
        let approval_id = tool.approval.as_ref().map(|approval| &approval.id);
        // A call that was here already has the item that it had, or none.
        let known = match tool.item {
            Some(item) => Some(Some(item)),
            None => before
                .into_iter()
                .flat_map(|message| &message.parts)
                .filter_map(|part| part.tool())
                .find(|known| {
                    known.call_id == tool.call_id
                        && known.approval.as_ref().map(|approval| &approval.id) == approval_id
                        && known.state == tool.state
                        && known.item.is_none_or(|item| !seen.has(item))
                })
                .map(|known| known.item),
        };
        tool.item = known.unwrap_or_else(|| {
            let approval = tool.approval.as_ref()?;
            // A back end had asked: nobody waits any more.
            if Item::is_handle(approval.id.as_wtf8()) {
                return None;
            }
            // The agent has said the call again after it had asked.
            let still_asks = tool.state == ToolState::InputAvailable && approval.approved.is_none();
            match tool.state {
                ToolState::ApprovalRequested | ToolState::InputAvailable
                    if !approval.is_automatic
                        && (still_asks || tool.state == ToolState::ApprovalRequested) =>
                {
                    let id = items.open_approval(approval.id.clone(), key, tool);
                    if superseded {
                        items.settle(id, Outcome::Superseded, &Actor::Conversation);
                    }
                    Some(id)
                }
                // Loaded as decided: whether it was sent nobody here knows.
                ToolState::ApprovalResponded if !approval.is_automatic => {
                    let id = items.open_approval(approval.id.clone(), key, tool);
                    items.found_answered(id, approval.approved);
                    Some(id)
                }
                ToolState::ApprovalRequested
                | ToolState::ApprovalResponded
                | ToolState::InputStreaming
                | ToolState::InputAvailable
                | ToolState::OutputAvailable
                | ToolState::OutputError
                | ToolState::OutputDenied => None,
            }
        });
        if let Some(id) = tool.item {
            seen.note(id);
            if let Some(item) = items.get_mut(id) {
                item.message_hint = at;
                item.part_hint = part_at;
            }
        }
    }
}
