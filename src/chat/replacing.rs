//! The application replaces the list of messages.

use crate::human::{Actor, Items, Outcome};
use crate::json::RawJson;
use crate::model::{
    ChatError, ErrorCode, ItemId, Message, Patch, Payload, Placed, Role, ToolState, View,
};

use super::Chat;
use super::reduce::position;

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
        let placed: Vec<Placed<'_>> = messages.iter().map(|(place, _)| *place).collect();
        view.apply(Patch::ReplaceMessages { list: &placed });
        let old = std::mem::replace(
            &mut self.messages,
            messages.into_iter().map(|(_, message)| message).collect(),
        );
        self.carry_items_over(&old);
        self.changes.messages = true;
        Ok(())
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
            Some(at) => self.existing(position(at)),
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
            attach_items(message, before, &mut self.items, &mut seen);
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
    message: &mut Message,
    before: Option<&Message>,
    items: &mut Items,
    seen: &mut Seen,
) {
    let (key, superseded) = (message.key, message.superseded);
    for part in &mut message.parts {
        let Some(tool) = part.tool_mut() else {
            continue;
        };
        let approval_id = tool.approval.as_ref().map(|approval| &approval.id);
        let known = tool.item.or_else(|| {
            before
                .into_iter()
                .flat_map(|message| &message.parts)
                .filter_map(|part| part.tool())
                .find(|known| {
                    known.call_id == tool.call_id
                        && known.approval.as_ref().map(|approval| &approval.id) == approval_id
                        && known.state == tool.state
                        && known.item.is_some_and(|item| !seen.has(item))
                })
                .and_then(|known| known.item)
        });
        tool.item = known.or_else(|| {
            let approval = tool.approval.as_ref()?;
            match tool.state {
                ToolState::ApprovalRequested if !approval.is_automatic => {
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
        if let Some(item) = tool.item {
            seen.note(item);
        }
    }
}
