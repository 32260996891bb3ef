//! What of the human's side survives a reload. Messages are saved by the
//! application; this is what they cannot say: answers that were not sent or
//! whose outcome is unknown, requests that can be made anew, rules.

use crate::human::{Answer, Decision, Grant, InputResponse, Item, Settlement, Stage};
use crate::json::{RawJson, Writer, Wtf8, Wtf8Buf};
use crate::model::{ChatError, ErrorCode, ItemId, Message, View};

use super::Chat;
use super::asking::Ask;

/// The version of what [`Chat::export_human`] writes.
const VERSION: i64 = 1;

impl Chat {
    /// What is to be saved beside the messages, as a JSON object.
    pub fn export_human(&self) -> String {
        let mut out = String::new();
        let mut writer = Writer::new(&mut out);
        writer.begin_object();
        writer.key("version");
        writer.integer(VERSION);
        writer.key("grants");
        self.items.grants.write(&mut writer);
        writer.key("items");
        writer.begin_array();
        for item in self.items.iter().filter(|item| is_kept(item)) {
            self.write_item(&mut writer, item);
        }
        writer.end_array();
        writer.end_object();
        out
    }

    /// Takes over what was saved. The messages are loaded before.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] for anything that this has not written;
    /// nothing has changed then.
    pub fn import_human(
        &mut self,
        view: &mut dyn View,
        saved: RawJson<'_>,
    ) -> Result<(), ChatError> {
        let version = saved.get("version").and_then(RawJson::number_text);
        if version != Some("1") {
            return Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "This is no saved state of a version that is known here.",
            ));
        }
        let grants = saved.get("grants").and_then(RawJson::elements);
        self.items
            .grants
            .restore(grants.into_iter().flatten().filter_map(Grant::read));
        self.show_grants(view);
        let items = saved.get("items").and_then(RawJson::elements);
        for item in items.into_iter().flatten() {
            self.restore(view, item);
        }
        Ok(())
    }

    fn write_item(&self, writer: &mut Writer<'_>, item: &Item) {
        writer.begin_object();
        item.write_fields(writer);
        let message = item
            .message
            .and_then(|key| self.index_of(key))
            .and_then(|at| self.messages.get(at));
        if let Some(message) = message {
            writer.key("messageId");
            writer.string(message.id.as_wtf8());
        }
        if let Settlement::Retry {
            connection,
            request,
        } = &item.settlement
        {
            writer.key("connection");
            writer.string(connection.as_wtf8());
            writer.key("retry");
            writer.raw(request.as_raw());
        }
        writer.end_object();
    }

    fn restore(&mut self, view: &mut dyn View, saved: RawJson<'_>) {
        if let (Some(connection), Some(request)) = (text(saved, "connection"), saved.get("retry")) {
            self.restore_retry(view, saved, &connection, request);
            return;
        }
        let Some(id) = self.find_saved(saved) else {
            return;
        };
        let answer = saved.get("answer").and_then(|raw| read_answer(saved, raw));
        match text(saved, "stage").as_ref().and_then(Wtf8Buf::as_str) {
            Some("answered") => self.items.restore_answer(id, answer, Stage::Answered),
            // What was under way when the page went away cannot be told.
            Some("sending" | "unknown") => self.items.restore_answer(id, answer, Stage::Unknown),
            Some(_) | None => {}
        }
    }

    fn restore_retry(
        &mut self,
        view: &mut dyn View,
        saved: RawJson<'_>,
        connection: &Wtf8Buf,
        request: RawJson<'_>,
    ) {
        let source = text(saved, "source").unwrap_or_default();
        let ask = Ask {
            source: source.as_wtf8(),
            settlement: Settlement::Retry {
                connection: connection.clone(),
                request: request.to_owned(),
            },
            request: saved.get("request").unwrap_or(saved),
        };
        let asked = match text(saved, "kind").as_ref().and_then(Wtf8Buf::as_str) {
            Some("approval") => self.ask_approval(view, &ask),
            Some(_) | None => self.ask_input(&ask),
        };
        let answer = saved.get("answer").and_then(|raw| read_answer(saved, raw));
        if let (Ok(id), Some(answer)) = (asked, answer) {
            self.items.restore_answer(id, Some(answer), Stage::Unknown);
        }
    }

    /// The item of the call that a saved item belonged to; a call that was
    /// answered with its output has none yet.
    fn find_saved(&mut self, saved: RawJson<'_>) -> Option<ItemId> {
        let message_id = text(saved, "messageId")?;
        let call_id = text(saved, "toolCallId")?;
        let approval_id = text(saved, "approvalId");
        let is_it = |message: &Message| message.id == message_id;
        let at = self.messages.iter().rposition(is_it)?;
        let message = self.messages.get(at)?;
        let part = message.parts.iter().rposition(|part| {
            part.tool().is_some_and(|tool| {
                tool.call_id == call_id
                    && tool.approval.as_ref().map(|approval| &approval.id) == approval_id.as_ref()
            })
        })?;
        let tool = message.parts.get(part)?.tool()?;
        if let Some(id) = tool.item {
            return Some(id);
        }
        if approval_id.is_some() || !tool.is_terminal() {
            return None;
        }
        let id = self.items.open_question(message.key, tool);
        self.attach(at, part, id);
        Some(id)
    }
}

fn is_kept(item: &Item) -> bool {
    match (&item.settlement, item.stage) {
        (_, Stage::Settled(_)) => false,
        (Settlement::Resume, Stage::Pending) => false,
        (Settlement::Resume | Settlement::Retry { .. }, _) => true,
        // Nobody waits any more once the page is gone.
        (Settlement::Reply(_), _) => false,
    }
}

fn read_answer(saved: RawJson<'_>, raw: RawJson<'_>) -> Option<Answer> {
    match text(saved, "kind")?.as_str()? {
        "approval" => Decision::read(raw).ok().map(Answer::Decision),
        "input" => InputResponse::read(raw).ok().map(Answer::Input),
        _ => Some(Answer::Output),
    }
}

fn text(raw: RawJson<'_>, field: &str) -> Option<Wtf8Buf> {
    raw.get(field)
        .and_then(RawJson::string)
        .map(|text| Wtf8::to_owned(text.decode().as_wtf8()))
}
