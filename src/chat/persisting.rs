//! What of the human's side survives a reload. Messages are saved by the
//! application; this is what they cannot say: how far answers have come, what
//! has been prepared, until when one can answer, requests that can be made
//! anew, rules.

use crate::human::{
    Decision, Grant, Item, ItemKind, Outcome, Queue, Saved, SavedStage, Settlement,
};
use crate::json::{RawJson, Writer};
use crate::model::{ChatError, ErrorCode, ItemId, Part, ToolState, View};

use super::Chat;
use super::asking::Ask;

/// The version of what [`Chat::export_human`] writes.
const VERSION: &str = "1";

impl Chat {
    /// What is to be saved beside the messages, as a JSON object.
    pub fn export_human(&self) -> String {
        let mut out = String::new();
        let mut writer = Writer::new(&mut out);
        writer.begin_object();
        writer.key("version");
        writer.raw(RawJson::plain(VERSION));
        writer.key("lastGrant");
        writer.integer(i64::from(self.items.grants.last_id()));
        writer.key("grants");
        self.items.grants.write(&mut writer, false);
        writer.key("items");
        writer.begin_array();
        for item in self.items.iter().filter(|item| self.is_kept(item)) {
            self.write_item(&mut writer, item);
        }
        writer.end_array();
        writer.end_object();
        out
    }

    /// Takes over what was saved. The messages are loaded before; what is saved
    /// of calls that are not among them is dropped.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] for anything that this has not written;
    /// nothing has changed then.
    pub fn import_human(
        &mut self,
        view: &mut dyn View,
        saved: RawJson<'_>,
    ) -> Result<(), ChatError> {
        let Some((grants, last_grant, items)) = read(saved) else {
            return Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "This is no saved state of a version that is known here.",
            ));
        };
        self.items.grants.restore(grants, last_grant);
        self.show_grants(view);
        for (place, saved) in items.iter().enumerate() {
            let later = items.iter().skip(place.saturating_add(1));
            let later = later.filter(|other| saved.is_of_call_of(other)).count();
            self.restore(view, saved, later);
        }
        // Rules and policy do not answer what was asked in an earlier session.
        self.items.take_opened();
        self.set_timer();
        Ok(())
    }

    /// Whether there is more to an item than its message says. Nobody waits for
    /// a reply any more once the page is gone, and what comes before a message
    /// of the person is history.
    fn is_kept(&self, item: &Item) -> bool {
        let is_of_now = match &item.settlement {
            Settlement::Reply(_) => false,
            Settlement::Retry { .. } => true,
            Settlement::Resume => self
                .message_of(item)
                .and_then(|at| self.messages.get(at))
                .is_some_and(|message| !message.superseded),
        };
        is_of_now && (!item.stage.is_terminal() || self.is_unsent(item) || self.seems_decided(item))
    }

    fn is_unsent(&self, item: &Item) -> bool {
        match self.items.waits_for(item.id) {
            Some(Queue::Request | Queue::Reply) => true,
            Some(Queue::Person) | None => false,
        }
    }

    /// Whether the message of an approval says no more than what was decided.
    fn seems_decided(&self, item: &Item) -> bool {
        matches!(item.kind, ItemKind::Approval { .. })
            && self
                .place_of(item.id)
                .and_then(|(at, part)| self.messages.get(at)?.parts.get(part)?.tool())
                .is_some_and(|tool| tool.state == ToolState::ApprovalResponded)
    }

    fn write_item(&self, writer: &mut Writer<'_>, item: &Item) {
        writer.begin_object();
        item.write_fields(writer);
        let message = self.message_of(item).and_then(|at| self.messages.get(at));
        if let Some(message) = message {
            writer.key("messageId");
            writer.string(message.id.as_wtf8());
        }
        item.write_saved_fields(writer, self.is_unsent(item));
        writer.end_object();
    }

    /// `later`: how many saved items come after this one whose calls go by the
    /// same names.
    fn restore(&mut self, view: &mut dyn View, saved: &Saved<'_>, later: usize) {
        let found = if saved.retry.is_some() {
            self.ask_anew(view, saved)
        } else {
            self.find_saved(view, saved, later)
        };
        let Some(id) = found else { return };
        if !self.items.restore(id, saved) {
            return;
        }
        let Some((at, part)) = self.place_of(id) else {
            return;
        };
        match saved.stage {
            SavedStage::Pending => {}
            SavedStage::Over(outcome) => {
                // What the agent said in the end stands in the message.
                let is_behind = self.tool_at(at, part).is_some_and(|tool| match tool.state {
                    ToolState::ApprovalRequested | ToolState::InputAvailable => true,
                    ToolState::InputStreaming
                    | ToolState::ApprovalResponded
                    | ToolState::OutputAvailable
                    | ToolState::OutputError
                    | ToolState::OutputDenied => false,
                });
                if is_behind && outcome == Outcome::Expired {
                    self.write_expired(view, id);
                } else if is_behind {
                    let decision = Decision::plain(outcome == Outcome::Approved);
                    self.write_decision(view, at, part, &decision);
                }
            }
            SavedStage::Answered | SavedStage::Unknown => self.write_answer(view, at, part, id),
        }
    }

    /// Opens the item of a request that can be made anew.
    fn ask_anew(&mut self, view: &mut dyn View, saved: &Saved<'_>) -> Option<ItemId> {
        let (connection, request) = saved.retry.as_ref()?;
        let ask = Ask {
            source: saved.source.as_wtf8(),
            settlement: Settlement::Retry {
                connection: connection.clone(),
                request: (*request).to_owned(),
            },
            request: saved.request,
        };
        if saved.is_approval {
            self.open_asked_approval(view, &ask).ok()
        } else {
            self.open_asked_input(&ask).ok()
        }
    }

    /// The item of the call that a saved item belonged to; a call that was
    /// answered with its output has none yet.
    /// Of several calls by the same names each is meant once, in their order.
    fn find_saved(
        &mut self,
        view: &mut dyn View,
        saved: &Saved<'_>,
        later: usize,
    ) -> Option<ItemId> {
        let message_id = saved.message_id.as_ref()?;
        let at = self
            .messages
            .iter()
            .rposition(|message| message.id == *message_id)?;
        let message = self.messages.get(at).filter(|found| !found.superseded)?;
        let is_meant = |part: &Part| {
            part.tool().is_some_and(|tool| {
                tool.call_id == saved.call_id
                    && tool.approval.as_ref().map(|approval| &approval.id)
                        == saved.approval_id.as_ref()
            })
        };
        let mut meant = (0..message.parts.len())
            .rev()
            .filter(|part| message.parts.get(*part).is_some_and(is_meant));
        let part = meant.nth(later)?;
        let tool = message.parts.get(part)?.tool()?;
        if let Some(id) = tool.item {
            return Some(id);
        }
        if saved.is_approval || !tool.is_terminal() {
            return None;
        }
        if saved.is_input {
            return self.open_answered_questions(view, at, part);
        }
        let id = self.items.open_question(message.key, tool);
        self.attach(at, part, id);
        Some(id)
    }
}

/// `None` for anything that was not written by [`Chat::export_human`].
fn read(saved: RawJson<'_>) -> Option<(Vec<Grant>, u32, Vec<Saved<'_>>)> {
    if saved.get("version")?.number_text()? != VERSION {
        return None;
    }
    let last_grant = saved.get("lastGrant")?.number_text()?.parse().ok()?;
    let mut grants = Vec::new();
    for grant in saved.get("grants")?.elements()? {
        grants.push(Grant::read(grant)?);
    }
    let mut items = Vec::new();
    for item in saved.get("items")?.elements()? {
        items.push(Saved::read(item)?);
    }
    Some((grants, last_grant, items))
}
