//! The application replaces the list of messages.

use crate::human::{Actor, Items, Outcome};
use crate::json::RawJson;
use crate::model::{
    ChatError, ErrorCode, ItemId, Message, MessageKey, Patch, Payload, Placed, Role, ToolState,
    View,
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

    /// Gives every call the item that it had, opens items for approvals that
    /// are new, and settles those whose call is gone.
    fn carry_items_over(&mut self, old: &[Message]) {
        let mut seen: Vec<ItemId> = Vec::new();
        let superseded_before = self
            .messages
            .iter()
            .rposition(|message| message.role == Role::User)
            .unwrap_or(0);
        for at in 0..self.messages.len() {
            let Some(message) = self.messages.get_mut(at) else {
                continue;
            };
            let before = old
                .iter()
                .find(|before| before.key == message.key)
                .or_else(|| old.iter().rfind(|before| before.id == message.id));
            if let Some(before) = before
                && before.key != message.key
                && !seen_key(&seen, &self.items, before.key)
            {
                message.key = before.key;
            }
            attach_items(
                message,
                before,
                &mut self.items,
                at < superseded_before,
                &mut seen,
            );
        }
        let gone: Vec<ItemId> = old
            .iter()
            .flat_map(|message| &message.parts)
            .filter_map(|part| part.tool()?.item)
            .filter(|item| !seen.contains(item))
            .collect();
        for item in gone {
            self.items
                .settle(item, Outcome::Superseded, &Actor::Conversation);
        }
    }
}

fn seen_key(seen: &[ItemId], items: &Items, key: MessageKey) -> bool {
    seen.iter()
        .filter_map(|id| items.get(*id))
        .any(|item| item.message == Some(key))
}

fn attach_items(
    message: &mut Message,
    before: Option<&Message>,
    items: &mut Items,
    superseded: bool,
    seen: &mut Vec<ItemId>,
) {
    let key = message.key;
    for part in &mut message.parts {
        let Some(tool) = part.tool_mut() else {
            continue;
        };
        let approval_id = tool.approval.as_ref().map(|approval| &approval.id);
        let known = before
            .into_iter()
            .flat_map(|message| &message.parts)
            .filter_map(|part| part.tool())
            .find(|known| {
                known.call_id == tool.call_id
                    && known.approval.as_ref().map(|approval| &approval.id) == approval_id
                    && known.state == tool.state
            })
            .and_then(|known| known.item);
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
        seen.extend(tool.item);
    }
}
